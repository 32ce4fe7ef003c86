import { invariant } from '#contracts/wire/errors.ts';
import { parseExactJson } from './json-body.ts';

/** The object that a column of JSON objects holds. */
export function jsonObject(text: string): Record<string, unknown> {
  return objectOf(JSON.parse(text));
}

/** The same; numbers have all their digits once it is written as JSON. */
export function exactJsonObject(text: string): Record<string, unknown> {
  return text === '{}' ? {} : objectOf(parseExactJson(text));
}

function objectOf(value: unknown): Record<string, unknown> {
  invariant(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    'the column holds JSON objects only',
  );
  return value as Record<string, unknown>; // as: an object of JSON has text keys
}
