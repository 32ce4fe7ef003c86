import { exactCount, formatBytes, plural } from '#web/platform/text/format-number.ts';

interface Rule {
  readonly max_days?: number | null;
  readonly max_traces?: number | null;
  readonly max_bytes?: number | null;
}

/** A rule in words: "30 days, at most 1.00 GB"; "everything, forever" without a limit. */
export function ruleText({ max_days, max_traces, max_bytes }: Rule): string {
  const parts = [
    max_days === null || max_days === undefined ? null : `the last ${plural(max_days, 'day')}`,
    max_traces === null || max_traces === undefined
      ? null
      : `at most ${exactCount(max_traces)} ${max_traces === 1 ? 'trace' : 'traces'}`,
    max_bytes === null || max_bytes === undefined ? null : `at most ${formatBytes(max_bytes)}`,
  ].filter((one) => one !== null);
  return parts.length === 0 ? 'everything, forever' : parts.join(', ');
}

/** Whether a rule deletes nothing that another one keeps: no limit of it is lower. */
export function keepsAsMuch(rule: Rule, other: Rule): boolean {
  return (['max_days', 'max_traces', 'max_bytes'] as const).every(
    (limit) => (rule[limit] ?? Infinity) >= (other[limit] ?? Infinity),
  );
}
