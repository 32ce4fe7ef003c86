import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';

interface AnnotatedThing {
  readonly annotations: readonly AnnotationSummary[];
}

/**
 * The names a list can be sorted by: those that its rows have a score under, those of the project's
 * configs, and the one that it is sorted by.
 */
export function scoreNamesOf(
  rows: readonly AnnotatedThing[],
  configs: Iterable<string>,
  current: string | null,
): readonly string[] {
  const names = new Set(configs);
  for (const { annotations } of rows)
    for (const { name, score } of annotations) if (score !== null) names.add(name);
  if (current !== null) names.add(current);
  return [...names].toSorted((a, b) => a.localeCompare(b));
}
