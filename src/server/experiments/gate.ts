import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import type { Estimate } from '#contracts/experiments/experiment-figures.ts';
import { shownNumber } from '#core/experiments/gate-report.ts';
import type { GateOp, GateRule, GateThreshold } from '#core/experiments/gate-rule.ts';
import type { EstimateOptions } from './estimates.ts';
import { measured } from './gate-measures.ts';
import type { GateSides, Measured } from './gate-measures.ts';
import { sharedExamples } from './paired-figures.ts';

/** One function for each rule, in order. */
export function gateTasks(
  rules: readonly GateRule[],
  sides: GateSides & { readonly requireSignificance: boolean },
  options: EstimateOptions,
): readonly (() => GateRuleResult)[] {
  const shared = sides.baseline === null ? null : sharedExamples(sides.baseline, sides.experiment);
  return rules.map((rule) => () => judged(rule, measured(rule, sides, shared, options), sides.requireSignificance));
}

function judged({ text, op, threshold }: GateRule, found: Measured, significant: boolean): GateRuleResult {
  const { value, baseline, difference, missing } = found;
  const limit = thresholdOf(threshold, baseline);
  const result = { rule: text, value, threshold: limit, baseline, difference, missing_values: missing.runs };
  const more = [found.note, missing.note].map((note) => (note === null ? '' : ` ${note}`)).join('');
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
