import { invariant } from '#contracts/wire/errors.ts';
import {
  bootstrapMean,
  DRAWS_MAX,
  RESAMPLES,
  RESAMPLES_MIN,
  type BootstrapOptions,
  type MeanInterval,
} from './bootstrap.ts';
import { mcnemarExact } from './mcnemar.ts';
import { signFlipTest } from './sign-flip.ts';

/** Whether a higher score is better; `none` if unknown. */
export type BetterDirection = 'maximize' | 'minimize' | 'none';

/** B compared with A by one evaluator, over the examples that have its score in both. */
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
  /** The same by direction; null for `none`. */
  readonly improved: number | null;
  readonly regressed: number | null;
  /** Two-sided p value: how likely a difference at least as large is by chance alone. */
  readonly p: number;
  /** McNemar's exact test if every score is 0 or 1, otherwise the sign-flip test. */
  readonly test: 'mcnemar_exact' | 'sign_flip';
  /** Random sign assignments that the test drew; 0 if it enumerated all, and for McNemar's test. */
  readonly testResamples: number;
  /** Fewer than 20 pairs: too few to rely on. */
  readonly isSmallSample: boolean;
  /**
   * `inconclusive` unless the interval excludes zero and `p` < 1 - confidence; `different` if the
   * direction is `none`. The test is required too because the bootstrap interval of a handful of
   * pairs is too narrow.
   */
  readonly verdict: 'better' | 'worse' | 'different' | 'inconclusive';
}

/** Fewer pairs are a small sample. */
export const SMALL_SAMPLE = 20;
const SIGNS_A_DRAW = 8;
/**
 * Means over repetitions that differ by a smaller share of their size are equal but for rounding.
 */
const ROUNDING = 1e-12;

/**
 * Compares B with A by the differences on shared examples. The error of a paired analysis is
 * smaller than that of two separate means, because hard examples are hard for both (E. Miller,
 * "Adding Error Bars to Evals", arXiv:2411.00640, 2024, on paired analysis). `a` and `b` hold one
 * number for each example, in the same order: its score or, with repetitions, the mean of its
 * scores (`clusterMeans`), so that an example is one cluster; NaN if it has none. Null without an
 * example that has both. The interval is that of `bootstrapMean`, the test `mcnemarExact` or
 * `signFlipTest`.
 */
export function pairedDifference(
  a: Float64Array,
  b: Float64Array,
  options: BootstrapOptions & { readonly direction: BetterDirection },
): PairedDifference | null {
  invariant(
    a.length === b.length,
    `both sides have the same examples; got ${a.length} and ${b.length}`,
  );
  const { direction, seed, resamples = RESAMPLES, drawsMax = DRAWS_MAX, budget } = options;
  const { differences, sumA, sumB, isPassFail } = pairUp(a, b);
  const difference = bootstrapMean(differences, options);
  if (difference === null) return null;
  const pairs = differences.length;
  let [higher, lower] = [0, 0];
  for (const one of differences) {
    if (one > 0) higher += 1;
    if (one < 0) lower += 1;
  }
  // One draw chooses the signs of eight differences.
  const flips = Math.max(
    RESAMPLES_MIN,
    Math.min(resamples, Math.floor((SIGNS_A_DRAW * drawsMax) / pairs)),
  );
  const tested = isPassFail
    ? { p: mcnemarExact(lower, higher).p, resamples: 0 }
    : signFlipTest(differences, flips, seed, budget);
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
    p: tested.p,
    test: isPassFail ? 'mcnemar_exact' : 'sign_flip',
    testResamples: tested.resamples,
    isSmallSample: pairs < SMALL_SAMPLE,
    verdict: verdictOf(difference, tested.p, direction),
  };
}

function pairUp(
  a: Float64Array,
  b: Float64Array,
): {
  readonly differences: Float64Array;
  readonly sumA: number;
  readonly sumB: number;
  readonly isPassFail: boolean;
} {
  const differences = new Float64Array(a.length);
  let [pairs, sumA, sumB] = [0, 0, 0];
  let isPassFail = true;
  for (let at = 0; at < a.length; at += 1) {
    const [before, after] = [a[at] ?? Number.NaN, b[at] ?? Number.NaN];
    if (Number.isNaN(before) || Number.isNaN(after)) continue;
    const difference = after - before;
    differences[pairs] =
      Math.abs(difference) <= ROUNDING * Math.max(Math.abs(before), Math.abs(after))
        ? 0
        : difference;
    pairs += 1;
    sumA += before;
    sumB += after;
    isPassFail &&= (before === 0 || before === 1) && (after === 0 || after === 1);
  }
  return { differences: differences.slice(0, pairs), sumA, sumB, isPassFail };
}

function verdictOf(
  { low, high, confidence }: MeanInterval,
  p: number,
  direction: BetterDirection,
): PairedDifference['verdict'] {
  if (p >= 1 - confidence || low === null || high === null || (low <= 0 && high >= 0))
    return 'inconclusive';
  if (direction === 'none') return 'different';
  return low > 0 === (direction === 'maximize') ? 'better' : 'worse';
}
