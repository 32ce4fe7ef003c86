import type { SkeletonInput } from './trace-skeleton.ts';

/** Model calls that more than one span reports. */
export interface RepeatedCalls {
  /** Row of the first span that repeats its parent. */
  readonly first: number;
  /** Calls, however many spans report each. */
  readonly count: number;
  /** The most spans that report one call: 2, or more. */
  readonly reports: number;
}

/**
 * The calls of a trace that totals count once though several spans report them; null without any.
 */
export function repeatedCalls({
  parents,
  repeats,
}: Pick<SkeletonInput, 'parents' | 'repeats'>): RepeatedCalls | null {
  const rows = Object.keys(repeats).map(Number);
  if (rows.length === 0) return null;
  const reports = new Map<number, number>();
  for (const row of rows) {
    const outermost = outermostOf(row, parents, repeats);
    reports.set(outermost, (reports.get(outermost) ?? 1) + 1);
  }
  return {
    first: rows[0] ?? 0,
    count: reports.size,
    reports: [...reports.values()].reduce((a, b) => Math.max(a, b)),
  };
}

/** The span that counts. Each row is passed once, since parents may lead back to themselves. */
function outermostOf(
  row: number,
  parents: SkeletonInput['parents'],
  repeats: SkeletonInput['repeats'],
): number {
  const passed = new Set<number>();
  let at = row;
  while (repeats[at] !== undefined && !passed.has(at)) {
    passed.add(at);
    at = parents[at] ?? -1;
  }
  return at;
}
