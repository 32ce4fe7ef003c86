import type { Param, Params } from './clickhouse.ts';

/** Collects the conditions of a statement, with their values to bind. */
export class Conditions {
  readonly #parts: string[] = [];
  readonly #params: Record<string, Param>;

  constructor(params: Record<string, Param> = {}) {
    this.#params = params;
  }

  /** Further conditions of the same statement, to stand elsewhere in it. */
  beside(): Conditions {
    return new Conditions(this.#params);
  }

  /** Binds a value; the text stands for it in the statement. */
  bind(value: Param, type: string): string {
    const name = `p${Object.keys(this.#params).length}`;
    this.#params[name] = value;
    return `{${name}:${type}}`;
  }

  add(sql: string): this {
    this.#parts.push(sql);
    return this;
  }

  /** A column with one of these values; no condition without a list. */
  oneOf(column: string, values: readonly (string | number)[] | undefined, type: string): this {
    if (values === undefined) return this;
    return this.add(
      values.length === 0 ? '0' : `${column} IN ${this.bind(values, `Array(${type})`)}`,
    );
  }

  /** A column of ids with one of these, in hex; what is no such hex is none. */
  oneOfIds(column: string, ids: readonly string[] | undefined, bytes: number): this {
    return ids === undefined ? this : this.add(this.ids(column, ids, bytes));
  }

  ids(column: string, ids: readonly string[], bytes: number): string {
    const whole = ids
      .map((id) => id.toLowerCase())
      .filter((id) => id.length === bytes * 2 && /^[0-9a-f]+$/.test(id));
    return whole.length === 0
      ? '0'
      : `${column} IN (SELECT ${idsOf(this.bind(whole, 'Array(String)'), bytes)})`;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get where(): string {
    return this.#parts.length === 0 ? '1' : this.#parts.join(' AND ');
  }

  get params(): Params {
    return this.#params;
  }
}

/** The ids of a bound list in hex, one a row. */
export function idsOf(list: string, bytes: number): string {
  return `toFixedString(unhex(arrayJoin(${list})), ${bytes})`;
}

/**
 * Cuts a list into pieces whose values fit into one request: ClickHouse refuses a parameter of more
 * than 128 KiB in the address, where a trace id takes 41 bytes.
 */
export function* pieces<Item>(items: readonly Item[], size = 2_000): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
