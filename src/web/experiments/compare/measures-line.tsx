import type { ExperimentSummary, PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import { compactCount, exactCount, formatCost } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { figureText } from '../summary/estimate-text.ts';
import { signed, type Trend } from './change-words.ts';
import { surelyTrend } from './difference-line.tsx';

interface MeasuresLineProps {
  readonly summary: ExperimentSummary;
  /** Against the base, by name; empty for the base. */
  readonly differences: ReadonlyMap<string, PairedDifference>;
}

const TONES: Readonly<Record<Trend, string>> = { better: 'tone-ok text-tone', worse: 'tone-error text-tone', neutral: 'text-text3' };

/** Error rate, latency, tokens and cost of an experiment, each with the mean difference per example from the base. */
export function MeasuresLine({ summary, differences }: MeasuresLineProps) {
  const tokens =
    summary.prompt_tokens === null && summary.completion_tokens === null
      ? null
      : (summary.prompt_tokens ?? 0) + (summary.completion_tokens ?? 0);
  const measures = [
    {
      name: 'error',
      label: 'Errors',
      value: figureText(summary.error_rate, true),
      size: (value: number) => `${(value * 100).toFixed(1)} points`,
      title: `${exactCount(summary.run_count)} runs`,
    },
    {
      name: 'latency_ms',
      label: 'Latency p50',
      value: formatDuration(summary.latency_p50_ms),
      size: formatDuration,
      title: `p90 ${formatDuration(summary.latency_p90_ms)}, p99 ${formatDuration(summary.latency_p99_ms)}, n = ${exactCount(summary.run_count)} runs`,
    },
    {
      name: 'tokens',
      label: 'Tokens',
      value: tokens === null ? '' : compactCount(tokens),
      size: (value: number) => compactCount(Math.round(value)),
      title: `${exactCount(summary.prompt_tokens ?? 0)} prompt, ${exactCount(summary.completion_tokens ?? 0)} completion`,
    },
    {
      name: 'cost_usd',
      label: 'Cost',
      value: formatCost(summary.cost_usd),
      size: formatCost,
      title: `${exactCount(summary.run_count)} runs`,
    },
  ];
  return (
    <p className="nums flex flex-wrap gap-x-12 gap-y-2 text-12 leading-17">
      {measures
        .filter(({ value }) => value !== '')
        .map(({ name, label, value, size, title }) => (
          <span key={name} className="whitespace-nowrap" title={title}>
            <span className="text-text3">{label}</span> <span className="text-text1">{value}</span>
            <Change difference={differences.get(name)} size={size} />
          </span>
        ))}
      {summary.pending_traces > 0 && (
        <span className="text-text3">tokens and cost of {exactCount(summary.pending_traces)} traces may still change</span>
      )}
    </p>
  );
}

function Change({ difference, size }: { difference: PairedDifference | undefined; size: (value: number) => string }) {
  const value = difference?.difference.value ?? null;
  if (difference === undefined || value === null || value === 0) return null;
  const trend = surelyTrend(difference);
  const { low, high, confidence } = difference.difference;
  const interval =
    low === null || high === null
      ? ''
      : ` [${signed(low, size)}, ${signed(high, size)}], paired bootstrap ${Math.round(confidence * 100)} %`;
  return (
    <span
      className={`ml-4 ${TONES[trend]}`}
      title={`${signed(value, size)} per example against the base${interval}, n = ${exactCount(difference.pairs)} pairs`}
    >
      {signed(value, size)}
      {trend !== 'neutral' && ` ${trend}`}
    </span>
  );
}
