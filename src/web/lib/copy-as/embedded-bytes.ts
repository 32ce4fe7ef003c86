import type { JsonObject } from '../json.ts';
import type { Language } from './literal.ts';

interface Embedded {
  readonly key: string;
  readonly languages: readonly Language[];
}

/** Marks beside the objects, not in them: nothing that a sender wrote can be taken for one. */
const MARKED = new WeakMap<object, Embedded>();

/** An object one of whose values is base64, which the clients of these languages want as the bytes it stands for. JSON has it as it is. */
export function withBytes(value: JsonObject, key: string, languages: readonly Language[]): JsonObject {
  MARKED.set(value, { key, languages });
  return value;
}

/** Whether that value of the object is to be decoded in that language. */
export function isBytes(value: object, key: string, language: Language): boolean {
  const marked = MARKED.get(value);
  return marked !== undefined && marked.key === key && marked.languages.includes(language);
}
