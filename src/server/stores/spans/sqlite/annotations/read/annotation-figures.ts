import type Database from 'better-sqlite3';
import { ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationFigures, LabelCounts } from '#core/ports/annotation-rows.ts';
import type { AnnotationReader } from '#core/ports/annotation-store.ts';
import type { TimeWindow, ReadBudget } from '#core/ports/span-store.ts';
import { slotRanges } from '#server/stores/spans/sqlite/rollups/rollup-ranges.ts';
import { ROLLUP_LEVELS } from '#server/stores/spans/sqlite/rollups/rollup.ts';
import { AnnotationRollup } from '../both/annotation-rollup.ts';
import {
  annotationRollupFromCells,
  type AnnotationRollupCells,
} from '../both/annotation-rollup-codec.ts';
import {
  annotatorFromNumber,
  targetFromNumber,
  targetNumberOf,
} from '../both/annotation-row-codec.ts';

interface FigureCells extends AnnotationRollupCells {
  readonly slot: number;
  readonly target_kind: number;
  readonly annotator_kind: number;
  readonly name: string;
}

interface Sum {
  readonly bucket: number;
  readonly cells: FigureCells;
  readonly rollup: AnnotationRollup;
}

export const FIGURES_SQL = `SELECT r.slot, r.target_kind, r.annotator_kind, n.name, r.count, r.score_count, r.score_sum, r.labels
FROM annotation_rollups r JOIN projects p ON p.id = r.project_id JOIN annotation_names n ON n.id = r.name_id
WHERE r.project_id = +? AND r.level = +? AND r.slot >= +? AND r.slot < +?`;
export const ANNOTATED_SQL = `SELECT id, target_number, position, annotator_kind, counted_minute FROM annotations INDEXED BY annotations_by_name
WHERE project_id = ? AND target_kind = ? AND name_id = (SELECT id FROM annotation_names WHERE name = ?) AND target_number <= ?
ORDER BY target_number DESC`;

const [LLM, HUMAN] = [ANNOTATOR_KINDS.indexOf('LLM'), ANNOTATOR_KINDS.indexOf('HUMAN')];
const ROWS_BETWEEN_LOOKS = 1_000;

/** Annotations looked at in one count, each with its target's row: some 100 ms. */
const ANNOTATIONS_MAX = 50_000;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

const OF_PROJECT =
  'FROM annotations a INDEXED BY annotations_by_name WHERE a.project_id = +? AND a.target_kind = +?';
export const ANNOTATION_COUNT_SQL = `SELECT count(*) FROM (SELECT 1 ${OF_PROJECT} LIMIT ${ANNOTATIONS_MAX + 1})`;

/**
 * Labels of the annotated targets of a window; a target that waits for its purge no longer belongs
 * to a project.
 */
export const LABELS_SQL = {
  trace: labelSelect('CROSS JOIN traces t ON t.id = a.target_number', 't'),
  span: labelSelect(
    'CROSS JOIN spans s ON s.id = a.target_number CROSS JOIN traces t ON t.id = s.trace_number',
    's',
  ),
};

/** Targets with any annotation of a name, and those with a score. */
export const ANNOTATED_TARGETS_SQL = {
  trace: targetSelect('CROSS JOIN traces t ON t.id = a.target_number', 't'),
  span: targetSelect(
    'CROSS JOIN spans s ON s.id = a.target_number CROSS JOIN traces t ON t.id = s.trace_number',
    's',
  ),
};

/**
 * Sums roll-ups into intervals of equal length. A slot belongs to the interval in which it starts,
 * so edges are exact to a minute.
 */
export function annotationFigures(
  db: Database.Database,
  projectId: number,
  window: Required<TimeWindow>,
  buckets: number,
): readonly AnnotationFigures[] {
  const start = Number(window.startUnixNano);
  const width = (Number(window.endUnixNano) - start) / buckets;
  const rows = db.prepare<[number, number, number, number], FigureCells>(FIGURES_SQL);
  const sums = new Map<string, Sum>();
  for (const { level, low, high } of slotRanges(window, width >= 2 * ROLLUP_LEVELS[1].nanos)) {
    for (const cells of rows.iterate(projectId, level, low, high)) {
      const at = Math.floor((cells.slot * ROLLUP_LEVELS[level].nanos - start) / width);
      const bucket = Math.min(buckets - 1, Math.max(0, at));
      const key = [bucket, cells.target_kind, cells.annotator_kind, cells.name].join(':');
      const sum = sums.get(key) ?? { bucket, cells, rollup: new AnnotationRollup() };
      sum.rollup.merge(annotationRollupFromCells(cells));
      sums.set(key, sum);
    }
  }
  const step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets);
  return [...sums.values()].sort(byBucket).map(({ bucket, cells, rollup }) => ({
    target: targetFromNumber(cells.target_kind),
    name: cells.name,
    annotatorKind: annotatorFromNumber(cells.annotator_kind),
    startUnixNano: window.startUnixNano + step * BigInt(bucket),
    count: rollup.count,
    scoreCount: rollup.scoreCount,
    scoreSum: rollup.scoreSum,
    labels: Object.fromEntries(rollup.labels),
  }));
}

function byBucket(a: Sum, b: Sum): number {
  const [one, other] = [a.cells, b.cells];
  return (
    a.bucket - b.bucket ||
    one.target_kind - other.target_kind ||
    (one.name === other.name
      ? one.annotator_kind - other.annotator_kind
      : one.name < other.name
        ? -1
        : 1)
  );
}

type PairQuery = Parameters<AnnotationReader['annotationPairs']>[0];

