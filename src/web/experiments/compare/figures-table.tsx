import type { ReactNode } from 'react';
import type {
  ExperimentSummary,
  PairedDifference,
} from '#contracts/experiments/experiment-figures.ts';
import type { ComparisonSummary } from './comparison.calls.ts';
import {
  figureText,
  headlineOf,
  intervalText,
  methodNote,
  methodWords,
  pairsWords,
} from '../summary/estimate-text.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import {
  compactCount,
  exactCount,
  formatCost,
  threeDigits,
} from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { signed, type Trend, TREND_SIGNS } from './change-words.ts';

interface FiguresTableProps {
  /** Those that are shown, each with its place in the comparison: all, or on a phone one. */
  readonly columns: readonly { readonly experiment: Experiment; readonly place: number }[];
  /** By Global ID; missing while they are read. */
  readonly summaries: ReadonlyMap<string, ExperimentSummary>;
  readonly comparison: ComparisonSummary | undefined;
  readonly evaluation: string | null;
  readonly grid: string;
}

const EVALUATORS_MAX = 50;

/** The figures of each evaluator in each experiment, and what changed against the base. */
export function FiguresTable({
  columns,
  summaries,
  comparison,
  evaluation,
  grid,
}: FiguresTableProps) {
  const names = new Set(comparison?.evaluations);
  for (const { evaluators } of summaries.values())
    for (const { name } of evaluators) names.add(name);
  const sorted = [...names].toSorted(
    (a, b) => Number(b === evaluation) - Number(a === evaluation) || a.localeCompare(b),
  );
  const differences = new Map(
    comparison?.against_base.map((one) => [
      one.experiment_id,
      new Map(one.differences.map((each) => [each.name, each])),
    ]) ?? [],
  );
  const of = (id: string): ReadonlyMap<string, PairedDifference> =>
    differences.get(id) ?? new Map<string, PairedDifference>();
  return (
    <div
      role="table"
      aria-label="Figures"
      className="max-h-[42vh] shrink-0 overflow-y-auto border-b border-line1 [scrollbar-gutter:stable]"
    >
      {sorted.slice(0, EVALUATORS_MAX).map((name) => (
        <Row key={name} grid={grid} head={name} isStrong={name === evaluation}>
          {columns.map(({ experiment: { id }, place }) => (
            <EvaluatorCell
              key={id}
              name={name}
              summary={summaries.get(id)}
              difference={place === 0 ? undefined : of(id).get(name)}
            />
          ))}
        </Row>
      ))}
      <Row grid={grid} head="Runs" isStrong={false}>
        {columns.map(({ experiment: { id }, place }) => {
          const summary = summaries.get(id);
          return (
            <Cell key={id}>
              {summary === undefined ? (
                <Loading />
              ) : (
                <MeasuresLine summary={summary} differences={place === 0 ? new Map() : of(id)} />
              )}
            </Cell>
          );
        })}
      </Row>
    </div>
  );
}

