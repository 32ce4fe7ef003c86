import type { JsonValue } from '#core/filter/predicate.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import type { AnyValue, KeyValue } from './any-value.ts';
import { toBase64 } from './base64.ts';

/**
 * A value as JSON. Values without a JSON form become text: integers beyond 2^53 in decimal, NaN and
 * the infinities by name, bytes (and values kept as bytes) in base64. An empty value is null.
 */
export function anyValueToJson(value: AnyValue): JsonValue {
  switch (value.type) {
    case 'string':
    case 'bool':
      return value.value;
    case 'int':
      return typeof value.value === 'number' ? value.value : value.value.toString();
    case 'double':
      return Number.isFinite(value.value) ? value.value : String(value.value);
    case 'array':
      return value.value.map(anyValueToJson);
    case 'kvlist':
      return keyValuesToJson(value.value);
    case 'empty':
      return null;
    default:
      return toBase64(value.value);
  }
}

/** Key-value pairs as a JSON object; the last of equal keys wins. */
export function keyValuesToJson(pairs: readonly KeyValue[]): PlainObject {
  const object = new PlainObject();
  for (const { key, value } of pairs) object[key] = anyValueToJson(value);
  return object;
}
