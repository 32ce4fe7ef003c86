import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';

/**
 * The common type of a column's values. `json` means none, so each value is kept as its JSON text.
 */
export type ValueType =
  | { readonly kind: 'none' | 'boolean' | 'integer' | 'number' | 'string' | 'json' }
  | { readonly kind: 'list'; readonly item: ValueType }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, ValueType> };

export const NO_TYPE: ValueType = { kind: 'none' };
const JSON_TYPE: ValueType = { kind: 'json' };
/**
 * Wider and deeper than this, values are kept as JSON: keys that are data (ids, dates) would make a
 * column of each.
 */
const FIELDS_MAX = 200;
const DEPTH_MAX = 12;

/**
 * The type of one value. Numbers that no other program can tell from their neighbours count as
 * fractions.
 */
export function typeOfValue(value: JsonValue, depth = 0): ValueType {
  if (value === null) return NO_TYPE;
  if (typeof value === 'string') return { kind: 'string' };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (typeof value === 'number')
    return { kind: Number.isSafeInteger(value) ? 'integer' : 'number' };
  if (depth >= DEPTH_MAX) return JSON_TYPE;
  if (isJsonArray(value)) {
    let item = NO_TYPE;
    for (const each of value) item = commonType(item, typeOfValue(each, depth + 1));
    return { kind: 'list', item };
  }
  const fields = Object.entries(value);
  if (fields.length > FIELDS_MAX || !isJsonObject(value)) return JSON_TYPE;
  return {
    kind: 'object',
    fields: new Map(fields.map(([name, each]) => [name, typeOfValue(each, depth + 1)])),
  };
}

/** The narrowest type that holds the values of both. */
export function commonType(left: ValueType, right: ValueType): ValueType {
  if (left.kind === 'none') return right;
  if (right.kind === 'none') return left;
  if (left.kind === 'list' && right.kind === 'list')
    return { kind: 'list', item: commonType(left.item, right.item) };
  if (left.kind === 'object' && right.kind === 'object') {
    const fields = new Map(left.fields);
    for (const [name, type] of right.fields)
      fields.set(name, commonType(fields.get(name) ?? NO_TYPE, type));
    return fields.size > FIELDS_MAX ? JSON_TYPE : { kind: 'object', fields };
  }
  if (left.kind === right.kind) return left;
  const isNumeric = ({ kind }: ValueType): boolean => kind === 'integer' || kind === 'number';
  return isNumeric(left) && isNumeric(right) ? { kind: 'number' } : JSON_TYPE;
}
