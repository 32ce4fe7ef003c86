import type { ClickHouse, Params } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { asNumber } from '../schema/stored-span.ts';
import { targetNumberOf } from '../annotations/annotation-sql.ts';

/** The targets of annotations that are kept by the number of a span, or of a trace or session. */
const TARGETS_OF = {
  span: [targetNumberOf('span'), targetNumberOf('document')],
  trace: [targetNumberOf('trace')],
  session: [targetNumberOf('session')],
} as const;

/**
 * Deletes annotations with their history, since what they are about is gone. Documents go with
 * their span.
 */
export async function deleteAnnotationsOf(
  db: ClickHouse,
  target: keyof typeof TARGETS_OF,
  numbers: readonly number[],
): Promise<void> {
  for (const some of pieces(numbers)) {
    const conditions = new Conditions()
      .add(`target IN (${TARGETS_OF[target].join(', ')})`)
      .oneOf('target_number', some, 'UInt64');
    const [cells] = await db.rows(
      `SELECT count() AS found FROM annotations WHERE ${conditions.where}`,
      conditions.params,
    );
    if (cells !== undefined && asNumber(cells, 'found') > 0)
      await db.command(`DELETE FROM annotations WHERE ${conditions.where}`, conditions.params);
  }
}

/** The same of all spans that meet a condition, before they are deleted. */
export async function deleteAnnotationsOfSpans(
  db: ClickHouse,
  where: string,
  params: Params,
): Promise<void> {
  const annotated = `SELECT DISTINCT target_number FROM annotations WHERE target IN (${TARGETS_OF.span.join(', ')})
  AND target_number IN (SELECT number FROM spans WHERE ${where})`;
  const rows = await db.rows(annotated, params);
  await deleteAnnotationsOf(
    db,
    'span',
    rows.map((cells) => asNumber(cells, 'target_number')),
  );
}
