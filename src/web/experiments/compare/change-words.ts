import type {
  ComparedCell,
  ComparedExample,
} from '#contracts/experiments/experiment-comparison.ts';
import type { OptimizationDirection } from '#contracts/annotations/annotation-kind.ts';

/** Better, worse, or neither known to be. */
export type Trend = 'better' | 'worse' | 'neutral';

/** The meaning of a difference, given which direction is better. */
export function trendOf(difference: number | null, direction: OptimizationDirection): Trend {
  if (difference === null || difference === 0 || direction === 'NONE') return 'neutral';
  return difference > 0 === (direction === 'MAXIMIZE') ? 'better' : 'worse';
}

export const TREND_LOOKS: Readonly<Record<Trend, string>> = {
  better: 'tone-ok bg-tint text-tone',
  worse: 'tone-error bg-tint text-tone',
  neutral: 'bg-bg3 text-text2',
};
/** Never color alone. */
export const TREND_SIGNS: Readonly<Record<Trend, string>> = {
  better: '▴',
  worse: '▾',
  neutral: '',
};
export const TREND_WORDS: Readonly<Record<Trend, string>> = {
  better: 'improved',
  worse: 'regressed',
  neutral: '',
};

export const CHANGE_WORDS: Readonly<Record<ComparedCell['change'], string>> = {
  base: 'Base',
  improved: 'Improved',
  regressed: 'Regressed',
  mixed: 'Mixed',
  unchanged: 'Unchanged',
  unknown: '',
};

/**
 * A score in little room: 1, 0.5, 0.98; to two digits behind the point, or two significant ones
 * below that.
 */
export function shortScore(value: number): string {
  return String(Number(Math.abs(value) >= 0.01 ? value.toFixed(2) : value.toPrecision(2)));
}

/** A number with its sign: +0.25, −0.25; ±0 for none. */
export function signed(value: number, text: (size: number) => string = shortScore): string {
  return value === 0 ? '±0' : `${value > 0 ? '+' : '−'}${text(Math.abs(value))}`;
}

/** Whether an example got worse in any of the further experiments. */
export function isRegression(row: ComparedExample): boolean {
  return row.cells.some(({ change }) => change === 'regressed' || change === 'mixed');
}

/** A cell's content under one name. */
export interface CellScore {
  readonly name: string;
  /** The score, its mean over repetitions, the label, or that the evaluator failed. */
  readonly value: string;
  readonly difference: number | null;
  readonly failed: boolean;
  readonly runs: number;
}

/**
 * The scores of a cell, the most telling first, since there may be room for one alone: the
 * evaluation `first` where one was chosen, then what got worse, then what else differs from the
 * base, then by name. Evaluations without a direction are maximized.
 */
export function cellScores(
  cell: ComparedCell,
  first: string | null,
  directions: ReadonlyMap<string, OptimizationDirection>,
): readonly CellScore[] {
  const means = new Map(cell.scores.map((one) => [one.name, one]));
  const names = new Set([
    ...means.keys(),
    ...cell.runs.flatMap((run) => run.evaluations.map(({ name }) => name)),
  ]);
  const rankOf = (name: string): number => {
    if (name === first) return 0;
    const difference = means.get(name)?.difference ?? null;
    if (trendOf(difference, directions.get(name) ?? 'MAXIMIZE') === 'worse') return 1;
    return difference === null || difference === 0 ? 3 : 2;
  };
  const sorted = [...names].toSorted((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b));
  return sorted.map((name): CellScore => {
    const given = cell.runs.flatMap((run) => run.evaluations.filter((one) => one.name === name));
    const mean = means.get(name);
    const labels = new Set(given.map(({ label }) => label).filter((label) => label !== null));
    const [label] = labels;
    const isOneLabel = labels.size === 1 && given.every((one) => one.label !== null);
    const value =
      isOneLabel && label !== undefined
        ? label
        : mean === undefined
          ? labels.size > 0
            ? `${labels.size} labels`
            : 'error'
          : shortScore(mean.mean);
    const failed = mean === undefined && labels.size === 0;
    return { name, value, difference: mean?.difference ?? null, failed, runs: given.length };
  });
}
