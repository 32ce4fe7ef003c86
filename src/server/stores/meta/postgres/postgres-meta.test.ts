import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditVerifier } from '#server/audit/audit-verifier.ts';
import { actOf, NO_ORIGIN } from '#server/audit/audit-entry.ts';
import { AuditLog } from '#server/audit/audit-log.ts';
import { SERVER_PRINCIPAL } from '#core/access/principal.ts';
import { createLog } from '#server/telemetry/log.ts';
import { readChain } from '../audit/append.queries.ts';
import { AuditLinks } from '../audit/audit-links.ts';
import { openTestMeta, type TestMeta } from '../open-test-meta.ts';

let meta: TestMeta;
beforeEach(() => {
  meta = openTestMeta();
});
afterEach(() => meta.connection.close());

const setting = (key: string, value = '1', updated_at_ms = 1) =>
  meta.db.insertInto('settings').values({ key, value, updated_at_ms });
const keys = async () =>
  (await meta.db.selectFrom('settings').select('key').orderBy('key').execute()).map(
    ({ key }) => key,
  );
/** Ends every other connection to the database, as a restart of PostgreSQL does. */
const endConnections = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(
    meta.db,
  );

describe('values', () => {
  it('come back as they were', async () => {
    const policy = {
      name: 'p',
      max_days: 0.1,
      max_traces: 9_007_199_254_740_991,
      max_bytes: null,
      created_at_ms: 1,
      updated_at_ms: 2,
    };
    const { id } = await meta.db
      .insertInto('retention_policies')
      .values(policy)
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(
      await meta.db.selectFrom('retention_policies').selectAll().where('id', '=', id).execute(),
    ).toEqual([{ id, ...policy }]);
    const secret = {
      key: 'k',
      value: new Uint8Array([0, 255, 92, 39]),
      updated_by_user_id: null,
      updated_at_ms: 0,
    };
    await meta.db.insertInto('secrets').values(secret).execute();
    expect(await meta.db.selectFrom('secrets').selectAll().execute()).toEqual([secret]);
    const { rows } =
      await sql`SELECT 1 = 1 AS yes, 1 = 2 AS no, sum(n) AS total, avg(n) AS mean FROM (VALUES (1), (2)) AS v (n)`.execute(
        meta.db,
      );
    expect(rows).toEqual([{ yes: 1, no: 0, total: 3, mean: 1.5 }]);
  });

  it.each([
    ['a\0b'],
    ['\uFDD0'],
    ['\uFDD00'],
    ['😀'],
    ["'; DROP TABLE settings; --"],
    ['\\x00'],
    [''],
  ])('takes the text %j', async (text) => {
    await setting(text).execute();
    expect(await keys()).toEqual([text]);
    const { rows } = await sql<{
      json: string;
    }>`SELECT json_quote(key) AS json FROM settings`.execute(meta.db);
    expect(JSON.parse(rows[0]?.json ?? '')).toBe(text);
  });

  it('sorts texts by their characters, as SQLite does', async () => {
    for (const key of ['b', 'B', 'é', 'a', '_', 'Z']) await setting(key).execute();
    expect(await keys()).toEqual(['B', 'Z', '_', 'a', 'b', 'é']);
  });

  it('finds nothing in an empty list, and everything outside of it', async () => {
    await setting('a').execute();
    expect(
      await meta.db.selectFrom('settings').select('key').where('key', 'in', []).execute(),
    ).toEqual([]);
    expect(
      await meta.db
        .selectFrom('settings')
        .select('key')
        .where('updated_at_ms', 'not in', [])
        .execute(),
    ).toEqual([{ key: 'a' }]);
  });
});

