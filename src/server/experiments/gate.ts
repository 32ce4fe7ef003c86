import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import { shownNumber } from '#core/experiments/gate-report.ts';
import type { GateOp, GateRule, GateThreshold } from '#core/experiments/gate-rule.ts';
import type { EstimateOptions } from './estimates.ts';
import { measured, type GateSides, type Measured } from './gate-measures.ts';
import type { Margin } from './gate-paired.ts';
import { sharedExamples } from './paired-figures.ts';

/** One function for each rule, in order. */
export function gateTasks(
  rules: readonly GateRule[],
  sides: GateSides & { readonly requireSignificance: boolean },
  options: EstimateOptions,
): readonly (() => GateRuleResult)[] {
  const shared = sides.baseline === null ? null : sharedExamples(sides.baseline, sides.experiment);
  return rules.map((rule) => () => ruleResult(rule, measured(rule, sides, shared, options), sides.requireSignificance));
}

function ruleResult({ text, op, threshold }: GateRule, found: Measured, significant: boolean): GateRuleResult {
  const { value, baseline, difference, missing } = found;
  const limit = thresholdOf(threshold, baseline);
  const result = { rule: text, value, threshold: limit, baseline, difference, missing_values: missing.runs };
  const explained = (sentence: string) =>
    [sentence, found.note, differenceText(found), missing.note].filter((part) => part !== null).join(' ');
  if (value === null) return { ...result, passed: false, detail: explained('No value.') };
  if (limit === null) return { ...result, passed: false, detail: explained('The baseline has no value to compare with.') };
  const named = threshold.kind === 'baseline' ? ` (baseline ${shownNumber(baseline ?? 0)})` : '';
  const compared = `${shownNumber(value)} ${op} ${shownNumber(limit)}${named}`;
  if (!holds(value, op, limit)) return { ...result, passed: true, detail: explained(`Not ${compared}.`) };
  const margin = significant && threshold.kind === 'baseline' ? (found.margin?.() ?? null) : null;
  if (margin === null || isBeyond(margin, op)) return { ...result, passed: false, detail: explained(`${compared}.`) };
  return { ...result, passed: true, detail: explained(`${compared}, but not significantly: ${marginText(margin)}.`) };
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

/** Whether the whole interval lies beyond the threshold. Equality has no such side. */
function isBeyond({ low, high }: Margin, op: GateOp): boolean {
  if (low === null || high === null) return false;
  if (op === '<' || op === '<=') return holds(high, op, 0);
  if (op === '>' || op === '>=') return holds(low, op, 0);
  return true;
}

function marginText({ value, low, high }: Margin): string {
  if (value === null || low === null || high === null) return 'there are too few examples for an interval';
  return `the distance to the threshold is ${shownNumber(value)} [${shownNumber(low)}, ${shownNumber(high)}]`;
}

/** The difference with its interval, and how that was made; null without one. */
function differenceText({ difference, isSmallSample }: Measured): string | null {
  if (difference === null || difference.value === null) return null;
  const { value, low, high, confidence, method, n } = difference;
  const sign = value > 0 ? '+' : '';
  const interval = low === null || high === null ? '' : ` [${shownNumber(low)}, ${shownNumber(high)}]`;
  const made = interval === '' ? 'no interval' : `${shownNumber(100 * confidence)} %, ${method.replaceAll('_', ' ')}`;
  return `Difference to the baseline: ${sign}${shownNumber(value)}${interval} (${made}, n = ${n}${isSmallSample ? ', a small sample' : ''}).`;
}
