import type { JsonValue } from '#core/filter/predicate.ts';

/** A cell's value. Times are ISO texts with nanoseconds and `Z`. */
export type CellKind = 'string' | 'integer' | 'number' | 'boolean' | 'datetime' | 'object';

export interface Cell {
  readonly kind: CellKind;
  readonly value: JsonValue;
}

/** A column so far: plain data, so that it can cross between threads. */
export interface FrameColumn {
  readonly name: string;
  /** The common type of its values; null while there are none. */
  kind: CellKind | null;
  /** Rows that have a value. */
  cells: number;
}

/**
 * The columns of a frame that is read in parts: index levels first, then columns in the order they
 * turned up.
 */
export class FrameColumns {
  readonly columns: FrameColumn[];
  readonly #places = new Map<string, number>();

  /** The first `levels` columns are the index; a column beside may have the name of one. */
  constructor(columns: readonly FrameColumn[], levels: number) {
    this.columns = columns.map((column) => ({ ...column }));
    for (const [place, { name }] of this.columns.entries())
      if (place >= levels) this.#places.set(name, place);
  }

  /**
   * The column's place, a new one at the end unless it is there already; null when there are `most`
   * columns.
   */
  place(name: string, most: number): number | null {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    if (this.columns.length >= most) return null;
    this.#places.set(name, this.columns.length);
    return this.columns.push({ name, kind: null, cells: 0 }) - 1;
  }

  /** Notes that a row has a cell at a place. */
  note(place: number, kind: CellKind): void {
    const column = this.columns[place];
    if (column === undefined) return;
    column.cells += 1;
    column.kind = column.kind === null ? kind : common(column.kind, kind);
  }
}

function common(left: CellKind, right: CellKind): CellKind {
  if (left === right) return left;
  const numeric = (kind: CellKind): boolean => kind === 'integer' || kind === 'number';
  return numeric(left) && numeric(right) ? 'number' : 'object';
}

/** The cell of a JSON value; null for none. */
export function cellOf(value: JsonValue | undefined): Cell | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'number')
    return { kind: Number.isInteger(value) ? 'integer' : 'number', value };
  return { kind: 'object', value };
}
