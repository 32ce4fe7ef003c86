import path from 'node:path';
import pg from 'pg';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import { openSqliteTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { boot } from './boot.ts';
import { clusterSettings } from './cluster-engines.ts';

export interface SeededKey {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

type KeyRow = ReturnType<typeof keyRow>;

/** Puts a system key with all rights into a data directory that no server has open. */
export async function seedKey(directory: string): Promise<SeededKey> {
  const key = makeKey(KEY_PREFIXES.system);
  const settings = await clusterSettings({ SERVICE_WORKING_DIR: directory });
  const id =
    'SERVICE_SQL_DATABASE_URL' in settings
      ? await insertInPostgres(directory, settings, keyRow(key))
      : await insertInFile(directory, keyRow(key));
  return {
    id: encodeGlobalId('SystemApiKey', id),
    headers: { authorization: `Bearer ${key}` },
  };
}

function keyRow(key: string) {
  return {
    kind: 'system' as const,
    role: 'ADMIN' as const,
    prefix: KEY_PREFIXES.system,
    last_four: key.slice(-4),
    name: 'ci',
    key_hash: hashSecret(key),
    scopes: '["admin"]',
    made_while_open: 0 as const,
    created_at_ms: Date.now(),
  };
}

async function insertInFile(directory: string, row: KeyRow): Promise<number> {
  const meta = openSqliteTestMeta(path.join(directory, 'meta.db'));
  const { id } = await meta.db
    .insertInto('api_keys')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await meta.db.destroy();
  meta.connection.close();
  return id;
}

/** The cluster mode: a server makes the tables of the directory’s schema. */
async function insertInPostgres(
  directory: string,
  {
    SERVICE_SQL_DATABASE_URL: url,
    SERVICE_SQL_DATABASE_SCHEMA: schema,
  }: Readonly<Record<string, string>>,
  row: KeyRow,
): Promise<number> {
  await (await boot({ directory })).dispose();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = Object.keys(row);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO ${schema}.api_keys (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
      Object.values(row),
    );
    return Number(rows[0]?.id);
  } finally {
    await client.end();
  }
}