describe('transactions', () => {
  it('are whole, name a conflict, and leave nothing when they fail', async () => {
    const failing = meta.db.transaction().execute(async (transaction) => {
      const insert = transaction
        .insertInto('settings')
        .values({ key: 'a', value: '1', updated_at_ms: 1 });
      await insert.execute();
      await insert.execute();
    });
    await expect(failing).rejects.toMatchObject({
      code: 'conflict',
      detail: 'Another setting has this key already: choose another key.',
    });
    const batch = meta.batch([
      {
        sql: 'INSERT INTO settings (key, value, updated_at_ms) VALUES (?, ?, ?)',
        parameterRows: [
          ['b', '1', 1],
          ['b', '1', 1],
        ],
      },
    ]);
    await expect(batch).rejects.toMatchObject({ code: 'conflict' });
    expect(await keys()).toEqual([]);
  });

  it('write one after the other, and read what the one before left', async () => {
    const step = async (): Promise<void> =>
      meta.db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('settings')
          .select('value')
          .where('key', '=', 'n')
          .executeTakeFirst();
        const value = String(Number(row?.value ?? '0') + 1);
        const insert = transaction
          .insertInto('settings')
          .values({ key: 'n', value, updated_at_ms: 0 });
        await insert.onConflict((on) => on.column('key').doUpdateSet({ value })).execute();
      });
    const alone = () =>
      meta.db
        .updateTable('settings')
        .set((set) => ({ updated_at_ms: set('updated_at_ms', '+', 1) }));
    await step();
    await Promise.all(Array.from({ length: 20 }, () => Promise.all([step(), alone().execute()])));
    expect(await meta.db.selectFrom('settings').selectAll().execute()).toEqual([
      { key: 'n', value: '21', updated_at_ms: 20 },
    ]);
  });

  it('of many rows give the results of each step', async () => {
    const [inserted, read, skipped] = await meta.batch([
      {
        sql: 'INSERT INTO settings (key, value, updated_at_ms) VALUES (?, ?, ?)',
        parameterRows: Array.from({ length: 500 }, (_, at) => [`k${at}`, '1', at]),
      },
      {
        sql: 'SELECT updated_at_ms FROM settings WHERE key = ?',
        parameterRows: [['k7'], ['none'], ['k9']],
      },
      { sql: 'nonsense', engine: 'sqlite', parameterRows: [[]] },
    ]);
    expect(inserted).toEqual({ rows: [], changes: 500 });
    expect(read).toEqual({ rows: [{ updated_at_ms: 7 }, { updated_at_ms: 9 }], changes: 0 });
    expect(skipped).toEqual({ rows: [], changes: 0 });
  });

  it('are not begun for a parameter that no statement takes', async () => {
    await expect(
      meta.batch([{ sql: 'INSERT INTO settings VALUES (?)', parameterRows: [[{}]] }]),
    ).rejects.toThrow('A parameter is object');
    await setting('a').execute();
    expect(await keys()).toEqual(['a']);
  });

  it('give a page of texts, and leave the rows after it', async () => {
    await sql`INSERT INTO settings SELECT n, '1', n FROM generate_series(1, 1000) AS n`.execute(
      meta.db,
    );
    const query = {
      sql: 'SELECT updated_at_ms AS key, key AS text FROM settings ORDER BY updated_at_ms',
      parameters: [],
      rowsMax: 1_000,
    };
    const page = await meta.textPage({ ...query, charsMax: 200 });
    expect(page).toMatchObject({ count: 103, lastKey: 103, full: true });
    expect(await meta.textPage(query)).toMatchObject({ count: 1_000, full: true });
  });
});

describe('a connection that is lost', () => {
  it('is made again for what comes next, whether it reads or writes', async () => {
    await Promise.all(Array.from({ length: 6 }, () => keys()));
    await endConnections();
    await Promise.all(Array.from({ length: 6 }, (_, at) => setting(`k${at}`).execute()));
    await endConnections();
    expect(await keys()).toHaveLength(6);
  });

  it('rolls its transaction back, which says so', async () => {
    const failing = meta.db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('settings')
        .values({ key: 'a', value: '1', updated_at_ms: 1 })
        .execute();
      await endConnections();
      await transaction
        .insertInto('settings')
        .values({ key: 'b', value: '1', updated_at_ms: 1 })
        .execute();
    });
    await expect(failing).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringMatching(/^PostgreSQL at \/.* /),
      retryAfterSeconds: 1,
    });
    await setting('c').execute();
    expect(await keys()).toEqual(['c']);
  });
});

it('gives the audit log word by word as it was hashed', async () => {
  const audit = new AuditLog({ store: meta, log: createLog('silent', 'test') });
  for (const name of ['"quoted" \\ / \b\f\n\r\t\u0001\u007f', 'a\0b\uFDD0', '\u2028 é 😀', '']) {
    const act = actOf({
      atMs: 1,
      actor: { ...SERVER_PRINCIPAL, name },
      action: 'retention_policy.apply',
      origin: NO_ORIGIN,
      targetId: null,
      details: { n: 1.5, name },
    });
    audit.note(act, { result: 'success', status: null });
  }
  await audit.stop();
  const links = new AuditLinks(
    (text, parameters) => meta.connection.execute({ sql: text, parameters }).rows,
    'postgres',
  );
  const verifier = new AuditVerifier({ links, chain: await readChain(meta.db) });
  while (verifier.step(2));
  expect(verifier.report()).toMatchObject({ intact: true, rows: 4, problems: [] });
});
