import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonObject } from './plain-object.ts';

/** A span's attributes by dotted key, as they were sent plus what conventions add. */
export type FlatAttributes = Map<string, JsonValue>;

/** Sets an attribute that the span does not have; null and undefined set nothing. */
export function setMissing(
  attributes: FlatAttributes,
  key: string,
  value: JsonValue | undefined,
): void {
  if (value !== undefined && value !== null && !attributes.has(key)) attributes.set(key, value);
}

/** The first of the keys that is present. */
export function firstOf(
  attributes: FlatAttributes,
  keys: readonly string[],
): JsonValue | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** An attribute that is text; null otherwise. */
export function textOf(attributes: FlatAttributes, key: string): string | null {
  const value = attributes.get(key);
  return typeof value === 'string' ? value : null;
}

export function hasPrefix(attributes: FlatAttributes, prefix: string): boolean {
  for (const key of attributes.keys()) if (key.startsWith(prefix)) return true;
  return false;
}

/** A member of a JSON object; undefined when it is none or has none. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** A value as text: text as it is, everything else as JSON. */
export function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
