import type { PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import { exactCount, threeDigits } from '#web/platform/text/format-number.ts';
import { intervalText, methodNote, pairsWords } from '../summary/estimate-text.ts';
import { TREND_SIGNS, signed, type Trend } from './change-words.ts';

interface DifferenceLineProps {
  readonly difference: PairedDifference;
  /** Whether the values are shares, whose differences are points. */
  readonly isShare: boolean;
}

const TONES: Readonly<Record<Trend, string>> = { better: 'tone-ok text-tone', worse: 'tone-error text-tone', neutral: 'text-text1' };

/** The verdict on a difference: neither better nor worse where it may be chance. */
export function surelyTrend({ verdict }: PairedDifference): Trend {
  return verdict === 'better' || verdict === 'worse' ? verdict : 'neutral';
}

const TESTS: Readonly<Record<NonNullable<PairedDifference['test']>, string>> = {
  mcnemar_exact: 'exact McNemar',
  sign_flip: 'sign-flip test',
};

/** "p = 0.013", "p < 0.001"; empty where there is none. */
export function pText(p: number | null): string {
  return p === null ? '' : p < 0.001 ? 'p < 0.001' : `p = ${threeDigits(p)}`;
}

/** "Improved 14, regressed 3, unchanged 183; +5.5 points [2.0, 9.1]", with the test, the number of pairs and the method. */
export function DifferenceLine({ difference: one, isShare }: DifferenceLineProps) {
  const { value } = one.difference;
  if (one.pairs === 0 || value === null) return <span className="text-text3">No examples in common with the base</span>;
  const trend = surelyTrend(one);
  const interval = intervalText(one.difference, isShare);
  const p = pText(one.p_value);
  return (
    <span className="nums" title={methodNote(one.difference)}>
      Improved {exactCount(one.improved)}, regressed {exactCount(one.regressed)}, unchanged {exactCount(one.unchanged)};{' '}
      <span className={`font-medium whitespace-nowrap ${TONES[trend]}`}>
        {TREND_SIGNS[trend]}
        {signed(value, (size) => (isShare ? (size * 100).toFixed(1) : threeDigits(size)))}
        {isShare && ' points'}
      </span>
      {interval !== '' && <span className="whitespace-nowrap"> {interval}</span>}
      <span className="text-text3">
        {' '}
        {one.is_small_sample && <span className="tone-warn text-tone">too few pairs to tell · </span>}
        {p !== '' && (
          <>
            <span className="whitespace-nowrap">{p}</span> {one.test !== null && `(${TESTS[one.test]})`} ·{' '}
          </>
        )}
        {pairsWords(one)}
      </span>
    </span>
  );
}
