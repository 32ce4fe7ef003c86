import type {
  Estimate,
  EvaluatorFigures,
  PairedDifference,
} from '#contracts/experiments/experiment-figures.ts';
import { exactCount, plural, threeDigits } from '#web/platform/text/format-number.ts';

const METHODS: Readonly<Record<Estimate['method'], string>> = {
  wilson: 'Wilson',
  wilson_clustered: 'Wilson, clustered by example',
  bootstrap: 'bootstrap',
  clustered_bootstrap: 'bootstrap, clustered by example',
  paired_bootstrap: 'paired bootstrap',
  normal: 'normal approximation',
  constant: 'all values equal',
  none: 'no interval',
};
const WILSON =
  'E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference.';
const CLUSTERED =
  'E. Miller (2024), Adding error bars to evals: repetitions of an example are not independent.';
const BOOTSTRAP = 'B. Efron and R. Tibshirani (1993), An introduction to the bootstrap.';
/** Where each method comes from. */
const SOURCES: Readonly<Record<Estimate['method'], string>> = {
  wilson: WILSON,
  wilson_clustered: `${WILSON}\n${CLUSTERED}`,
  bootstrap: BOOTSTRAP,
  clustered_bootstrap: `${BOOTSTRAP}\n${CLUSTERED}`,
  paired_bootstrap: `${BOOTSTRAP} Differences are resampled by example.`,
  normal: CLUSTERED,
  constant: '',
  none: '',
};
const TESTS: Readonly<Record<NonNullable<PairedDifference['test']>, string>> = {
  mcnemar_exact: 'Exact McNemar test',
  sign_flip: 'Sign-flip test',
};

/**
 * A score as it is shown: a share in per cent with one decimal, any other to three significant
 * digits.
 */
export function figureText(value: number | null, isShare: boolean): string {
  if (value === null) return '';
  if (!isShare) return threeDigits(value);
  const percent = value * 100;
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)} %`;
}

/** "[76.1, 86.9]"; empty where n is too small for an interval. */
export function intervalText(
  { low, high }: Pick<Estimate, 'low' | 'high'>,
  isShare: boolean,
): string {
  if (low === null || high === null) return '';
  const text = (value: number): string =>
    (isShare ? (value * 100).toFixed(1) : threeDigits(value)).replace('-', '−');
  return `[${text(low)}, ${text(high)}]`;
}

/** How a figure was made, within a line: "bootstrap 95 %, n = 196". */
export function methodWords(estimate: Pick<Estimate, 'method' | 'confidence' | 'n'>): string {
  return `${methodName(estimate)}n = ${exactCount(estimate.n)}`;
}

/** The same of a difference between pairs: "paired bootstrap 95 %, 196 pairs". */
export function pairsWords({
  difference,
  pairs,
}: Pick<PairedDifference, 'difference' | 'pairs'>): string {
  return methodName(difference) + plural(pairs, 'pair');
}

function methodName({ method, confidence }: Pick<Estimate, 'method' | 'confidence'>): string {
  return method === 'none' || method === 'constant'
    ? ''
    : `${METHODS[method]} ${Math.round(confidence * 100)} %, `;
}

/** The same where a line begins: "Wilson 95 %, n = 196". */
export function methodText(estimate: Pick<Estimate, 'method' | 'confidence' | 'n'>): string {
  const words = methodWords(estimate);
  // Without a method it is n alone, which is no word.
  return words.startsWith('n =') ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same with resamples and source, for a note. */
export function methodNote(estimate: Estimate): string {
  const resamples = estimate.resamples > 0 ? `, ${exactCount(estimate.resamples)} resamples` : '';
  return [`${methodText(estimate)}${resamples}`, SOURCES[estimate.method]]
    .filter(Boolean)
    .join('\n');
}

export interface Headline {
  readonly estimate: Estimate;
  /** Whether it is a share of runs that passed rather than a mean of scores. */
  readonly isShare: boolean;
}

/** An evaluator's main figure: the pass rate if every score is 0 or 1, else the mean score. */
export function headlineOf({
  pass_rate,
  mean_score,
}: Pick<EvaluatorFigures, 'pass_rate' | 'mean_score'>): Headline {
  return pass_rate === null
    ? { estimate: mean_score, isShare: false }
    : { estimate: pass_rate, isShare: true };
}

/** Whether every pair has the same value: nothing to tell apart. */
export function isUnchanged({ improved, regressed, difference }: PairedDifference): boolean {
  return improved === 0 && regressed === 0 && (difference.value === null || difference.value === 0);
}

/** "+5.5" points for a share, "+0.055" for a score; empty without pairs. */
export function differenceText(
  { difference: { value } }: Pick<PairedDifference, 'difference'>,
  isShare: boolean,
): string {
  if (value === null) return '';
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±';
  const size = Math.abs(value);
  return `${sign}${isShare ? (size * 100).toFixed(1) : threeDigits(size)}`;
}

/** A difference in words: what it is, how sure, of how many pairs. */
export function differenceNote(one: PairedDifference, isShare: boolean): string {
  if (one.difference.value === null) return 'No examples in common with the baseline.';
  const interval = intervalText(one.difference, isShare);
  const lines = [
    `${differenceText(one, isShare)}${isShare ? ' points' : ''}${interval === '' ? '' : ` ${interval}`} against the baseline`,
    `Improved ${exactCount(one.improved)}, regressed ${exactCount(one.regressed)}, unchanged ${exactCount(one.unchanged)}`,
    `${METHODS[one.difference.method]} ${Math.round(one.difference.confidence * 100)} %, ${exactCount(one.pairs)} pairs`,
    ...(one.p_value === null || one.test === null
      ? []
      : [`${TESTS[one.test]}: p ${pText(one.p_value)}`]),
    ...(one.is_small_sample ? ['Fewer than 20 pairs: too few to tell.'] : []),
  ];
  return lines.map((line) => line.charAt(0).toUpperCase() + line.slice(1)).join('\n');
}

function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${threeDigits(p)}`;
}
