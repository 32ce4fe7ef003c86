import type { OptimizationDirection } from '#contracts/annotations/annotation-kind.ts';
import {
  TREND_LOOKS,
  TREND_SIGNS,
  TREND_WORDS,
  signed,
  trendOf,
  type CellScore,
} from './change-words.ts';

interface ScoreChipProps {
  readonly score: CellScore;
  readonly direction: OptimizationDirection;
}

/** Shorter texts are never cut. */
const SHORT_CHARS = 10;

/**
 * A score of a cell: its name, its value and the difference from the base, with a sign beside the
 * colour.
 */
export function ScoreChip({
  score: { name, value, difference, failed, runs },
  direction,
}: ScoreChipProps) {
  const trend = failed ? 'neutral' : trendOf(difference, direction);
  const change = difference === null || difference === 0 ? '' : signed(difference);
  const mean = runs > 1 ? `, mean of ${runs} runs` : '';
  return (
    <span
      className={`nums inline-flex h-18 max-w-full min-w-0 items-center gap-4 rounded-chip px-4 text-11 leading-18 ${failed ? 'tone-warn bg-tint text-tone' : TREND_LOOKS[trend]}`}
      title={`${name}: ${value}${mean}${change === '' ? '' : `, ${change} against the base`}`}
    >
      <bdi className="clip max-w-80 min-w-16 shrink-[9]">{name}</bdi>
      <bdi className={`clip max-w-80 font-medium ${value.length <= SHORT_CHARS ? 'shrink-0' : ''}`}>
        {value}
      </bdi>
      {change !== '' && (
        <span className="shrink-0">
          {TREND_SIGNS[trend]}
          {change}
          {TREND_WORDS[trend] !== '' && <span className="sr-only"> {TREND_WORDS[trend]}</span>}
        </span>
      )}
    </span>
  );
}
