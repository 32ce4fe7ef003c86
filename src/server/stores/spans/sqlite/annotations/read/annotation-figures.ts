import type Database from 'better-sqlite3';
import type { AnnotationFigures } from '#core/ports/annotation-rows.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { AnnotationRollup } from '../both/annotation-rollup.ts';
import { annotationRollupFromCells, type AnnotationRollupCells } from '../both/annotation-rollup-codec.ts';
import { annotatorFromNumber, targetFromNumber } from '../both/annotation-row-codec.ts';
import { ROLLUP_LEVELS } from '#server/stores/spans/sqlite/rollups/rollup.ts';
import { slotRanges } from '#server/stores/spans/sqlite/rollups/rollup-ranges.ts';

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

/** Sums roll-ups into intervals of equal length. A slot belongs to the interval in which it starts, so edges are exact to a minute. */
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
    (one.name === other.name ? one.annotator_kind - other.annotator_kind : one.name < other.name ? -1 : 1)
  );
}
