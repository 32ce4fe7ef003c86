import type { Estimate, PairedDifference } from '#contracts/experiments/experiment-figures.ts';
import type { GateFigure, GateRule, GateThreshold } from '#core/experiments/gate-rule.ts';
import { nearestName } from '#core/filter/nearest-name.ts';
import type { EstimateOptions } from './estimates.ts';
import type { ExperimentFrame } from './experiment-frame.ts';
import { missingValues } from './gate-missing.ts';
import type { MissingValues } from './gate-missing.ts';
import { scoredColumn } from './judges.ts';
import type { JudgeOf } from './judges.ts';
import { evaluatorDifference, measureDifference } from './paired-figures.ts';
import type { SharedExamples } from './paired-figures.ts';
import { chosenRuns, runFigures } from './run-figures.ts';

/** The experiment that a gate judges, and what by. */
export interface GateSides {
  readonly experiment: ExperimentFrame;
  /** Null when no rule needs it. */
  readonly baseline: ExperimentFrame | null;
  readonly judgeOf: JudgeOf;
}

/** What a rule looks at, on both sides. */
export interface Measured {
  readonly value: number | null;
  readonly baseline: number | null;
  /** The paired difference, where the measure is a mean. */
  readonly difference: Estimate | null;
  /** Why there is no value, or what the values are of. */
  readonly note: string | null;
  readonly missing: MissingValues;
}

/** Measures what a rule looks at. */
export function measured(rule: GateRule, sides: GateSides, shared: SharedExamples | null, options: EstimateOptions): Measured {
  return { ...foundFor(rule, sides, shared, options), missing: missingValues(rule.measure, sides.experiment) };
}

type Found = Omit<Measured, 'missing'>;

function foundFor(rule: GateRule, sides: GateSides, shared: SharedExamples | null, options: EstimateOptions): Found {
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
function ofDifference(found: PairedDifference, count: number | null): Found {
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
): Found {
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

function unknown(note: string): Found {
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
