import type { JsonValue } from '#core/filter/predicate.ts';
import { keyPath } from './key-path.ts';
import { isJsonArray, isJsonObject, PlainObject } from './plain-object.ts';

/** A JSON object as attributes make one. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Children beyond this many are looked up by a map. */
const LINEAR_MAX = 12;

/** A place in the tree of dotted keys. */
class Branch {
  readonly name: string;
  value: JsonValue | undefined = undefined;
  /** The whole key that brought the value. */
  key = '';
  readonly children: Branch[] = [];
  /** Every child so far is a list index with more of the key behind it. */
  list = true;
  #byName: Map<string, Branch> | null = null;

  constructor(name: string) {
    this.name = name;
  }

  child(name: string, index: boolean): Branch {
    if (!index) this.list = false;
    const found = this.#find(name);
    if (found !== undefined) return found;
    const made = new Branch(name);
    this.children.push(made);
    if (this.#byName !== null) this.#byName.set(name, made);
    else if (this.children.length > LINEAR_MAX)
      this.#byName = new Map(this.children.map((each) => [each.name, each]));
    return made;
  }

  #find(name: string): Branch | undefined {
    if (this.#byName !== null) return this.#byName.get(name);
    for (const each of this.children) if (each.name === name) return each;
    return undefined;
  }

  /** List items in the order of their indexes. */
  items(): readonly Branch[] {
    let before = '';
    for (const { name } of this.children) {
      if (compareIndexes(before, name) > 0)
        return this.children.toSorted((left, right) => compareIndexes(left.name, right.name));
      before = name;
    }
    return this.children;
  }
}

/**
 * Dotted keys as nested JSON. `a.0.b` and `a.1.b` make a list of objects, in the order of their
 * indexes and without gaps: a list is never longer than the number of attributes, however large an
 * index is. A number as last segment, or beside a name, is an object key. A key that has a value
 * itself keeps what lies under it as dotted keys beside it. The last of equal keys wins; null is
 * absent.
 */
export function nestAttributes(flat: Iterable<readonly [string, JsonValue]>): JsonObject {
  return objectOf(plantAll(flat));
}

/** The result of `flattenAttributes(nestAttributes(flat))`, at a third of the cost. */
export function normalizeAttributes(flat: Iterable<readonly [string, JsonValue]>): JsonObject {
  const into = new PlainObject();
  flattenChildren(into, plantAll(flat), '', false, false);
  return into;
}

function plantAll(flat: Iterable<readonly [string, JsonValue]>): Branch {
  const root = new Branch('');
  for (const [key, value] of flat) {
    if (value === null) continue;
    const path = keyPath(key);
    let branch = root;
    for (const { name, index } of path.segments) branch = branch.child(name, index);
    branch.value = value;
    branch.key = path.key;
  }
  root.list = false;
  return root;
}

function objectOf(branch: Branch): PlainObject {
  const object = new PlainObject();
  fillObject(object, branch, '');
  return object;
}

function fillObject(into: PlainObject, parent: Branch, prefix: string): void {
  for (const branch of parent.children) {
    const key = prefix === '' ? branch.name : `${prefix}.${branch.name}`;
    if (branch.value !== undefined) {
      into[key] = branch.value;
      if (branch.children.length > 0) fillObject(into, branch, key);
    } else {
      into[key] = branch.list ? branch.items().map(objectOf) : objectOf(branch);
    }
  }
}

/**
 * `renumbered`: some index above was not its item's place, so keys are not what was sent and have
 * to be made. `item`: the parent is in a list, and so an object whatever its keys.
 */
function flattenChildren(
  into: PlainObject,
  parent: Branch,
  prefix: string,
  renumbered: boolean,
  item: boolean,
): void {
  const list = parent.list && parent.value === undefined && !item;
  const children = list ? parent.items() : parent.children;
  let at = -1;
  for (const branch of children) {
    at++;
    const moved =
      renumbered || (list && branch.name !== INDEX_NAMES[at] && branch.name !== String(at));
    const prefixHere = moved ? joinKey(prefix, list ? String(at) : branch.name) : '';
    if (branch.value !== undefined)
      flattenInto(into, branch.value, moved ? prefixHere : branch.key);
    if (branch.children.length > 0)
      flattenChildren(into, branch, moved ? prefixHere : joinKey(prefix, branch.name), moved, list);
  }
}

const INDEX_NAMES: readonly string[] = Array.from({ length: 100 }, (_, index) => String(index));

function joinKey(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}

/** Digits without leading zeros compare by length first: no index is too large for that. */
function compareIndexes(left: string, right: string): number {
  return left.length === right.length
    ? left < right
      ? -1
      : left > right
        ? 1
        : 0
    : left.length - right.length;
}

/**
 * Nested JSON as dotted keys, list indexes included (`llm.input_messages.0.message.role`). Lists of
 * objects are flattened; other lists, and what holds nothing, are values.
 */
export function flattenAttributes(nested: JsonObject): JsonObject {
  const flat = new PlainObject();
  flattenInto(flat, nested, '');
  return flat;
}

function flattenInto(flat: PlainObject, value: JsonValue, prefix: string): void {
  if (isJsonArray(value)) {
    if (value.length === 0 || !value.every(isFlattened)) flat[prefix] = value;
    else for (const [at, item] of value.entries()) flattenInto(flat, item, `${prefix}.${at}`);
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
    flattenInto(flat, item, joinKey(prefix, key));
  }
  if (empty && prefix !== '') flat[prefix] = value;
}

function isFlattened(value: JsonValue): boolean {
  return isJsonObject(value);
}
