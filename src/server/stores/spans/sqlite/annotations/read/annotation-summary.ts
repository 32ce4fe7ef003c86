import { ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationSummary } from '#core/ports/annotation-rows.ts';

export const SUMMARY_SQL = `SELECT n.name, a.annotator_kind, a.label, a.score FROM annotations a INDEXED BY annotations_by_target
JOIN annotation_names n ON n.id = a.name_id WHERE a.target_kind = +? AND a.target_number = +?`;

export interface SummaryCells {
  readonly name: string;
  readonly annotator_kind: number;
  readonly label: string | null;
  readonly score: number | null;
}

const LABELS_MAX = 5;

/** The annotations of one target, summed up by name. */
export function summariesFromCells(cells: readonly SummaryCells[]): AnnotationSummary[] {
  return [...Map.groupBy(cells, (row) => row.name)]
    .map(([name, rows]) => ({
      name,
      count: rows.length,
      score: meanScore(rows),
      labels: labelsOf(rows),
      kinds: kindsOf(rows),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function meanScore(rows: readonly SummaryCells[]): number | null {
  const scores = rows.flatMap((row) => row.score ?? []);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score / scores.length, 0);
}

function labelsOf(rows: readonly SummaryCells[]): AnnotationSummary['labels'] {
  const counts = new Map<string, number>();
  for (const { label } of rows) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .slice(0, LABELS_MAX);
}

function kindsOf(rows: readonly SummaryCells[]): AnnotationSummary['kinds'] {
  return ANNOTATOR_KINDS.filter((_, number) => rows.some((row) => row.annotator_kind === number));
}
