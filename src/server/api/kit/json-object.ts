import { invariant } from '#contracts/errors.ts';

/** The object that a column of JSON objects holds. */
export function jsonObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  invariant(typeof value === 'object' && value !== null && !Array.isArray(value), 'the column holds JSON objects only');
  return value as Record<string, unknown>; // as: an object of JSON has text keys
}
