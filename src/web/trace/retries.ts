import type { TraceColumns } from './trace-skeleton.ts';

/** A row that may do again what one before it failed to do. */
export interface RetryCandidate {
  readonly row: number;
  readonly failed: number;
}

const ERROR = 2;

/**
 * Rows whose nearest previous sibling of the same name and kind failed and ended before: likely
 * retries. Comparing the inputs shows whether they are.
 */
export function retryCandidates(columns: TraceColumns, limit: number): readonly RetryCandidate[] {
  const { count, parents, nameIndexes, kinds, statuses, startsMs, durationsMs } = columns;
  const found: RetryCandidate[] = [];
  const last = new Map<string, number>();
  if (!statuses.includes(ERROR)) return found;
  for (let row = 0; row < count && found.length < limit; row++) {
    const key = `${parents[row]} ${nameIndexes[row]} ${kinds[row]}`;
    const before = last.get(key);
    if (statuses[row] === ERROR || before !== undefined) last.set(key, row);
    if (before === undefined || statuses[before] !== ERROR || (parents[row] ?? -1) < 0) continue;
    if ((startsMs[before] ?? 0) + Math.max(0, durationsMs[before] ?? 0) <= (startsMs[row] ?? 0))
      found.push({ row, failed: before });
  }
  return found;
}

/**
 * Which attempt a row is, from 2, and the one before it; for those whose inputs are equal and say
 * something.
 */
export interface Retry {
  readonly of: number;
  readonly attempt: number;
}

/**
 * The candidates that were asked for the same thing again; `inputOf` is null where nothing is
 * known.
 */
export function retriesOf(
  candidates: readonly RetryCandidate[],
  inputOf: (row: number) => string | null,
): ReadonlyMap<number, Retry> {
  const found = new Map<number, Retry>();
  for (const { row, failed } of candidates) {
    const input = inputOf(row);
    if (input === null || input === '' || input !== inputOf(failed)) continue;
    found.set(row, { of: failed, attempt: (found.get(failed)?.attempt ?? 1) + 1 });
  }
  return found;
}
