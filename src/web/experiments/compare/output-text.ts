import { laidOutJson } from '#web/platform/text/exact-json.ts';
import type { Json } from '#web/platform/text/json.ts';
import type { FullRun } from './comparison.calls.ts';

/** A value as it is read and compared: text as it is, anything else as JSON in lines. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  return laidOutJson(value as Json); // what was parsed from JSON
}

/** A run's output, or its error; empty without a run. */
export function outputText(run: FullRun | undefined): string {
  if (run === undefined) return '';
  const { error, output } = run.run;
  return error !== null && error !== undefined ? error : valueText(output);
}
