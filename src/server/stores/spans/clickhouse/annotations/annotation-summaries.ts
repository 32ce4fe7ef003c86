import { ANNOTATOR_KINDS, type AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationRow, AnnotationSummary, LabelCounts } from '#core/ports/annotation-rows.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { annotationRow, IS_LIVE_SQL, latestSql, targetNumberOf } from './annotation-sql.ts';

const LABELS_MAX = 5;

/** The live annotations of these targets, by number; their projects are not read. */
export async function annotationsOf(
  db: ClickHouse,
  target: AnnotationTarget,
  numbers: readonly number[],
): Promise<readonly AnnotationRow[]> {
  const found: AnnotationRow[] = [];
  for (const some of pieces([...new Set(numbers)])) {
    const conditions = new Conditions().oneOf('target_number', some, 'UInt64');
    const latest = latestSql(`target = ${targetNumberOf(target)} AND ${conditions.where}`);
    const sql = `SELECT *, toUInt32(0) AS owner_project FROM (${latest}) WHERE ${IS_LIVE_SQL} ORDER BY id`;
    found.push(...(await db.rows(sql, conditions.params)).map(annotationRow));
  }
  return found;
}

/** The annotations of targets, summed up by name; targets without any are left out. */
export async function summariesOf(
  db: ClickHouse,
  target: AnnotationTarget,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly AnnotationSummary[]>> {
  const rows = Map.groupBy(
    await annotationsOf(db, target, numbers),
    ({ targetNumber }) => targetNumber,
  );
  const wanted = [...new Set(numbers)].filter((number) => rows.has(number));
  return new Map(wanted.map((number) => [number, byName(rows.get(number) ?? []).map(summaryOf)]));
}

function summaryOf([name, some]: readonly [string, readonly AnnotationRow[]]): AnnotationSummary {
  return {
    name,
    count: some.length,
    score: meanScore(some),
    labels: countLabels(some.map(({ label }) => label)).slice(0, LABELS_MAX),
    kinds: ANNOTATOR_KINDS.filter((kind) =>
      some.some(({ annotatorKind }) => annotatorKind === kind),
    ),
  };
}

/** How many targets have annotations of each name, and with which labels. */
export function labelCounts(rows: readonly AnnotationRow[]): LabelCounts[] {
  const targets = (some: readonly AnnotationRow[]): number =>
    new Set(some.map(({ targetNumber }) => targetNumber)).size;
  return byName(rows).map(([name, some]) => {
    const scored = some.filter(({ score }) => score !== null);
    // Each target counts once under each label it has.
    const labels = new Map(
      some.map(({ targetNumber, label }) => [JSON.stringify([targetNumber, label]), label]),
    );
    return {
      name,
      count: targets(some),
      scored: targets(scored),
      score: meanScore(scored),
      labels: countLabels([...labels.values()]),
    };
  });
}

function byName(rows: readonly AnnotationRow[]): [name: string, rows: AnnotationRow[]][] {
  return [...Map.groupBy(rows, ({ name }) => name)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function meanScore(rows: readonly AnnotationRow[]): number | null {
  const scores = rows.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** By falling count, then by label. */
function countLabels(
  labels: readonly (string | null)[],
): { readonly label: string; readonly count: number }[] {
  const given = labels.filter((label) => label !== null);
  return [...Map.groupBy(given, (label) => label)]
    .map(([label, some]) => ({ label, count: some.length }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}
