import type { JsonValue } from '#core/filter/predicate.ts';

/**
 * A JSON object whose keys are only data: nothing is inherited, so `__proto__`, `constructor` and
 * `toString` are keys like others. (As safe as Object.create(null), and several times faster, since
 * the engine keeps it in its fast form.)
 */
export class PlainObject {
  [key: string]: JsonValue;
}
Object.setPrototypeOf(PlainObject.prototype, null);
Reflect.deleteProperty(PlainObject.prototype, 'constructor');

/** Whether a JSON value is an object. */
export function isJsonObject(
  value: JsonValue | undefined,
): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !isJsonArray(value);
}

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
