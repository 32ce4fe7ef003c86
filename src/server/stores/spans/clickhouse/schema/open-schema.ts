import type { ClickHouse } from '../client/clickhouse.ts';
import { tableStatements } from './tables.ts';

/** Makes what is missing of the tables. */
export async function openSchema(db: ClickHouse, cluster: string | null = null): Promise<void> {
  for (const statement of tableStatements(cluster)) await db.command(statement);
}
