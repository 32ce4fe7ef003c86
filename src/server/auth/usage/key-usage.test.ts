import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashSecret, KEY_PREFIXES } from '#server/auth/key-format.ts';
import { usageByCountry, usageByEndpoint } from '#server/stores/meta/access/usage.queries.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { createLog } from '#server/telemetry/log.ts';
import { KeyUsage } from './key-usage.ts';

const DAY_MS = 86_400_000;
const request = {
  keyNumber: 1,
  endpoint: 'GET /v1/projects',
  status: 200,
  spans: 2,
  bytesIn: 10,
  bytesOut: 100,
};
let meta: ReturnType<typeof openTestMeta>;
let nowMs = 100 * DAY_MS;

beforeEach(async () => {
  nowMs = 100 * DAY_MS;
  meta = openTestMeta();
  await meta.db
    .insertInto('api_keys')
    .values({
      kind: 'system',
      prefix: KEY_PREFIXES.system,
      last_four: 'abcd',
      key_hash: hashSecret('a'),
      name: 'ci',
      scopes: '[]',
      made_while_open: 0,
      created_at_ms: nowMs,
    })
    .execute();
});
afterEach(async () => {
  await meta.db.destroy();
  meta.connection.close();
});

function open(): KeyUsage {
  return new KeyUsage({
    db: meta.db,
    now: () => nowMs,
    log: createLog('silent', 'test'),
    countryOf: () => 'DE',
    retentionDays: 90,
  });
}

it('adds what was counted to the database, and notes the last use', async () => {
  const usage = open();
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 3; count += 1) usage.record(request, '192.0.2.1');
    await usage.flush();
  }
  const window = { keyId: 1, startMs: 0, endMs: nowMs + 1 };
  expect(await usageByEndpoint(meta.db, window, 5)).toEqual([
    {
      endpoint: 'GET /v1/projects',
      requests: 6,
      errors: 0,
      spans: 12,
      bytes_in: 60,
      bytes_out: 600,
    },
  ]);
  expect(await usageByCountry(meta.db, window, 5)).toEqual([{ country: 'DE', requests: 6 }]);
  const key = await meta.db
    .selectFrom('api_keys')
    .select('last_used_at_ms')
    .executeTakeFirstOrThrow();
  expect(key.last_used_at_ms).toBe(nowMs);
});

it('knows where requests came from that were made while the database of countries was being read', async () => {
  let isRead = false;
  const countryOf = (): string | undefined => (isRead ? 'DE' : undefined);
  const usage = new KeyUsage({
    db: meta.db,
    now: () => nowMs,
    log: createLog('silent', 'test'),
    countryOf,
    retentionDays: 90,
  });
  usage.record(request, '192.0.2.1');
  await usage.flush();
  isRead = true;
  await usage.stop();
  const window = { keyId: 1, startMs: 0, endMs: nowMs + 1 };
  expect(await usageByCountry(meta.db, window, 5)).toEqual([{ country: 'DE', requests: 1 }]);
  expect(await usageByEndpoint(meta.db, window, 5)).toMatchObject([{ requests: 1 }]);
});

it('keeps what could not be written, and loses none of it', async () => {
  const usage = open();
  usage.record(request, '');
  meta.connection.execute({ sql: 'ALTER TABLE api_key_countries RENAME TO away', parameters: [] });
  await usage.flush();
  usage.record(request, '');
  meta.connection.execute({ sql: 'ALTER TABLE away RENAME TO api_key_countries', parameters: [] });
  await usage.stop();
  expect(
    await usageByEndpoint(meta.db, { keyId: 1, startMs: 0, endMs: nowMs + 1 }, 5),
  ).toMatchObject([{ requests: 2 }]);
});

/** The same for PostgreSQL. */
const KEPT = [
  "CREATE FUNCTION kept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''kept''; END'",
  'CREATE TRIGGER kept BEFORE DELETE ON api_key_usage FOR EACH ROW EXECUTE FUNCTION kept()',
];

it('counts nothing twice when old hours cannot be forgotten', async () => {
  const usage = open();
  for (const sql of meta.engine === 'sqlite'
    ? ['CREATE TRIGGER kept BEFORE DELETE ON api_key_usage BEGIN SELECT RAISE(ABORT, 0); END']
    : KEPT)
    meta.connection.execute({ sql, parameters: [] });
  usage.record(request, '');
  nowMs += 91 * DAY_MS;
  await usage.flush();
  usage.record(request, '');
  await usage.flush();
  await usage.flush();
  const window = { keyId: 1, startMs: 0, endMs: nowMs + 1 };
  expect(await usageByEndpoint(meta.db, window, 5)).toMatchObject([{ requests: 2, spans: 4 }]);
});

it('forgets hours past their time, and counts keys in use', async () => {
  const usage = open();
  usage.record(request, '');
  await usage.flush();
  expect(usage.activeKeys).toBe(1);
  nowMs += 91 * DAY_MS;
  expect(usage.activeKeys).toBe(0);
  await usage.flush();
  expect(await usageByEndpoint(meta.db, { keyId: 1, startMs: 0, endMs: nowMs }, 5)).toEqual([]);
});
