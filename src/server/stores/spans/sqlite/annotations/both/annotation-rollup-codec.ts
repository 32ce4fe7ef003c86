import { AnnotationRollup } from './annotation-rollup.ts';

/** A row of `annotation_rollups` without its key. */
export interface AnnotationRollupCells {
  readonly count: number;
  readonly score_count: number;
  readonly score_sum: number;
  readonly labels: string;
}

export function annotationRollupFromCells(cells: AnnotationRollupCells): AnnotationRollup {
  const rollup = new AnnotationRollup();
  rollup.count = cells.count;
  rollup.scoreCount = cells.score_count;
  rollup.scoreSum = cells.score_sum;
  if (cells.labels === '') return rollup;
  for (const [label, count] of JSON.parse(cells.labels) as [string, number][])
    rollup.labels.set(label, count);
  return rollup;
}

export function labelsText(rollup: AnnotationRollup): string {
  return rollup.labels.size === 0 ? '' : JSON.stringify([...rollup.labels]);
}
