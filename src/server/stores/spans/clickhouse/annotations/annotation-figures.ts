import { ANNOTATION_TARGETS, ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationFigures } from '#core/ports/annotation-rows.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions } from '../client/statement.ts';
import { bucketSql } from '../read/buckets.ts';
import { asNumber, asText, asTextOrNull } from '../schema/stored-span.ts';
import { liveSql } from './annotation-sql.ts';

interface Group {
  readonly bucket: number;
  readonly target: number;
  readonly name: string;
  readonly annotator: number;
  readonly label: string | null;
  readonly count: number;
  readonly scoreCount: number;
  readonly scoreSum: number;
}

/** Annotations by equal intervals of their targets' start, name and kind of annotator. */
export async function annotationFigures(
  db: ClickHouse,
  projectId: number,
  window: Required<TimeWindow>,
  buckets: number,
): Promise<readonly AnnotationFigures[]> {
  const groups: Group[] = [];
  for (const [target, name] of ANNOTATION_TARGETS.entries()) {
    const conditions = new Conditions();
    const project = conditions.bind(projectId, 'UInt32');
    const [from, to] = [
      conditions.bind(window.startUnixNano, 'Int64'),
      conditions.bind(window.endUnixNano, 'Int64'),
    ];
    const bucket = bucketSql(conditions, 'owner_start', window, buckets);
    const live = `${liveSql(name, '1')} AND owner_project = ${project} AND owner_start >= ${from} AND owner_start < ${to}`;
    const sql = `SELECT ${bucket} AS bucket, title, annotator, label_now, count() AS annotations, count(score_now) AS scores,
  ifNull(sum(score_now), 0) AS score_sum FROM (${live}) GROUP BY bucket, title, annotator, label_now`;
    groups.push(
      ...(await db.rows(sql, conditions.params)).map((cells) => ({
        bucket: asNumber(cells, 'bucket'),
        target,
        name: asText(cells, 'title'),
        annotator: asNumber(cells, 'annotator'),
        label: asTextOrNull(cells, 'label_now'),
        count: asNumber(cells, 'annotations'),
        scoreCount: asNumber(cells, 'scores'),
        scoreSum: asNumber(cells, 'score_sum'),
      })),
    );
  }
  const step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets);
  const keyOf = ({ bucket, target, name, annotator }: Group): string =>
    JSON.stringify([bucket, target, name, annotator]);
  return [...Map.groupBy(groups.sort(inOrder), keyOf).values()].flatMap((some) =>
    figuresOf(some, window.startUnixNano, step),
  );
}

function inOrder(a: Group, b: Group): number {
  if (a.bucket !== b.bucket || a.target !== b.target)
    return a.bucket - b.bucket || a.target - b.target;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.annotator - b.annotator || b.count - a.count;
}

function figuresOf(
  some: readonly Group[],
  startUnixNano: bigint,
  step: bigint,
): AnnotationFigures[] {
  const [first] = some;
  if (first === undefined) return [];
  const sum = (of: (group: Group) => number): number =>
    some.reduce((total, group) => total + of(group), 0);
  return [
    {
      target: ANNOTATION_TARGETS[first.target] ?? 'span',
      name: first.name,
      annotatorKind: ANNOTATOR_KINDS[first.annotator] ?? 'HUMAN',
      startUnixNano: startUnixNano + step * BigInt(first.bucket),
      count: sum(({ count }) => count),
      scoreCount: sum(({ scoreCount }) => scoreCount),
      scoreSum: sum(({ scoreSum }) => scoreSum),
      labels: Object.fromEntries(
        some.flatMap(({ label, count }) => (label === null ? [] : [[label, count]])),
      ),
    },
  ];
}
