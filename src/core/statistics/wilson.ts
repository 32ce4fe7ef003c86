import { invariant } from '#contracts/wire/errors.ts';
import { normalQuantile } from './normal-distribution.ts';

/** A pass rate with its interval. Rates are from 0 to 1. */
export interface RateInterval {
  /** Passes, and values they are counted among. */
  readonly passes: number;
  readonly n: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly method: 'wilson';
  readonly confidence: number;
}

export const CONFIDENCE = 0.95;

/**
 * Wilson's score interval, without continuity correction, for `passes` of `n`; null when `n` is 0.
 * Unlike the Wald interval it stays within 0 and 1 and has a width at 0 % and 100 % (E. B. Wilson,
 * "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
 * Statistical Association 22, 1927; recommended for all `n` by L. D. Brown, T. T. Cai and A.
 * DasGupta, "Interval Estimation for a Binomial Proportion", Statistical Science 16, 2001). The
 * values must be independent: for repetitions, see `passRate`. Neither count needs to be whole, so
 * that `n` can be an effective sample size. Throws unless 0 <= passes <= n and 0 < confidence < 1.
 */
export function wilsonInterval(
  passes: number,
  n: number,
  confidence = CONFIDENCE,
): RateInterval | null {
  invariant(
    passes >= 0 && passes <= n && Number.isFinite(n),
    `passes are from 0 to n; got ${passes} of ${n}`,
  );
  const z = zOf(confidence);
  if (n === 0) return null;
  const rate = passes / n;
  const z2 = z * z;
  const center = (passes + z2 / 2) / (n + z2);
  const half = (z / (n + z2)) * Math.sqrt((passes * (n - passes)) / n + z2 / 4);
  return {
    passes,
    n,
    rate,
    // At the ends the two terms are equal, and would leave a rounding error.
    low: passes === 0 ? 0 : Math.max(0, center - half),
    high: passes === n ? 1 : Math.min(1, center + half),
    method: 'wilson',
    confidence,
  };
}

/**
 * How many standard deviations a two-sided interval of this confidence reaches: 1.96 for 0.95.
 * Throws unless 0 < confidence < 1.
 */
export function zOf(confidence: number): number {
  invariant(confidence > 0 && confidence < 1, `confidence is between 0 and 1; got ${confidence}`);
  return -normalQuantile((1 - confidence) / 2);
}
