import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { formatCost, formatShare } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { figureText, headlineOf, intervalText } from '../summary/estimate-text.ts';
import { evaluatorOf } from './experiment-order.ts';

/** So many experiments are in a trend, the newest. */
export const TREND_MAX = 20;
const EVALUATORS_MAX = 8;

export interface TrendPoint {
  readonly number: number;
  readonly name: string;
  /** Null where the experiment has no such figure. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly text: string;
}

/** "#3 87 % [80.2, 91.9] short prompt". */
export function trendPointText({
  number,
  name,
  text,
}: Pick<TrendPoint, 'number' | 'name' | 'text'>): string {
  return `#${number} ${text === '' ? 'no value' : text} ${shownName(name)}`;
}

/** A figure over experiments, the oldest first. */
export interface Trend {
  readonly key: string;
  readonly label: string;
  readonly points: readonly TrendPoint[];
  /** The baseline's value, if it is among the loaded experiments. */
  readonly baseline: number | null;
}

interface Figure {
  readonly value: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
  readonly text: string;
}

const NOTHING: Figure = { value: null, text: '' };

function evaluatorFigure(name: string): (summary: ExperimentSummary) => Figure {
  return (summary) => {
    const figures = evaluatorOf(summary, name);
    if (figures === undefined) return NOTHING;
    const { estimate, isShare } = headlineOf(figures);
    const { value, low, high } = estimate;
    return {
      value,
      low,
      high,
      text: `${figureText(value, isShare)} ${intervalText(estimate, isShare)}`.trim(),
    };
  };
}

const MEASURES: readonly {
  readonly label: string;
  readonly figure: (summary: ExperimentSummary) => Figure;
}[] = [
  {
    label: 'Latency p50',
    figure: ({ latency_p50_ms: value }) => ({ value, text: formatDuration(value) }),
  },
  { label: 'Cost', figure: ({ cost_usd: value }) => ({ value, text: formatCost(value) }) },
  {
    label: 'Error rate',
    figure: ({ error_rate: value }) => ({
      value,
      text: value === null ? '' : formatShare(value, 1),
    }),
  },
];

/**
 * The trends worth showing: each evaluator, then latency, cost and errors; none with fewer than two
 * experiments.
 */
export function trendsOf(
  rows: readonly ExperimentSummary[],
  evaluators: readonly string[],
): readonly Trend[] {
  const byNumber = rows.toSorted(
    (a, b) => a.experiment.sequence_number - b.experiment.sequence_number,
  );
  const baseline = byNumber.find(({ experiment }) => experiment.tags.includes('baseline'));
  const shown = byNumber.slice(-TREND_MAX);
  const trend = (
    key: string,
    label: string,
    figure: (summary: ExperimentSummary) => Figure,
  ): Trend => ({
    key,
    label,
    baseline: baseline === undefined ? null : figure(baseline).value,
    points: shown.map((summary) => {
      const { value, low = null, high = null, text } = figure(summary);
      return {
        number: summary.experiment.sequence_number,
        name: summary.experiment.name,
        value,
        low,
        high,
        text,
      };
    }),
  });
  return [
    ...evaluators
      .slice(0, EVALUATORS_MAX)
      .map((name) => trend(`score ${name}`, name, evaluatorFigure(name))),
    ...MEASURES.map(({ label, figure }) => trend(label, label, figure)),
  ].filter(
    ({ points }) =>
      points.filter(({ value }) => value !== null).length > 1 &&
      points.some(({ value }) => value !== 0),
  );
}
