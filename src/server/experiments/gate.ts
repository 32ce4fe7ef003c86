import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import type { Estimate, PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import { shownNumber } from '#core/experiments/gate-report.ts';
import type { GateFigure, GateOp, GateRule, GateThreshold } from '#core/experiments/gate-rule.ts';
import { nearestName } from '#core/filter/nearest-name.ts';
import type { EstimateOptions } from './estimates.ts';
import type { ExperimentFrame } from './experiment-frame.ts';
import type { JudgeOf } from './judges.ts';
import { scoredColumn } from './judges.ts';
import { evaluatorDifference, measureDifference, sharedExamples } from './paired-figures.ts';
import type { SharedExamples } from './paired-figures.ts';
import { chosenRuns, runFigures } from './run-figures.ts';

/** What a gate is judged by. */
export interface GateSides {
  readonly experiment: ExperimentFrame;
  /** Null when no rule needs it. */
  readonly baseline: ExperimentFrame | null;
  readonly judgeOf: JudgeOf;
  readonly requireSignificance: boolean;
}

/** One function for each rule, in order. */
export function gateTasks(rules: readonly GateRule[], sides: GateSides, options: EstimateOptions): readonly (() => GateRuleResult)[] {
  const shared = sides.baseline === null ? null : sharedExamples(sides.baseline, sides.experiment);
  return rules.map((rule) => () => judged(rule, measured(rule, sides, shared, options), sides.requireSignificance));
}

/** What a rule looks at, on both sides. */
interface Measured {
  readonly value: number | null;
  readonly baseline: number | null;
  /** The paired difference, where the measure is a mean. */
  readonly difference: Estimate | null;
  /** Why there is no value, or what the values are of. */
  readonly note: string | null;
}

function judged({ text, op, threshold }: GateRule, { value, baseline, difference, note }: Measured, significant: boolean): GateRuleResult {
  const limit = thresholdOf(threshold, baseline);
  const result = { rule: text, value, threshold: limit, baseline, difference };
  const more = note === null ? '' : ` ${note}`;
  if (value === null) return { ...result, passed: false, detail: `No value.${more}` };
  if (limit === null) return { ...result, passed: false, detail: `The baseline has no value to compare with.${more}` };
  const named = threshold.kind === 'baseline' ? ` (baseline ${shownNumber(baseline ?? 0)})` : '';
  const compared = `${shownNumber(value)} ${op} ${shownNumber(limit)}${named}`;
  if (!holds(value, op, limit)) return { ...result, passed: true, detail: `Not ${compared}.${more}` };
  if (significant && threshold.kind === 'baseline' && difference !== null && !isSignificant(difference, op, limit - (baseline ?? 0)))
    return { ...result, passed: true, detail: `${compared}, but the difference is not significant: ${intervalText(difference)}.${more}` };
  return { ...result, passed: false, detail: `${compared}.${more}` };
}

function thresholdOf(threshold: GateThreshold, baseline: number | null): number | null {
  if (threshold.kind === 'number') return threshold.value;
  if (baseline === null) return null;
  const { op, value } = threshold;
  const limit = op === '+' ? baseline + value : op === '-' ? baseline - value : op === '*' ? baseline * value : baseline / value;
  return Number.isFinite(limit) ? limit : null;
}

function holds(value: number, op: GateOp, limit: number): boolean {
  switch (op) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '==':
      return value === limit;
    case '!=':
      return value !== limit;
  }
}

/** Whether the whole interval of the difference lies beyond the threshold's distance to the baseline. Equality has no such side. */
function isSignificant({ low, high }: Estimate, op: GateOp, distance: number): boolean {
  if (low === null || high === null) return false;
  if (op === '<' || op === '<=') return holds(high, op, distance);
  if (op === '>' || op === '>=') return holds(low, op, distance);
  return true;
}

function intervalText({ low, high, confidence, n }: Estimate): string {
  if (low === null || high === null) return `${n} pairs are too few for an interval`;
  return `${shownNumber(confidence * 100)} % interval ${shownNumber(low)} to ${shownNumber(high)}, ${n} pairs`;
}

function measured(rule: GateRule, sides: GateSides, shared: SharedExamples | null, options: EstimateOptions): Measured {
  const { measure } = rule;
  if (measure.kind === 'figure') return measuredFigure(measure.figure, rule.threshold, sides, shared, options);
  const { experiment, baseline, judgeOf } = sides;
  const { of, name } = measure;
  const scored = scoredColumn(experiment, name, judgeOf(name));
  if (scored === null) return unknown(unknownName(experiment, name));
  const isPassRate = of === 'pass_rate';
  if (isPassRate && scored.scores.some((score) => !Number.isNaN(score) && score !== 0 && score !== 1))
    return unknown(`Scores of '${name.slice(0, 200)}' are not all 0 or 1, so there is no pass rate; use mean(…).`);
  if (of === 'regressed' || of === 'improved' || rule.threshold.kind === 'baseline') {
    if (baseline === null || shared === null) return unknown('There is no baseline.');
    const found = evaluatorDifference({ base: baseline, other: experiment }, shared, name, judgeOf, options);
    if (found.pairs === 0) return unknown(`No example has a score of '${name.slice(0, 200)}' in both experiments.`);
    return ofDifference(found, of === 'regressed' ? found.regressed : of === 'improved' ? found.improved : null);
  }
  const mean = meanOf(scored.means);
  return mean === null ? unknown(`'${name.slice(0, 200)}' has no scores.`) : { value: mean, baseline: null, difference: null, note: null };
}

/** With a count, the experiment's value is that count, and the baseline's none. */
function ofDifference(found: PairedDifference, count: number | null): Measured {
  const small = found.is_small_sample ? ', a small sample' : '';
  const note = `Over ${found.pairs} shared ${found.pairs === 1 ? 'example' : 'examples'}${small}.`;
  if (count !== null) return { value: count, baseline: 0, difference: found.difference, note };
  return { value: found.mean, baseline: found.base_mean, difference: found.difference, note };
}

function measuredFigure(
  figure: GateFigure,
  threshold: GateThreshold,
  { experiment, baseline }: GateSides,
  shared: SharedExamples | null,
  options: EstimateOptions,
): Measured {
  if (figure === 'error_rate' && threshold.kind === 'baseline' && baseline !== null && shared !== null) {
    const found = measureDifference({ base: baseline, other: experiment }, shared, 'error', options);
    return found.pairs === 0 ? unknown('No example has runs in both experiments.') : ofDifference(found, null);
  }
  const value = figureOf(experiment, figure);
  const note = value === null ? (figure === 'cost_usd' ? 'No cost of its traces is known.' : 'The experiment has no runs.') : null;
  return {
    value,
    baseline: threshold.kind === 'baseline' && baseline !== null ? figureOf(baseline, figure) : null,
    difference: null,
    note,
  };
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

function unknown(note: string): Measured {
  return { value: null, baseline: null, difference: null, note };
}

function unknownName({ evaluations }: ExperimentFrame, name: string): string {
  const names = evaluations.map((one) => one.name);
  const nearest = nearestName(name, names);
  const known = names.slice(0, 20).map((one) => `'${one.slice(0, 80)}'`);
  const hint = nearest === null ? `It has ${known.join(', ') || 'no evaluations'}.` : `Did you mean '${nearest.slice(0, 80)}'?`;
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
