import { plural } from '#web/platform/text/format-number.ts';
import { laidOutJson, rawNumber } from '#web/platform/text/exact-json.ts';
import { isList, isObject, type Json } from '#web/platform/text/json.ts';

/** A line of the tree: a value with its key. */
export interface JsonRow {
  readonly node: number;
  readonly depth: number;
  /** Key in an object, index in a list, null for the whole. */
  readonly key: string | number | null;
  readonly type: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';
  /** Text on one line, cut; for objects and lists what is in them. */
  readonly preview: string;
  readonly children: number;
  readonly open: boolean;
}

const PREVIEW_CHARS = 300;
/** The initially expanded part: levels, as long as they make few rows. */
const OPEN_ROWS_MAX = 200;
/** Of a found text no more places are kept. */
export const HITS_MAX = 5000;

/**
 * A JSON value as rows that open and close. Nodes are numbered in document order; children are
 * numbered when their parent is first opened or searched, so that a value of millions of nodes
 * costs what is looked at.
 */
export class JsonTree {
  readonly #values: Json[] = [];
  readonly #parents: number[] = [];
  readonly #keys: (string | number | null)[] = [];
  readonly #depths: number[] = [];
  /** First child's number, 0 when they have none yet (the whole is never a child). */
  readonly #first: number[] = [];
  readonly #open = new Set<number>();
  #visible: number[] = [0];

  constructor(value: Json) {
    this.#add(value, -1, null, 0);
    this.#openFirst();
  }

  get rowCount(): number {
    return this.#visible.length;
  }

  rows(from: number, to: number): JsonRow[] {
    return this.#visible.slice(from, to).map((node) => this.#row(node));
  }

  /** Opens or closes a node. */
  toggle(node: number): void {
    if (this.#open.has(node)) this.#open.delete(node);
    else if (this.#size(node) > 0) this.#open.add(node);
    this.#list();
  }

  /** Closes all but the first levels. */
  fold(): void {
    this.#open.clear();
    this.#openFirst();
  }

  /** Opens what leads to a node, and says in which row it is. */
  reveal(node: number): number {
    for (let at = this.#parents[node] ?? -1; at >= 0; at = this.#parents[at] ?? -1)
      this.#open.add(at);
    this.#list();
    return this.#visible.indexOf(node);
  }

  /**
   * Nodes whose key or own text holds the needle, without case, in document order: the first 5,000.
   */
  find(needle: string): number[] {
    const wanted = needle.toLowerCase();
    const hits: number[] = [];
    if (wanted === '') return hits;
    const stack = [0];
    for (let node = stack.pop(); node !== undefined && hits.length < HITS_MAX; node = stack.pop()) {
      const value = this.#values[node] ?? null;
      const text = ownText(value);
      const key = this.#keys[node];
      if (
        (typeof key === 'string' && key.toLowerCase().includes(wanted)) ||
        text.toLowerCase().includes(wanted)
      )
        hits.push(node);
      const size = this.#size(node);
      const first = size === 0 ? 0 : this.#children(node);
      for (let at = size - 1; at >= 0; at--) stack.push(first + at);
    }
    return hits;
  }

  /** The value as text: text itself, else JSON laid out. */
  textOf(node: number): string {
    const value = this.#values[node] ?? null;
    return typeof value === 'string' ? value : laidOutJson(value);
  }

  /** Keys and indexes from the whole to the node. */
  pathOf(node: number): (string | number)[] {
    const path: (string | number)[] = [];
    for (let at = node; at > 0; at = this.#parents[at] ?? 0) path.push(this.#keys[at] ?? '');
    return path.toReversed();
  }

  #add(value: Json, parent: number, key: string | number | null, depth: number): void {
    this.#values.push(value);
    this.#parents.push(parent);
    this.#keys.push(key);
    this.#depths.push(depth);
    this.#first.push(0);
  }

  #size(node: number): number {
    const value = this.#values[node] ?? null;
    return isList(value)
      ? value.length
      : isObject(value) && rawNumber(value) === null
        ? Object.keys(value).length
        : 0;
  }

  #children(node: number): number {
    const known = this.#first[node] ?? 0;
    if (known > 0) return known;
    const value = this.#values[node] ?? null;
    const depth = (this.#depths[node] ?? 0) + 1;
    const first = this.#values.length;
    this.#first[node] = first;
    if (isList(value))
      for (const [index, item] of value.entries()) this.#add(item, node, index, depth);
    else if (isObject(value))
      for (const key of Object.keys(value)) this.#add(value[key] ?? null, node, key, depth);
    return first;
  }

  #openFirst(): void {
    let level = [0];
    let rows = 1;
    for (;;) {
      const next = level.reduce((sum, node) => sum + this.#size(node), 0);
      if (next === 0 || (rows + next > OPEN_ROWS_MAX && rows > 1)) break;
      level = level.flatMap((node) => {
        const size = this.#size(node);
        if (size === 0) return [];
        this.#open.add(node);
        const first = this.#children(node);
        return Array.from({ length: size }, (_, at) => first + at);
      });
      rows += next;
    }
    this.#list();
  }

  #list(): void {
    const visible: number[] = [];
    const stack = [0];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      visible.push(node);
      if (!this.#open.has(node)) continue;
      const first = this.#children(node);
      for (let at = this.#size(node) - 1; at >= 0; at--) stack.push(first + at);
    }
    this.#visible = visible;
  }

  #row(node: number): JsonRow {
    const value = this.#values[node] ?? null;
    const children = this.#size(node);
    const type = typeOf(value);
    return {
      node,
      depth: this.#depths[node] ?? 0,
      key: this.#keys[node] ?? null,
      type,
      preview:
        type === 'list'
          ? plural(children, 'item')
          : type === 'object'
            ? plural(children, 'key')
            : ownText(value).slice(0, PREVIEW_CHARS).replaceAll(/\s+/g, ' '),
      children,
      open: this.#open.has(node),
    };
  }
}

/** A value's own text; empty for objects and lists. */
function ownText(value: Json): string {
  return rawNumber(value) ?? (typeof value === 'object' && value !== null ? '' : String(value));
}

function typeOf(value: Json): JsonRow['type'] {
  if (value === null) return 'null';
  if (rawNumber(value) !== null) return 'number';
  if (isList(value)) return 'list';
  if (isObject(value)) return 'object';
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
}
