import { afterEach, expect, it } from 'vitest';
import { makeTestDatabase } from '#test/open-postgres-meta.ts';
import { PostgresMeta } from './postgres-meta.ts';
import { PostgresReads } from './postgres-reads.ts';
import type { PostgresSettings } from './postgres-settings.ts';

const READS_THREAD = new URL('../../../compose/threads/postgres-reads-thread.ts', import.meta.url);
let opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
});

async function open(
  where: PostgresSettings,
  onTaken: (error: Error) => void = () => undefined,
  isShared = false,
): Promise<PostgresMeta> {
  const meta = await PostgresMeta.open(where, onTaken, isShared);
  opened.push(meta);
  return meta;
}

it('keeps a schema for one server, and takes it when that has ended', async () => {
  const where = makeTestDatabase();
  const first = await open(where);
  await expect(open(where)).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringMatching(
      /^Another Telltale server uses schema 'public' in database 'test_.*' of PostgreSQL at \/.*: stop it, or set SERVICE_SQL_DATABASE_SCHEMA/,
    ),
  });
  const other = await open({ ...where, schema: 'another' });
  expect(other.migration).toMatchObject({ from: 0 });
  await first.close();
  expect((await open(where)).migration?.from).toBeGreaterThan(0);
});

it('lets servers of one cluster share a schema, and no other server with them', async () => {
  const where = { ...makeTestDatabase(), schema: 'shared' };
  const inCluster = (place = where) => open(place, () => undefined, true);
  // The schema does not exist yet: one of them makes it.
  const both = await Promise.all([inCluster(), inCluster()]);
  const to = both[0].migration?.to;
  expect(both.map((meta) => meta.migration?.from).toSorted((a = 0, b = 0) => a - b)).toEqual([
    0,
    to,
  ]);
  const other = makeTestDatabase();
  await open(other);
  const [alone, together] = await Promise.allSettled([open(where), inCluster(other)]);
  expect(alone).toMatchObject({
    reason: {
      code: 'unavailable',
      detail: expect.stringMatching(
        /^Another Telltale server uses schema 'shared'.*only servers that have it share a schema\.$/,
      ),
    },
  });
  expect(together).toMatchObject({
    reason: {
      code: 'unavailable',
      detail: expect.stringMatching(
        /^A Telltale server without ClickHouse.* uses schema 'public'.*the same SERVICE_CLICKHOUSE_URL\.$/,
      ),
    },
  });
  for (const meta of both) await meta.close();
  await open(where);
});

it('starts an older program beside newer servers if their schema is still for it', async () => {
  const where = makeTestDatabase();
  const inCluster = () => open(where, () => undefined, true);
  const first = await inCluster();
  const known = first.migration?.to ?? 0;
  const set = (oldest: number) =>
    first.execute({
      sql: `UPDATE telltale_schema SET version = ?, oldest_program = ?`,
      parameters: [known + 2, oldest],
    });
  await set(known);
  expect((await inCluster()).migration).toEqual({
    from: known + 2,
    to: known + 2,
    backupPath: null,
  });
  await set(known + 1);
  // One that runs goes on.
  await first.execute({ sql: `INSERT INTO settings VALUES ('a', '1', 1)`, parameters: [] });
  await expect(inCluster()).rejects.toMatchObject({
    detail: expect.stringMatching(
      `has version ${known + 2} in schema 'public' .*, which is for programs that know version ${known + 1} or newer, but this program knows versions up to ${known}: start a newer Telltale`,
    ),
  });
});

it('ends a server that lost its schema to another', async () => {
  const where = makeTestDatabase();
  const taken = Promise.withResolvers<Error>();
  await open(where, taken.resolve);
  const administrator = new PostgresReads(READS_THREAD, where);
  opened.push(administrator);
  // Another one waits for the lock, and gets it when the connection that has it is ended.
  administrator.run(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [],
  );
  administrator.run(
    `SELECT pg_advisory_lock(hashtext('telltale metadata'), hashtext('public'))`,
    [],
  );
  expect((await taken.promise).message).toContain('Another Telltale server uses schema');
});

it('refuses the schema of a newer version, and a database and a user that are not there', async () => {
  const where = makeTestDatabase();
  const first = await open(where);
  await first.execute({ sql: 'UPDATE telltale_schema SET version = 9999', parameters: [] });
  await first.close();
  await expect(open(where)).rejects.toMatchObject({
    detail: expect.stringMatching(
      /^PostgreSQL at .* has version 9999 in schema 'public'.*start a newer Telltale/,
    ),
  });
  await expect(open({ ...where, database: 'none' })).rejects.toMatchObject({
    detail: expect.stringMatching(/has no database 'none': create it/),
  });
  await expect(open({ ...where, user: 'nobody' })).rejects.toMatchObject({
    detail: expect.stringMatching(/refuses user 'nobody' \(role "nobody" does not exist\)/),
  });
});

it('reads one state of the database while others write', async () => {
  const where = makeTestDatabase();
  const meta = await open(where);
  const reads = new PostgresReads(READS_THREAD, where);
  opened.push(reads);
  const insert = (key: string) =>
    meta.execute({ sql: `INSERT INTO settings VALUES (?, '1', 1)`, parameters: [key] });
  await insert('a');
  reads.begin();
  expect(
    reads.lists(
      'SELECT key, CASE WHEN key = ? THEN 1 END, CASE WHEN true THEN 2 END FROM settings',
      ['a'],
    ),
  ).toEqual([['a', 1, 2]]);
  await insert('b');
  expect(reads.rows('SELECT count(*) AS count FROM settings', [])).toEqual([{ count: 1 }]);
  reads.commit();
  expect(reads.rows('SELECT count(*) AS count FROM settings', [])).toEqual([{ count: 2 }]);
  expect(() => reads.rows('SELECT nonsense', [])).toThrow('column "nonsense" does not exist');
});
