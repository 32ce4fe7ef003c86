import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openSqliteTestMeta, openTestMeta } from '../open-test-meta.ts';

const OBJECTS = sql<{ text: string }>`
WITH tables AS (SELECT oid, relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'),
columns AS (
  SELECT attrelid, string_agg('  ' || attname || ' ' || format_type(atttypid, atttypmod) ||
    CASE WHEN attcollation <> 0 THEN ' COLLATE "' || (SELECT collname FROM pg_collation c WHERE c.oid = attcollation) || '"' ELSE '' END ||
    CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END || CASE WHEN attidentity <> '' THEN ' IDENTITY' ELSE '' END ||
    coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), ''), E',\n' ORDER BY attnum) AS text
  FROM pg_attribute LEFT JOIN pg_attrdef d ON d.adrelid = attrelid AND d.adnum = attnum
  WHERE attnum > 0 AND NOT attisdropped GROUP BY attrelid),
constraints AS (
  SELECT conrelid, string_agg('  CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid), E',\n' ORDER BY conname) AS text
  FROM pg_constraint GROUP BY conrelid)
SELECT text FROM (
  SELECT 1 AS place, relname AS name, 'TABLE ' || relname || E' (\n' || columns.text || coalesce(E',\n' || constraints.text, '') || E'\n)' AS text
  FROM tables JOIN columns ON columns.attrelid = oid LEFT JOIN constraints ON constraints.conrelid = oid
  UNION ALL
  SELECT 2, indexrelid::regclass::text, replace(pg_get_indexdef(indexrelid), current_schema() || '.', '') FROM pg_index
  WHERE indrelid IN (SELECT oid FROM tables) AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)
  UNION ALL
  SELECT 3, tgname, replace(pg_get_triggerdef(oid), current_schema() || '.', '') FROM pg_trigger
  WHERE tgrelid IN (SELECT oid FROM tables) AND NOT tgisinternal
  UNION ALL
  SELECT 4, p.oid::regprocedure::text, CASE WHEN prokind = 'a' THEN 'AGGREGATE ' || p.oid::regprocedure::text
    ELSE replace(pg_get_functiondef(p.oid), current_schema() || '.', '') END
  FROM pg_proc p WHERE pronamespace = current_schema()::regnamespace) AS objects
ORDER BY place, name COLLATE "C", text COLLATE "C"`;

it('has the schema that is committed', async () => {
  const { db, connection } = openTestMeta();
  const { rows } = await OBJECTS.execute(db);
  await expect(`${rows.map(({ text }) => `${text.trim()};`).join('\n\n')}\n`).toMatchFileSnapshot(
    '../schema.postgres.sql',
  );
  connection.close();
});

it('has the tables, columns and indexes of SQLite', async () => {
  const [ours, sqlite] = [openTestMeta(), openSqliteTestMeta()];
  const described = async ({ db }: Pick<typeof ours, 'db'>) => {
    const tables = await db.introspection.getTables();
    return Object.fromEntries(
      tables.map(({ name, columns }) => [
        name,
        columns.map((column) => `${column.name}${column.isNullable ? '?' : ''}`).toSorted(),
      ]),
    );
  };
  // SQLite says of none of its primary keys of one column that it cannot be null.
  const plain = (tables: Record<string, string[]>) =>
    Object.entries(tables)
      .map(
        ([name, columns]) =>
          `${name}: ${columns.map((column) => column.replace('?', '')).join(', ')}`,
      )
      .toSorted();
  const found = await described(ours);
  delete found['telltale_schema'];
  delete found['dataset_hash_stage'];
  // For servers that share a schema.
  delete found['notice_versions'];
  delete found['token_buckets'];
  delete found['row_numbers'];
  delete found['row_names'];
  expect(plain(found)).toEqual(plain(await described(sqlite)));
  const indexes = sqlite.connection.rows<string>(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
    [],
  );
  const those = await sql<{
    name: string;
  }>`SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = current_schema()::regnamespace AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)
    ORDER BY indexrelid::regclass::text COLLATE "C"`.execute(ours.db);
  expect(those.rows.map(({ name }) => name)).toEqual(indexes.map(([name]) => name));
  for (const { connection } of [ours, sqlite]) connection.close();
});

it('begins with the same rows', async () => {
  const [ours, sqlite] = [openTestMeta(), openSqliteTestMeta()];
  for (const table of [
    'alert_rules',
    'annotation_configs',
    'audit_chain',
    'retention_policies',
  ] as const)
    expect(await ours.db.selectFrom(table).selectAll().execute()).toEqual(
      (await sqlite.db.selectFrom(table).selectAll().execute()).map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            value instanceof Uint8Array ? new Uint8Array(value) : value,
          ]),
        ),
      ),
    );
  for (const { connection } of [ours, sqlite]) connection.close();
});