interface AnnotatedCells {
  readonly id: number;
  readonly target_number: number;
  readonly position: number;
  readonly annotator_kind: number;
  readonly counted_minute: number;
}

/** Numbers of the newest annotation by an LLM and by a human, of one target. */
interface NumberPair {
  readonly llm: number;
  readonly human: number;
}

/**
 * Walks the targets annotated under a name, newest first, until enough were annotated twice or the
 * time is over.
 */
export function annotationPairs(
  db: Database.Database,
  query: PairQuery,
  budget: ReadBudget,
): { readonly pairs: readonly NumberPair[]; readonly complete: boolean } {
  const minuteOf = (nano: bigint): number => Number(nano) / ROLLUP_LEVELS[0].nanos;
  const [from, to] = [
    Math.floor(minuteOf(query.window.startUnixNano)),
    Math.ceil(minuteOf(query.window.endUnixNano)),
  ];
  const pairs: NumberPair[] = [];
  let subject = 0;
  let byPosition = new Map<number, { llm?: AnnotatedCells; human?: AnnotatedCells }>();
  const close = (): void => {
    for (const { llm, human } of byPosition.values())
      if (llm !== undefined && human !== undefined) pairs.push({ llm: llm.id, human: human.id });
    byPosition = new Map();
  };
  let read = 0;
  const rows = db.prepare<[number, number, string, number], AnnotatedCells>(ANNOTATED_SQL);
  const { fromNumber = Number.MAX_SAFE_INTEGER } = query;
  for (const cells of rows.iterate(
    query.projectId,
    targetNumberOf(query.target),
    query.name,
    fromNumber,
  )) {
    read += 1;
    if (read % ROWS_BETWEEN_LOOKS === 0 && budget.over()) return { pairs, complete: false };
    if (cells.target_number !== subject) {
      close();
      if (pairs.length >= query.limit)
        return { pairs: pairs.slice(0, query.limit), complete: false };
      subject = cells.target_number;
    }
    if (cells.counted_minute < from || cells.counted_minute >= to) continue;
    const annotated = byPosition.get(cells.position) ?? {};
    if (cells.annotator_kind === LLM) annotated.llm = newest(annotated.llm, cells);
    if (cells.annotator_kind === HUMAN) annotated.human = newest(annotated.human, cells);
    byPosition.set(cells.position, annotated);
  }
  close();
  return { pairs: pairs.slice(0, query.limit), complete: pairs.length <= query.limit };
}

function newest(a: AnnotatedCells | undefined, b: AnnotatedCells): AnnotatedCells {
  return a === undefined || b.id > a.id ? b : a;
}

function labelSelect(join: string, start: 's' | 't'): string {
  return `SELECT n.name, j.* FROM (SELECT a.name_id, a.label, count(DISTINCT a.target_number) AS targets,
    count(a.score) AS scores, total(a.score) AS score_sum
  FROM annotations a INDEXED BY annotations_by_name ${join}
  WHERE a.project_id = ? AND a.target_kind = ? AND t.project_id = a.project_id AND ${start}.start_time >= ? AND ${start}.start_time < ?
  GROUP BY a.name_id, a.label) j JOIN annotation_names n ON n.id = j.name_id`;
}

function targetSelect(join: string, start: 's' | 't'): string {
  return `SELECT a.name_id, count(DISTINCT a.target_number) AS targets,
    count(DISTINCT CASE WHEN a.score IS NOT NULL THEN a.target_number END) AS scored
  FROM annotations a INDEXED BY annotations_by_name ${join}
  WHERE a.project_id = ? AND a.target_kind = ? AND t.project_id = a.project_id AND ${start}.start_time >= ? AND ${start}.start_time < ?
  GROUP BY a.name_id`;
}

type Bounds = [projectId: number, target: number, from: bigint, to: bigint];

interface LabelCells {
  readonly name: string;
  readonly name_id: number;
  readonly label: string | null;
  readonly targets: number;
  readonly scores: number;
  readonly score_sum: number;
}

interface TargetCells {
  readonly name_id: number;
  readonly targets: number;
  readonly scored: number;
}

/**
 * Counts every annotation of a project's spans or traces in a window; null where there are too many
 * to look at.
 */
export function labelCounts(
  db: Database.Database,
  projectId: number,
  target: 'span' | 'trace',
  { startUnixNano = INT64_MIN, endUnixNano = INT64_MAX }: TimeWindow,
): readonly LabelCounts[] | null {
  const kind = targetNumberOf(target);
  const annotations =
    db.prepare<[number, number], number>(ANNOTATION_COUNT_SQL).pluck(true).get(projectId, kind) ??
    0;
  if (annotations > ANNOTATIONS_MAX) return null;
  const bounds: Bounds = [projectId, kind, startUnixNano, endUnixNano];
  const labels = db.prepare<Bounds, LabelCells>(LABELS_SQL[target]).all(...bounds);
  const targets = db.prepare<Bounds, TargetCells>(ANNOTATED_TARGETS_SQL[target]).all(...bounds);
  const byName = Map.groupBy(labels, (row) => row.name_id);
  return targets
    .flatMap(({ name_id, targets: count, scored }) => {
      const rows = byName.get(name_id) ?? [];
      const [first] = rows;
      if (first === undefined) return [];
      const scores = rows.reduce((sum, row) => sum + row.scores, 0);
      const score =
        scores === 0 ? null : rows.reduce((sum, row) => sum + row.score_sum, 0) / scores;
      return [{ name: first.name, count, scored, score, labels: byFrequency(rows) }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function byFrequency(rows: readonly LabelCells[]): LabelCounts['labels'] {
  return rows
    .flatMap(({ label, targets }) => (label === null ? [] : [{ label, count: targets }]))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}
