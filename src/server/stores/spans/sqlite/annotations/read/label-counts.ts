import type Database from 'better-sqlite3';
import type { LabelCounts } from '#core/ports/annotation-rows.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { targetNumberOf } from '../both/annotation-row-codec.ts';

/** Annotations looked at in one count, each with its target's row: some 100 ms. */
const ANNOTATIONS_MAX = 50_000;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

const OF_PROJECT = 'FROM annotations a INDEXED BY annotations_by_name WHERE a.project_id = +? AND a.target_kind = +?';
export const ANNOTATION_COUNT_SQL = `SELECT count(*) FROM (SELECT 1 ${OF_PROJECT} LIMIT ${ANNOTATIONS_MAX + 1})`;

/** Labels of the annotated targets of a window; a target that waits for its purge no longer belongs to a project. */
export const LABELS_SQL = {
  trace: labelSelect('CROSS JOIN traces t ON t.id = a.target_number', 't'),
  span: labelSelect('CROSS JOIN spans s ON s.id = a.target_number CROSS JOIN traces t ON t.id = s.trace_number', 's'),
};

function labelSelect(join: string, start: 's' | 't'): string {
  return `SELECT n.name, j.* FROM (SELECT a.name_id, a.label, count(DISTINCT a.target_number) AS targets,
    count(a.score) AS scores, total(a.score) AS score_sum
  FROM annotations a INDEXED BY annotations_by_name ${join}
  WHERE a.project_id = ? AND a.target_kind = ? AND t.project_id = a.project_id AND ${start}.start_time >= ? AND ${start}.start_time < ?
  GROUP BY a.name_id, a.label) j JOIN annotation_names n ON n.id = j.name_id`;
}

/** Targets with any annotation of a name, and those with a score. */
export const ANNOTATED_TARGETS_SQL = {
  trace: targetSelect('CROSS JOIN traces t ON t.id = a.target_number', 't'),
  span: targetSelect('CROSS JOIN spans s ON s.id = a.target_number CROSS JOIN traces t ON t.id = s.trace_number', 's'),
};

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

/** Counts every annotation of a project's spans or traces in a window; null where there are too many to look at. */
export function labelCounts(
  db: Database.Database,
  projectId: number,
  target: 'span' | 'trace',
  { startUnixNano = INT64_MIN, endUnixNano = INT64_MAX }: TimeWindow,
): readonly LabelCounts[] | null {
  const kind = targetNumberOf(target);
  const annotations = db.prepare<[number, number], number>(ANNOTATION_COUNT_SQL).pluck(true).get(projectId, kind) ?? 0;
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
      const score = scores === 0 ? null : rows.reduce((sum, row) => sum + row.score_sum, 0) / scores;
      return [{ name: first.name, count, scored, score, labels: byFrequency(rows) }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function byFrequency(rows: readonly LabelCells[]): LabelCounts['labels'] {
  return rows
    .flatMap(({ label, targets }) => (label === null ? [] : [{ label, count: targets }]))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}
