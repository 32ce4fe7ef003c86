import type { Estimate, PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import { shownNumber } from '#core/experiments/gate-report.ts';
import type {
  GateOp,
  GateRule,
  GateThreshold,
  GateFigure,
  GateMeasure,
} from '#core/experiments/gate-rule.ts';
import { nearestName } from '#core/filter/nearest-name.ts';
import { changeBetween } from './comparison.ts';
import type { EstimateOptions } from './estimates.ts';
import {
  type Margin,
  marginOf,
  meanDifference,
  pairedCost,
  pairedLatency,
  type BaselineThreshold,
  type PairedFrames,
  type PairedMeasure,
} from './gate-paired.ts';
import {
  sharedExamples,
  evaluatorDifference,
  measureDifference,
  measureMeans,
  valuesAt,
  type SharedExamples,
} from './paired-figures.ts';
import type { ExperimentFrame } from './experiment-frame.ts';
import { scoredColumn, type ScoringOf, type ScoredColumn } from './scorings.ts';
import { chosenRuns, runFigures } from './run-figures.ts';

const ALONE = {
  baseline: null,
  difference: null,
  margin: null,
  isSmallSample: false,
  note: null,
} as const;
const NONE: MissingValues = { runs: 0, note: null };

const QUANTILES: Partial<Readonly<Record<GateFigure, number>>> = {
  latency_p50_ms: 0.5,
  latency_p90_ms: 0.9,
  latency_p99_ms: 0.99,
};
const NO_SHARED_RUNS = 'No example has runs in both experiments.';

/** One function for each rule, in order. */
export function gateTasks(
  rules: readonly GateRule[],
  sides: GateSides & { readonly requireSignificance: boolean },
  options: EstimateOptions,
): readonly (() => GateRuleResult)[] {
  const shared = sides.baseline === null ? null : sharedExamples(sides.baseline, sides.experiment);
  return rules.map(
    (rule) => () =>
      ruleResult(rule, measured(rule, sides, shared, options), sides.requireSignificance),
  );
}

function ruleResult(
  { text, op, threshold }: GateRule,
  found: Measured,
  significant: boolean,
): GateRuleResult {
  const { value, baseline, difference, missing } = found;
  const limit = thresholdOf(threshold, baseline);
  const result = {
    rule: text,
    value,
    threshold: limit,
    baseline,
    difference,
    missing_values: missing.runs,
  };
  const explained = (sentence: string) =>
    [sentence, found.note, differenceText(found), missing.note]
      .filter((part) => part !== null)
      .join(' ');
  if (value === null) return { ...result, passed: false, detail: explained('No value.') };
  if (limit === null)
    return {
      ...result,
      passed: false,
      detail: explained('The baseline has no value to compare with.'),
    };
  const named = threshold.kind === 'baseline' ? ` (baseline ${shownNumber(baseline ?? 0)})` : '';
  const compared = `${shownNumber(value)} ${op} ${shownNumber(limit)}${named}`;
  if (!holds(value, op, limit))
    return { ...result, passed: true, detail: explained(`Not ${compared}.`) };
  const margin = significant && threshold.kind === 'baseline' ? (found.margin?.() ?? null) : null;
  if (margin === null || isBeyond(margin, op))
    return { ...result, passed: false, detail: explained(`${compared}.`) };
  return {
    ...result,
    passed: true,
    detail: explained(`${compared}, but not significantly: ${marginText(margin)}.`),
  };
}

function thresholdOf(threshold: GateThreshold, baseline: number | null): number | null {
  if (threshold.kind === 'number') return threshold.value;
  if (baseline === null) return null;
  const { op, value } = threshold;
  const limit =
    op === '+'
      ? baseline + value
      : op === '-'
        ? baseline - value
        : op === '*'
          ? baseline * value
          : baseline / value;
  return Number.isFinite(limit) ? limit : null;
}

/** Rounding errors of means and of thresholds made of the baseline are no difference. */
function holds(value: number, op: GateOp, limit: number): boolean {
  const above = changeBetween(limit, value);
  switch (op) {
    case '<':
      return above < 0;
    case '<=':
      return above <= 0;
    case '>':
      return above > 0;
    case '>=':
      return above >= 0;
    case '==':
      return above === 0;
    case '!=':
      return above !== 0;
  }
}
/** Whether the whole interval lies beyond the threshold. Equality has no such side. */
function isBeyond({ low, high }: Margin, op: GateOp): boolean {
  if (low === null || high === null) return false;
  if (op === '<' || op === '<=') return holds(high, op, 0);
  if (op === '>' || op === '>=') return holds(low, op, 0);
  return true;
}

function marginText({ value, low, high }: Margin): string {
  if (value === null || low === null || high === null)
    return 'there are too few examples for an interval';
  return `the distance to the threshold is ${shownNumber(value)} [${shownNumber(low)}, ${shownNumber(high)}]`;
}

/** The difference with its interval, and how that was made; null without one. */
function differenceText({ difference, isSmallSample }: Measured): string | null {
  if (difference === null || difference.value === null) return null;
  const { value, low, high, confidence, method, n } = difference;
  const sign = value > 0 ? '+' : '';
  const interval =
    low === null || high === null ? '' : ` [${shownNumber(low)}, ${shownNumber(high)}]`;
  const made =
    interval === ''
      ? 'no interval'
      : `${shownNumber(100 * confidence)} %, ${method.replaceAll('_', ' ')}`;
  return `Difference to the baseline: ${sign}${shownNumber(value)}${interval} (${made}, n = ${n}${isSmallSample ? ', a small sample' : ''}).`;
}

/** The experiment to check, and what with. */
interface GateSides {
  readonly experiment: ExperimentFrame;
  /** Null when no rule needs it. */
  readonly baseline: ExperimentFrame | null;
  readonly scoringOf: ScoringOf;
}

/** A rule's measures, on both sides. */
interface Measured {
  readonly value: number | null;
  readonly baseline: number | null;
  /** The paired difference to the baseline; null for counts of runs, and without a baseline. */
  readonly difference: Estimate | null;
  /** Null for counts and without a baseline: these have no interval. */
  readonly margin: (() => Margin) | null;
  readonly isSmallSample: boolean;
  /** Why there is no value. */
  readonly note: string | null;
  readonly missing: MissingValues;
}
type Found = Omit<Measured, 'missing'>;

/** Measures what a rule looks at. */
function measured(
  rule: GateRule,
  sides: GateSides,
  shared: SharedExamples | null,
  options: EstimateOptions,
): Measured {
  const { measure, threshold } = rule;
  const frames =
    sides.baseline === null || shared === null
      ? null
      : { base: sides.baseline, other: sides.experiment, shared };
  const against = threshold.kind === 'baseline' ? threshold : null;
  const found =
    measure.kind === 'evaluation'
      ? measuredEvaluation(measure, against, sides, frames, options)
      : measuredFigure(measure.figure, against, sides.experiment, frames, options);
  return { ...found, missing: missingValues(measure, sides.experiment) };
}

type EvaluationMeasure = Extract<GateMeasure, { kind: 'evaluation' }>;

function measuredEvaluation(
  { of, name }: EvaluationMeasure,
  against: BaselineThreshold | null,
  { experiment, scoringOf }: GateSides,
  frames: PairedFrames | null,
  options: EstimateOptions,
): Found {
  const scoring = scoringOf(name);
  const scored = scoredColumn(experiment, name, scoring);
  if (scored === null) return unknown(unknownName(experiment, name));
  const isCount = of === 'regressed' || of === 'improved';
  const isPaired = isCount || against !== null;
  const before = isPaired && frames !== null ? scoredColumn(frames.base, name, scoring) : null;
  if (of === 'pass_rate' && [scored, before].some((side) => side !== null && !isPassFail(side)))
    return unknown(
      `Scores of '${name.slice(0, 200)}' are not all 0 or 1, so there is no pass rate; use mean(…).`,
    );
  if (!isPaired) {
    const mean = meanOf(scored.means);
    return mean === null
      ? unknown(`'${name.slice(0, 200)}' has no scores.`)
      : { ...ALONE, value: mean };
  }
  if (frames === null) return unknown('There is no baseline.');
  const found = evaluatorDifference(frames, frames.shared, name, scoringOf, options);
  if (before === null || found.pairs === 0)
    return unknown(`No example has a score of '${name.slice(0, 200)}' in both experiments.`);
  const { difference, is_small_sample: isSmallSample } = found;
  if (isCount) return { ...ALONE, value: found[of], baseline: 0, difference, isSmallSample };
  return ofMeans(found, against, { before: before.means, after: scored.means }, frames, options);
}

/** Means of both sides; with a threshold on the baseline also how far the value is from it. */
function ofMeans(
  { name, mean, base_mean: baseline, difference, is_small_sample: isSmallSample }: PairedDifference,
  against: BaselineThreshold | null,
  { before, after }: { readonly before: Float64Array; readonly after: Float64Array },
  { base, other, shared }: PairedFrames,
  options: EstimateOptions,
): Found {
  const scaled = (factor: number): Estimate =>
    meanDifference(valuesAt(before, shared.base), valuesAt(after, shared.other), {
      ...options,
      factor,
      seed: `gate ${base.experimentId} ${other.experimentId} ${name}`,
    });
  const margin = against === null ? null : () => marginOf(against, difference, scaled);
  return { value: mean, baseline, difference, margin, isSmallSample, note: null };
}

function measuredFigure(
  figure: GateFigure,
  against: BaselineThreshold | null,
  experiment: ExperimentFrame,
  frames: PairedFrames | null,
  options: EstimateOptions,
): Found {
  if (against === null || frames === null) return ofFigure(figure, figureOf(experiment, figure));
  const { base, other, shared } = frames;
  if (figure === 'error_rate') {
    const found = measureDifference(frames, shared, 'error', options);
    const means = { before: measureMeans(base, 'error'), after: measureMeans(other, 'error') };
    return found.pairs === 0
      ? unknown(NO_SHARED_RUNS)
      : ofMeans(found, against, means, frames, options);
  }
  if (figure === 'cost_usd')
    return ofPaired(
      pairedCost(frames, against, options),
      'No example has a known cost in both experiments.',
    );
  const quantile = QUANTILES[figure];
  if (quantile !== undefined)
    return ofPaired(pairedLatency(frames, quantile, against, options), NO_SHARED_RUNS);
  return { ...ofFigure(figure, figureOf(experiment, figure)), baseline: figureOf(base, figure) };
}

function ofFigure(figure: GateFigure, value: number | null): Found {
  if (value !== null) return { ...ALONE, value };
  return unknown(
    figure === 'cost_usd' ? 'No cost of its traces is known.' : 'The experiment has no runs.',
  );
}

function ofPaired(found: PairedMeasure | null, none: string): Found {
  return found === null ? unknown(none) : { ...found, note: null };
}

function figureOf(frame: ExperimentFrame, figure: GateFigure): number | null {
  const figures = runFigures(frame, chosenRuns(frame, null, ''));
  switch (figure) {
    case 'missing_runs': {
      const members = frame.revisionIds.filter((id) => !Number.isNaN(id)).length;
      return Math.max(0, members * frame.repetitions - frame.runIds.length);
    }
    case 'failed_runs':
      return frame.failed.reduce((sum, failed) => sum + failed, 0);
    default:
      return figures[figure];
  }
}

function unknown(note: string): Found {
  return { ...ALONE, value: null, note };
}

function isPassFail({ scores }: ScoredColumn): boolean {
  return scores.every((score) => Number.isNaN(score) || score === 0 || score === 1);
}

function unknownName({ evaluations }: ExperimentFrame, name: string): string {
  const names = evaluations.map((one) => one.name);
  const nearest = nearestName(name, names);
  const known = names.slice(0, 20).map((one) => `'${one.slice(0, 80)}'`);
  const hint =
    nearest === null
      ? `The experiment has ${known.join(', ') || 'no evaluations'}.`
      : `Did you mean '${nearest.slice(0, 80)}'?`;
  return `The experiment has no evaluation '${name.slice(0, 200)}'. ${hint}`;
}

/** Each example counts once, however many repetitions have a score. */
function meanOf(means: Float64Array): number | null {
  let [sum, count] = [0, 0];
  for (const mean of means) {
    if (Number.isNaN(mean)) continue;
    sum += mean;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Runs that a rule's value may still change by. */
interface MissingValues {
  readonly runs: number;
  /** The runs' missing values; null if there are none. */
  readonly note: string | null;
}

/**
 * The values still missing for the existing runs: evaluations of those without an error, and tokens
 * and cost of those with a trace.
 */
function missingValues(measure: GateMeasure, frame: ExperimentFrame): MissingValues {
  if (measure.kind === 'evaluation') return missingEvaluations(frame, measure.name);
  return measure.figure === 'cost_usd' ? unreadTraces(frame) : NONE;
}

/** An evaluation that failed is there: nothing says that it is tried again. */
function missingEvaluations({ evaluations, failed }: ExperimentFrame, name: string): MissingValues {
  const states = evaluations.find((one) => one.name === name)?.states;
  let [successful, missing] = [0, 0];
  for (const [run, hasFailed] of failed.entries()) {
    if (hasFailed === 1) continue;
    successful += 1;
    if ((states?.[run] ?? 0) === 0) missing += 1;
  }
  if (missing === 0) return NONE;
  const runs = `${missing} of ${successful} ${successful === 1 ? 'run' : 'runs'} without an error`;
  return { runs: missing, note: `${runs} ${missing === 1 ? 'is' : 'are'} not evaluated.` };
}

/** A trace that was read has a number of tokens, if only 0. */
function unreadTraces({ pending, promptTokens }: ExperimentFrame): MissingValues {
  const runs = pending.filter(
    (isPending, run) => isPending === 1 && Number.isNaN(promptTokens[run] ?? Number.NaN),
  ).length;
  return runs === 0
    ? NONE
    : { runs, note: `The trace of ${runs} ${runs === 1 ? 'run' : 'runs'} was not read yet.` };
}
