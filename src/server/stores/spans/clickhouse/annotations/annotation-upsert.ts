import type {
  AnnotationAuthor,
  AnnotationContent,
  NewAnnotation,
} from '#core/ports/annotation-rows.ts';
import { Conditions, pieces } from '../client/statement.ts';
import type { WriteContext } from '../write/write-context.ts';
import {
  annotationRow,
  latestSql,
  IS_LIVE_SQL,
  targetNumberOf,
  type LiveAnnotation,
} from './annotation-sql.ts';
import { insertRevisions, type NewRevision } from './annotation-table.ts';

/** An annotation of something that is there. */
export interface Upsert {
  readonly item: NewAnnotation;
  readonly targetNumber: number;
  readonly author: AnnotationAuthor;
  readonly now: bigint;
}

/**
 * Creates annotations, or gives those of the same key this content; the same again changes nothing.
 * Of equal keys only the last one's content is written. Their numbers, in order.
 */
export async function upsert(
  { db, numbers }: Pick<WriteContext, 'db' | 'numbers'>,
  wanted: readonly Upsert[],
): Promise<number[]> {
  const last = new Map(wanted.map((one) => [keyOf(one.item, one.targetNumber), one]));
  const known = await liveOfSubjects({ db }, wanted);
  const fresh = [...last.keys()].filter((key) => !known.has(key));
  const first = fresh.length === 0 ? 0 : await numbers.take('annotation', fresh.length);
  const ids = new Map(fresh.map((key, index) => [key, first + index]));
  const revisions = [...last].flatMap(
    ([key, { item, targetNumber, author, now }]): NewRevision[] => {
      const before = known.get(key);
      const { source, userNumber } = author;
      const content = contentOf(item);
      if (before !== undefined && isSame(before, content, author)) return [];
      const at = { targetNumber, key: item, content, source, userNumber, changedAtUnixNano: now };
      return before === undefined
        ? [{ id: ids.get(key) ?? 0, revision: 1, change: 'CREATE', ...at }]
        : [{ id: before.id, revision: before.lastRevision + 1, change: 'UPDATE', ...at }];
    },
  );
  await insertRevisions(db, revisions);
  return wanted.map(({ item, targetNumber }) => {
    const key = keyOf(item, targetNumber);
    return known.get(key)?.id ?? ids.get(key) ?? 0;
  });
}

/** By key. */
async function liveOfSubjects(
  { db }: Pick<WriteContext, 'db'>,
  wanted: readonly Upsert[],
): Promise<ReadonlyMap<string, LiveAnnotation>> {
  const found = new Map<string, LiveAnnotation>();
  for (const [target, some] of Map.groupBy(wanted, ({ item }) => item.target)) {
    for (const subjects of pieces([...new Set(some.map(({ targetNumber }) => targetNumber))])) {
      const conditions = new Conditions().oneOf('target_number', subjects, 'UInt64');
      const sql = `SELECT *, toUInt32(0) AS owner_project FROM (${latestSql(`target = ${targetNumberOf(target)} AND ${conditions.where}`)}) WHERE ${IS_LIVE_SQL}`;
      for (const row of (await db.rows(sql, conditions.params)).map(annotationRow))
        found.set(keyOf(row, row.targetNumber), row);
    }
  }
  return found;
}

function keyOf(
  { target, position, name, identifier }: NewAnnotation,
  targetNumber: number,
): string {
  return JSON.stringify([target, targetNumber, position, name, identifier]);
}

export function contentOf({
  annotatorKind,
  label,
  score,
  explanation,
  metadata,
}: AnnotationContent): AnnotationContent {
  return { annotatorKind, label, score, explanation, metadata };
}

function isSame(
  before: LiveAnnotation,
  content: AnnotationContent,
  { source, userNumber }: AnnotationAuthor,
): boolean {
  return (
    JSON.stringify([contentOf(before), before.source, before.userNumber]) ===
    JSON.stringify([content, source, userNumber])
  );
}
