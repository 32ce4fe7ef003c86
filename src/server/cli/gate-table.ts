import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';

const CHARS_SHOWN = 120;

interface GateResult {
  readonly passed: boolean;
  readonly experiment: Experiment;
  readonly baseline: Experiment | null;
  readonly rules: readonly GateRuleResult[];
}

/**
 * A gate's result for a terminal: one line and one sentence for each rule, the failed ones first.
 */
export function gateTable({ passed, experiment, baseline, rules }: GateResult): string {
  const ordered = [...rules.filter((rule) => !rule.passed), ...rules.filter((rule) => rule.passed)];
  const failed = ordered.filter((rule) => !rule.passed).length;
  return [
    `Experiment  ${titleOf(experiment)}`,
    ...(baseline === null ? [] : [`Baseline    ${titleOf(baseline)}`]),
    '',
    ...ordered.flatMap((rule) => [
      `${rule.passed ? 'ok    ' : 'FAILED'}  ${oneLine(rule.rule)}`,
      `        ${oneLine(rule.detail, 1_000)}`,
    ]),
    '',
    passed ? `Passed: ${counted(rules.length)}.` : `Failed: ${failed} of ${counted(rules.length)}.`,
  ].join('\n');
}

function titleOf({
  name,
  sequence_number: number,
  successful_run_count: ok,
  failed_run_count: failed,
  missing_run_count: missing,
}: Experiment): string {
  const runs = [
    `${ok + failed} runs`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ];
  return `#${number} ${oneLine(name)} (${runs.join(', ')})`;
}

function counted(rules: number): string {
  return rules === 1 ? '1 rule' : `${rules} rules`;
}

/** Names come from others: no line ends and no control characters of a terminal. */
export function oneLine(text: string, charsMax = CHARS_SHOWN): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length > charsMax ? `${plain.slice(0, charsMax - 1)}…` : plain;
}
