import { typedRows } from '../row-codec.ts';
import { PostgresSession } from './postgres-session.ts';
import type { PostgresSettings } from './postgres-settings.ts';

const SIZES = `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' ORDER BY bytes DESC, name`;

/** The size of each table with its indexes and long values, the largest first. */
export async function postgresTableSizes(
  settings: PostgresSettings,
): Promise<{ readonly name: string; readonly bytes: number }[]> {
  const session = new PostgresSession(settings);
  try {
    const [result] = await session.run([{ sql: SIZES, parameterRows: [[]] }], false);
    return typedRows<{ name: string; bytes: number }>(result?.rows ?? []);
  } finally {
    await session.close();
  }
}
