import { invariant } from '#contracts/errors.ts';
import { bootstrapMean, RESAMPLES } from './bootstrap.ts';
import type { BootstrapOptions, MeanInterval } from './bootstrap.ts';
import { mcnemarExact } from './mcnemar.ts';
import { signFlipTest } from './sign-flip.ts';

/** Which way a score is better; `none` where nobody said. */
export type BetterDirection = 'maximize' | 'minimize' | 'none';

/** What one evaluator says of B against A, over the examples that have its score in both. */
export interface PairedDifference {
  readonly pairs: number;
  readonly meanA: number;
  readonly meanB: number;
  /** Of B - A, example by example. */
  readonly difference: MeanInterval;
  /** Examples whose score is higher, lower and the same in B. */
  readonly higher: number;
  readonly lower: number;
  readonly unchanged: number;
  /** The same by what is better; null where the direction is `none`. */
  readonly improved: number | null;
  readonly regressed: number | null;
  /** Two-sided: how likely a difference at least as large is by chance alone. */
  readonly p: number;
  /** McNemar's exact test where every score is 0 or 1; otherwise the test of random signs. */
  readonly test: 'mcnemar_exact' | 'sign_flip';
  /** Fewer than 20 pairs: too few to rely on. */
  readonly isSmallSample: boolean;
  /**
   * Where both the interval and the test speak against chance, `p` < 1 - confidence: `better` or `worse` where the direction is known, else
   * `different`. The test keeps a handful of pairs, of which the bootstrap knows too little, from counting.
   */
  readonly verdict: 'better' | 'worse' | 'different' | 'inconclusive';
}

/** Where fewer pairs are called a small sample. */
export const SMALL_SAMPLE = 20;
/** Means over repetitions that differ by less than this share of their size differ by rounding alone. */
const ROUNDING = 1e-12;

/**
 * Compares B with A by the differences on shared examples: a paired analysis, whose error is smaller than that of two separate means because what
 * makes an example hard is the same in both (E. Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024, section 4.2). `a` and `b` hold one
 * number for each example, in the same order: its score or, with repetitions, the mean of its scores (`clusterMeans`), so that an example is one
 * cluster; NaN where an example has none. Null without an example that has both. The interval is that of `bootstrapMean`, the test
 * `mcnemarExact` or `signFlipTest`.
 */
export function pairedDifference(
  a: Float64Array,
  b: Float64Array,
  options: BootstrapOptions & { readonly direction: BetterDirection },
): PairedDifference | null {
  invariant(a.length === b.length, `both sides have the same examples; got ${a.length} and ${b.length}`);
  const { direction, seed, resamples = RESAMPLES, budget } = options;
  const { differences, sumA, sumB, isPassFail } = pairUp(a, b);
  const difference = bootstrapMean(differences, options);
  if (difference === null) return null;
  let [higher, lower] = [0, 0];
  for (const one of differences) {
    if (one > 0) higher += 1;
    if (one < 0) lower += 1;
  }
  const pairs = differences.length;
  const p = isPassFail ? mcnemarExact(lower, higher).p : signFlipTest(differences, resamples, seed, budget).p;
  const isUpBetter = direction === 'maximize';
  return {
    pairs,
    meanA: sumA / pairs,
    meanB: sumB / pairs,
    difference,
    higher,
    lower,
    unchanged: pairs - higher - lower,
    improved: direction === 'none' ? null : isUpBetter ? higher : lower,
    regressed: direction === 'none' ? null : isUpBetter ? lower : higher,
    p,
    test: isPassFail ? 'mcnemar_exact' : 'sign_flip',
    isSmallSample: pairs < SMALL_SAMPLE,
    verdict: verdictOf(difference, p, direction),
  };
}

function pairUp(
  a: Float64Array,
  b: Float64Array,
): { readonly differences: Float64Array; readonly sumA: number; readonly sumB: number; readonly isPassFail: boolean } {
  const differences = new Float64Array(a.length);
  let [pairs, sumA, sumB] = [0, 0, 0];
  let isPassFail = true;
  for (let at = 0; at < a.length; at += 1) {
    const [before, after] = [a[at] ?? Number.NaN, b[at] ?? Number.NaN];
    if (Number.isNaN(before) || Number.isNaN(after)) continue;
    const difference = after - before;
    differences[pairs] = Math.abs(difference) <= ROUNDING * Math.max(Math.abs(before), Math.abs(after)) ? 0 : difference;
    pairs += 1;
    sumA += before;
    sumB += after;
    isPassFail &&= (before === 0 || before === 1) && (after === 0 || after === 1);
  }
  return { differences: differences.slice(0, pairs), sumA, sumB, isPassFail };
}

function verdictOf({ low, high, confidence }: MeanInterval, p: number, direction: BetterDirection): PairedDifference['verdict'] {
  if (p >= 1 - confidence || low === null || high === null || (low <= 0 && high >= 0)) return 'inconclusive';
  if (direction === 'none') return 'different';
  return low > 0 === (direction === 'maximize') ? 'better' : 'worse';
}
