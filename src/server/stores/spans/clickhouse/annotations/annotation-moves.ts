import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions } from '../client/statement.ts';
import { asNumber } from '../schema/stored-span.ts';
import { targetNumberOf } from './annotation-sql.ts';
import { ANNOTATION_COLUMNS } from './annotation-table.ts';

/** Gives the annotations of a row number, with their history, to another one. */
export async function moveAnnotations(
  db: ClickHouse,
  target: 'trace',
  from: number,
  to: number,
): Promise<void> {
  const conditions = new Conditions().add(`target = ${targetNumberOf(target)}`);
  conditions.add(`target_number = ${conditions.bind(from, 'UInt64')}`);
  const [cells] = await db.rows(
    `SELECT count() AS found FROM annotations WHERE ${conditions.where}`,
    conditions.params,
  );
  if (cells === undefined || asNumber(cells, 'found') === 0) return;
  const next = conditions.bind(to, 'UInt64');
  const columns = ANNOTATION_COLUMNS.map((name) => (name === 'target_number' ? next : name)).join(
    ', ',
  );
  await db.command(
    `INSERT INTO annotations (${ANNOTATION_COLUMNS.join(', ')}) SELECT ${columns} FROM annotations FINAL WHERE ${conditions.where}`,
    conditions.params,
  );
  await db.command(`DELETE FROM annotations WHERE ${conditions.where}`, conditions.params);
}
