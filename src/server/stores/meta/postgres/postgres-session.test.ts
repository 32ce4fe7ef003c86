import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeTestDatabase } from '#test/open-postgres-meta.ts';
import { PostgresMeta } from './postgres-meta.ts';
import { PostgresNumbers } from './postgres-numbers.ts';
import { PostgresSession } from './postgres-session.ts';
import type { PostgresSettings } from './postgres-settings.ts';

const write = [
  {
    sql: `INSERT INTO settings (key, value, updated_at_ms) VALUES ($1, '1', 1)`,
    parameterRows: [['k']],
  },
];

let settings: PostgresSettings;
let opened: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  settings = makeTestDatabase();
  await (await PostgresMeta.open(settings, () => undefined)).close();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const one of opened) await one.close();
  opened = [];
});

function session(): PostgresSession {
  const made = new PostgresSession(settings);
  opened.push(made);
  return made;
}

it('goes on with its connection after it waited in vain to write', async () => {
  const [first, second] = [session(), session()];
  await second.script(`SET lock_timeout = '50ms'`);
  await first.begin();
  await expect(second.begin()).rejects.toMatchObject({ code: 'unavailable' });
  await first.commit();
  await second.begin();
  await second.run(write, true);
  await second.commit();
});

it('says so when a transaction that is committed was rolled back, since a statement of it failed', async () => {
  const one = session();
  await one.begin();
  await one.run(write, true);
  await expect(one.run(write, true)).rejects.toMatchObject({ code: 'conflict' });
  await expect(one.commit()).rejects.toThrow('rolled a transaction back');
  const [read] = await one.run([{ sql: 'SELECT key FROM settings', parameterRows: [[]] }], false);
  expect(read?.rows).toEqual([]);
});

it('gives a name one number, whatever the clocks of two servers say', async () => {
  const [one, other] = [new PostgresNumbers(settings), new PostgresNumbers(settings)];
  opened.push(one, other);
  expect(await one.claim('session', ['s'], [1])).toEqual([1]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect(await other.claim('session', ['s'], [2])).toEqual([1]);
});