function Row({
  grid,
  head,
  isStrong,
  children,
}: {
  grid: string;
  head: string;
  isStrong: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role="row"
      className="grid border-b border-line1 py-4 last:border-b-0"
      style={{ gridTemplateColumns: grid }}
    >
      <div
        role="rowheader"
        title={head}
        className={`verbatim line-clamp-2 px-12 text-12 leading-17 ${isStrong ? 'font-semibold text-text1' : 'text-text2'}`}
      >
        <bdi>{head}</bdi>
      </div>
      {children}
    </div>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return (
    <div role="cell" className="min-w-0 px-8 text-12 leading-17">
      {children}
    </div>
  );
}

interface EvaluatorCellProps {
  readonly name: string;
  readonly summary: ExperimentSummary | undefined;
  /** Undefined for the base, and while it is read. */
  readonly difference: PairedDifference | undefined;
}

function EvaluatorCell({ name, summary, difference }: EvaluatorCellProps) {
  if (summary === undefined)
    return (
      <Cell>
        <Loading />
      </Cell>
    );
  const figures = summary.evaluators.find((one) => one.name === name);
  if (figures === undefined)
    return (
      <Cell>
        <span className="text-text3">Not evaluated</span>
      </Cell>
    );
  const { estimate, isShare } = headlineOf(figures);
  const [label] = figures.labels;
  return (
    <Cell>
      <p className="nums" title={methodNote(estimate)}>
        {estimate.value === null ? (
          <span className="text-text2">
            {label === undefined
              ? 'No scores'
              : `Mostly ${label.label} (${label.count} of ${figures.count}); no scores`}
          </span>
        ) : (
          <>
            <span className="text-13 font-semibold text-text1">
              {figureText(estimate.value, isShare)}
            </span>{' '}
            <span className="text-text2">{intervalText(estimate, isShare)}</span>{' '}
            <span className="text-11 text-text3">
              {isShare ? 'pass rate' : 'mean'}, {methodWords(estimate)}
            </span>
          </>
        )}
        {figures.error_count > 0 && (
          <span className="tone-warn ml-6 text-tone">{figures.error_count} evaluator errors</span>
        )}
      </p>
      {difference !== undefined && estimate.value !== null && (
        <p className="text-text2">
          <DifferenceLine difference={difference} isShare={isShare} />
        </p>
      )}
    </Cell>
  );
}

function Loading() {
  return <div className="skeleton my-4 h-10 w-120" />;
}

interface MeasuresLineProps {
  readonly summary: ExperimentSummary;
  /** Against the base, by name; empty for the base. */
  readonly differences: ReadonlyMap<string, PairedDifference>;
}

const TONES: Readonly<Record<Trend, string>> = {
  better: 'tone-ok text-tone',
  worse: 'tone-error text-tone',
  neutral: 'text-text3',
};

/**
 * Error rate, latency, tokens and cost of an experiment, each with the mean difference per example
 * from the base.
 */
function MeasuresLine({ summary, differences }: MeasuresLineProps) {
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
        <span className="text-text3">
          tokens and cost of {exactCount(summary.pending_traces)} traces may still change
        </span>
      )}
    </p>
  );
}

function Change({
  difference,
  size,
}: {
  difference: PairedDifference | undefined;
  size: (value: number) => string;
}) {
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

interface DifferenceLineProps {
  readonly difference: PairedDifference;
  /** Whether the values are shares, whose differences are points. */
  readonly isShare: boolean;
}

const VERDICT_TONES: Readonly<Record<Trend, string>> = {
  better: 'tone-ok text-tone',
  worse: 'tone-error text-tone',
  neutral: 'text-text1',
};

/** The verdict on a difference: neither better nor worse where it may be chance. */
function surelyTrend({ verdict }: PairedDifference): Trend {
  return verdict === 'better' || verdict === 'worse' ? verdict : 'neutral';
}

const TESTS: Readonly<Record<NonNullable<PairedDifference['test']>, string>> = {
  mcnemar_exact: 'exact McNemar',
  sign_flip: 'sign-flip test',
};

/** "p = 0.013", "p < 0.001"; empty where there is none. */
function pText(p: number | null): string {
  return p === null ? '' : p < 0.001 ? 'p < 0.001' : `p = ${threeDigits(p)}`;
}

/**
 * "Improved 14, regressed 3, unchanged 183; +5.5 points [2.0, 9.1]", with the test, the number of
 * pairs and the method.
 */
function DifferenceLine({ difference: one, isShare }: DifferenceLineProps) {
  const { value } = one.difference;
  if (one.pairs === 0 || value === null)
    return <span className="text-text3">No examples in common with the base</span>;
  const trend = surelyTrend(one);
  const interval = intervalText(one.difference, isShare);
  const p = pText(one.p_value);
  return (
    <span className="nums" title={methodNote(one.difference)}>
      Improved {exactCount(one.improved)}, regressed {exactCount(one.regressed)}, unchanged{' '}
      {exactCount(one.unchanged)};{' '}
      <span className={`font-medium whitespace-nowrap ${VERDICT_TONES[trend]}`}>
        {TREND_SIGNS[trend]}
        {signed(value, (size) => (isShare ? (size * 100).toFixed(1) : threeDigits(size)))}
        {isShare && ' points'}
      </span>
      {interval !== '' && <span className="whitespace-nowrap"> {interval}</span>}
      <span className="text-text3">
        {' '}
        {one.is_small_sample && (
          <span className="tone-warn text-tone">too few pairs to tell · </span>
        )}
        {p !== '' && (
          <>
            <span className="whitespace-nowrap">{p}</span>{' '}
            {one.test !== null && `(${TESTS[one.test]})`} ·{' '}
          </>
        )}
        {pairsWords(one)}
      </span>
    </span>
  );
}
