import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonArray, isJsonObject, PlainObject } from './plain-object.ts';

/** A JSON object as attributes make one. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Segments of one key that nest; the rest of a longer key stays dotted. */
const SEGMENTS_MAX = 64;
const NUMERIC = /^\d+$/;

/** A place in the tree of dotted keys. */
interface Branch {
  value: JsonValue | undefined;
  children: Map<string, Branch> | null;
  /** Every child so far is a list index with more of the key behind it. */
  list: boolean;
}

/**
 * Dotted keys as nested JSON. `a.0.b` and `a.1.b` make a list of objects, in the order of their indexes and without gaps: a list is
 * never longer than the number of attributes, however large an index is. A number as last segment, or beside a name, is an object
 * key. A key that has a value itself keeps what lies under it as dotted keys beside it. The last of equal keys wins; null is absent.
 */
export function nestAttributes(flat: Iterable<readonly [string, JsonValue]>): JsonObject {
  const root: Branch = { value: undefined, children: null, list: false };
  for (const [key, value] of flat) if (value !== null) plant(root, key, value);
  const result = new PlainObject();
  if (root.children !== null) fillObject(result, root.children, '');
  return result;
}

function plant(root: Branch, key: string, value: JsonValue): void {
  let branch = root;
  let depth = 0;
  let start = 0;
  let planted = false;
  while (start <= key.length) {
    const dot = depth < SEGMENTS_MAX - 1 ? key.indexOf('.', start) : -1;
    const end = dot < 0 ? key.length : dot;
    const segment = trimmed(key, start, end);
    start = end + 1;
    if (segment === '') continue;
    branch = child(branch, segment, restIsEmpty(key, start));
    planted = true;
    depth++;
  }
  if (!planted) branch = child(root, key, true);
  branch.value = value;
}

/** The child for a segment. `last` tells whether the key ends with it. */
function child(branch: Branch, segment: string, last: boolean): Branch {
  const first = segment.charCodeAt(0);
  const index = first >= 0x30 && first <= 0x39 && NUMERIC.test(segment);
  const name = index && first === 0x30 && segment.length > 1 ? segment.replace(/^0+(?=\d)/, '') : segment;
  if (branch.children === null) {
    branch.children = new Map();
    branch.list = true;
  }
  if (!index || last) branch.list = false;
  let found = branch.children.get(name);
  if (found === undefined) {
    found = { value: undefined, children: null, list: false };
    branch.children.set(name, found);
  }
  return found;
}

function fillObject(into: PlainObject, children: ReadonlyMap<string, Branch>, prefix: string): void {
  for (const [name, branch] of children) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (branch.value !== undefined) {
      into[key] = branch.value;
      if (branch.children !== null) fillObject(into, branch.children, key);
    } else if (branch.children !== null) {
      into[key] = branch.list ? listOf(branch.children) : objectOf(branch.children);
    }
  }
}

function objectOf(children: ReadonlyMap<string, Branch>): JsonValue {
  const object = new PlainObject();
  fillObject(object, children, '');
  return object;
}

/** The items of a list. An index can hold a value only beside a name, and then its parent is no list. */
function listOf(children: ReadonlyMap<string, Branch>): JsonValue {
  const names = [...children.keys()];
  if (!isRising(names)) names.sort(compareIndexes);
  return names.map((name) => objectOf(children.get(name)?.children ?? new Map<string, Branch>()));
}

function isRising(names: readonly string[]): boolean {
  for (let at = 1; at < names.length; at++) if (compareIndexes(names[at - 1] ?? '', names[at] ?? '') > 0) return false;
  return true;
}

/** Digits without leading zeros compare by length first: no index is too large for that. */
function compareIndexes(left: string, right: string): number {
  return left.length === right.length ? (left < right ? -1 : left > right ? 1 : 0) : left.length - right.length;
}

function trimmed(key: string, start: number, end: number): string {
  const segment = key.slice(start, end);
  const first = segment.charCodeAt(0);
  const last = segment.charCodeAt(segment.length - 1);
  return first > 0x20 && last > 0x20 && first < 0x80 && last < 0x80 ? segment : segment.trim();
}

function restIsEmpty(key: string, start: number): boolean {
  for (let at = start; at < key.length; at++) {
    const code = key.charCodeAt(at);
    if (code === 0x2e || code === 0x20) continue;
    return code > 0x20 && code < 0x80 ? false : key.slice(at).replaceAll('.', '').trim() === '';
  }
  return true;
}

/**
 * Nested JSON as dotted keys, list indexes included (`llm.input_messages.0.message.role`). Lists of objects are flattened; other
 * lists, and what holds nothing, are values.
 */
export function flattenAttributes(nested: JsonObject): JsonObject {
  const flat = new PlainObject();
  flattenInto(flat, nested, '');
  return flat;
}

function flattenInto(flat: PlainObject, value: JsonValue, prefix: string): void {
  if (isJsonArray(value)) {
    if (value.length === 0 || !value.every(isFlattened)) flat[prefix] = value;
    else for (const [index, item] of value.entries()) flattenInto(flat, item, `${prefix}.${index}`);
    return;
  }
  if (!isJsonObject(value)) {
    flat[prefix] = value;
    return;
  }
  let empty = true;
  for (const key in value) {
    const item = value[key];
    if (item === undefined) continue;
    empty = false;
    flattenInto(flat, item, prefix === '' ? key : `${prefix}.${key}`);
  }
  if (empty && prefix !== '') flat[prefix] = value;
}

function isFlattened(value: JsonValue): boolean {
  return isJsonObject(value);
}
