import { SPAN_KINDS } from '#contracts/span-kind.ts';
import type { SkeletonInput } from './trace-columns.ts';

const LLM = SPAN_KINDS.indexOf('LLM');
const NONE = -1;
/** What stands above a row is not known yet. */
const UNKNOWN = -2;

/** Calls of a model that are told twice: the inner span of the first of them, and how many there are. */
export interface DoubledCalls {
  readonly first: number;
  readonly count: number;
}

/**
 * Calls whose span lies within another of the same model and counts, as when an SDK traces itself below an instrumentation of it. Each row is
 * passed once: what was found above it is kept for the rows below.
 */
export function doubledCalls(skeleton: SkeletonInput): DoubledCalls | null {
  const { kinds, token_counts_prompt: prompts, token_counts_completion: completions } = skeleton;
  const above = new Int32Array(kinds.length).fill(UNKNOWN);
  let first = NONE;
  let count = 0;
  for (let row = 0; row < kinds.length; row++) {
    if (kinds[row] !== LLM || (prompts[row] ?? 0) + (completions[row] ?? 0) === 0) continue;
    const outer = callAbove(skeleton, above, row);
    if (outer === NONE || prompts[outer] !== prompts[row] || completions[outer] !== completions[row]) continue;
    if (!isOneModel(skeleton.models[outer] ?? null, skeleton.models[row] ?? null)) continue;
    if (count === 0) first = row;
    count++;
  }
  return count === 0 ? null : { first, count };
}

/** The nearest call of a model that a row lies within. Parents that lead back to themselves have none. */
function callAbove({ kinds, parents }: SkeletonInput, above: Int32Array, row: number): number {
  const passed: number[] = [];
  let at = row;
  let found = UNKNOWN;
  while (found === UNKNOWN) {
    passed.push(at);
    above[at] = NONE;
    const parent = parents[at] ?? NONE;
    if (parent < 0) found = NONE;
    else if (kinds[parent] === LLM) found = parent;
    else found = above[parent] ?? NONE;
    at = parent;
  }
  for (const one of passed) above[one] = found;
  return found;
}

/** One span may name the model that was asked for, the other the dated one that answered. */
function isOneModel(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && (one.startsWith(other) || other.startsWith(one));
}
