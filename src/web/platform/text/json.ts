/** A JSON value. Span data is untrusted: it is only ever shown as text. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The own property of that name; never one of the prototype's. */
export function prop(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path of own properties. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current = value;
  for (const key of path) current = prop(current, key);
  return current;
}

export function asText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export function asString(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A number, also when it was sent as text. */
export function asNumber(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The value a JSON text holds, or undefined when it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON.parse gives nothing else
  } catch {
    return undefined;
  }
}

/** Parses text that holds an object or a list; anything else stays as it is. */
export function unwrapJson(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const start = value.trimStart().charAt(0);
  if (start !== '{' && start !== '[') return value;
  return parseJson(value) ?? value;
}
