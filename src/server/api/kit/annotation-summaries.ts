import type { AnnotationTarget } from '#contracts/annotation-kind.ts';
import type { AnnotationSummary } from '#contracts/annotation.ts';
import type { ReadContext } from './query.ts';

/** What was judged of each row, by row number: one read for a page. At most 1,000 rows. */
export async function readSummaries(
  { annotations }: ReadContext,
  target: AnnotationTarget,
  numbers: readonly number[],
): Promise<(number: number) => AnnotationSummary[]> {
  const found = numbers.length === 0 ? new Map<number, never>() : await annotations.annotationSummaries(target, numbers);
  return (number) =>
    (found.get(number) ?? []).map(({ name, count, score, labels, kinds }) => ({
      name,
      count,
      score,
      labels: [...labels],
      annotator_kinds: [...kinds],
    }));
}
