import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import type { AnnotationSummary as StoredSummary } from '#core/ports/annotation-rows.ts';
import type { ReadContext } from '#server/threads/query.ts';

/** Heads of columns for annotations of these names. */
export function annotationHeads(names: readonly string[]): string[] {
  return names.map((name) => `annotations.${name}`);
}

/**
 * Their cells: the mean score, or without scores the most frequent label; undefined where nothing
 * was annotated under the name.
 */
export function annotationCells(
  names: readonly string[],
  summaries: readonly AnnotationSummary[],
): (string | number | undefined)[] {
  return names.map((name) => {
    const found = summaries.find((summary) => summary.name === name);
    return found?.score ?? found?.labels[0]?.label;
  });
}

/** Annotations of each row, by row number: one read for a page. At most 1,000 rows. */
export async function readSummaries(
  { annotations }: ReadContext,
  target: AnnotationTarget,
  numbers: readonly number[],
): Promise<(number: number) => AnnotationSummary[]> {
  const found =
    numbers.length === 0
      ? new Map<number, never>()
      : await annotations.annotationSummaries(target, numbers);
  return (number) => summariesReply(found.get(number) ?? []);
}

/** The summaries of one row as replies have them. */
export function summariesReply(summaries: readonly StoredSummary[]): AnnotationSummary[] {
  return summaries.map(({ name, count, score, labels, kinds }) => ({
    name,
    count,
    score,
    labels: [...labels],
    annotator_kinds: [...kinds],
  }));
}
