import type { JsonObject } from '#web/platform/text/json.ts';
import type { Language } from './literal.ts';

interface Embedded {
  readonly key: string;
  readonly languages: readonly Language[];
}

/** Marks beside the objects, not in them: nothing that a sender wrote can be taken for one. */
const MARKED = new WeakMap<object, Embedded>();

/**
 * An object with a base64 value that the clients of these languages expect as bytes. JSON keeps it
 * as it is.
 */
export function withBytes(
  value: JsonObject,
  key: string,
  languages: readonly Language[],
): JsonObject {
  MARKED.set(value, { key, languages });
  return value;
}

/** Whether that value of the object is to be decoded in that language. */
export function isBytes(value: object, key: string, language: Language): boolean {
  const marked = MARKED.get(value);
  return marked !== undefined && marked.key === key && marked.languages.includes(language);
}
