import { ClickHouse } from '../client/clickhouse.ts';
import type { ClickHouseSettings } from '../client/clickhouse-settings.ts';
import { asNumber, asText } from '../schema/stored-span.ts';

const SIZES = `SELECT table AS table_name, sum(bytes_on_disk) AS table_bytes FROM system.parts
  WHERE database = currentDatabase() AND active GROUP BY table ORDER BY table_bytes DESC, table_name`;

/** The size of each table that holds something on the server that answers, the largest first. */
export async function clickhouseTableSizes(
  settings: ClickHouseSettings,
): Promise<{ readonly name: string; readonly bytes: number }[]> {
  const db = await ClickHouse.connect(settings);
  try {
    return (await db.rows(SIZES)).map((cells) => ({
      name: asText(cells, 'table_name'),
      bytes: asNumber(cells, 'table_bytes'),
    }));
  } finally {
    await db.close();
  }
}
