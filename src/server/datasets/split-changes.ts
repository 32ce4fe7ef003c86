import type { SplitChange } from '#server/stores/meta/datasets/change-rows.queries.ts';

/** The split changes that move an example from its current splits to the given ones. */
export function changesOfSplits(
  exampleId: number,
  before: ReadonlySet<string> | undefined,
  splits: readonly string[],
): readonly SplitChange[] {
  const after = new Set(splits);
  const earlier = before ?? new Set<string>();
  return [
    ...[...earlier]
      .filter((name) => !after.has(name))
      .map((name) => ({ exampleId, name, assigned: false })),
    ...[...after]
      .filter((name) => !earlier.has(name))
      .map((name) => ({ exampleId, name, assigned: true })),
  ];
}
