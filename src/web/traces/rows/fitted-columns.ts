import { columnSpec, type ColumnId, type ListColumn } from '#web/lists/list-columns.ts';

/** The width of a column's content. */
interface Fitted {
  /** Pixels for the texts of the first rows, within the bounds of the column. */
  readonly natural: number;
  /** The one value of every row, of a column that is folded; null of all others. */
  readonly folded: string | null;
}

export type Fit = ReadonlyMap<ColumnId, Fitted>;
export const NO_FIT: Fit = new Map();

/** Reads rows: the text of a cell, and the value by which two cells differ. */
export interface CellReader<Row> {
  readonly text: (id: ColumnId, row: Row) => string;
  readonly value: (id: ColumnId, row: Row) => string | number | null;
  /** Pixels of a text in a cell. */
  readonly px: (text: string, isFigure: boolean) => number;
}

/** Rows that are measured: those of a screen and more. */
const MEASURED = 60;
/** Fewer rows don't show that a column has one value. */
const FOLDED_ROWS_MIN = 6;
/** The share of texts that are shown whole. */
const SHOWN_WHOLE = 0.9;
const FOLDED_PX = { least: 44, most: 96 };

/**
 * Fits columns to what their rows hold: no wider than their texts, and folded while all rows have
 * one value. Widths hardly move while a list grows: they follow the first rows, and a column that
 * once had two values stays unfolded.
 */
export class ColumnFitter<Row> {
  readonly #read: CellReader<Row>;
  readonly #varied = new Set<ColumnId>();
  /** The one value so far, of columns that may be folded. */
  readonly #values = new Map<ColumnId, string | number | null>();
  #looked: readonly Row[] = [];
  readonly #natural = new Map<ColumnId, { readonly px: number; readonly rows: number }>();
  #last: Fit = NO_FIT;

  constructor(read: CellReader<Row>) {
    this.#read = read;
  }

  /**
   * The same object as long as nothing changes. A column with a width set by the user keeps it, and
   * isn't folded.
   */
  fit(columns: readonly ListColumn[], rows: readonly Row[]): Fit {
    const fit = new Map<ColumnId, Fitted>();
    const added = addedTo(this.#looked, rows);
    for (const { id, width } of columns) {
      const spec = columnSpec(id);
      if (width !== null || (spec.bounds === undefined && spec.folds === undefined)) continue;
      fit.set(id, { natural: this.#widthOf(id, rows), folded: this.#foldedTo(id, rows, added) });
    }
    this.#looked = rows;
    if (!areEqual(fit, this.#last)) this.#last = fit;
    return this.#last;
  }

  #widthOf(id: ColumnId, rows: readonly Row[]): number {
    const { bounds, beside = 0, isWhole } = columnSpec(id);
    if (bounds === undefined) return 0;
    const known = this.#natural.get(id) ?? { px: bounds.least, rows: 0 };
    const count = Math.min(rows.length, MEASURED);
    if (count <= known.rows) return known.px;
    const texts = rows.slice(0, MEASURED).map((row) => this.#read.text(id, row));
    // One name that is much longer than the others is not worth the room of all; of a figure no
    // digit may be missing.
    const share = isWhole === true ? 1 : SHOWN_WHOLE;
    const widest =
      texts.toSorted((a, b) => a.length - b.length)[Math.ceil(texts.length * share) - 1] ?? '';
    const needed =
      widest === ''
        ? 0
        : Math.ceil(this.#read.px(widest, isWhole === true)) + beside + CELL_PADDING_PX;
    const px = Math.max(known.px, Math.min(bounds.most, needed));
    this.#natural.set(id, { px, rows: count });
    return px;
  }

  #foldedTo(id: ColumnId, rows: readonly Row[], added: readonly Row[]): string | null {
    const { folds } = columnSpec(id);
    const [first] = rows;
    if (folds === undefined || first === undefined || this.#varied.has(id)) return null;
    const known = this.#values.get(id);
    const value = known === undefined ? this.#read.value(id, first) : known;
    this.#values.set(id, value);
    const unseen = known === undefined ? rows : added;
    const isOne =
      (folds === 'any' || value === null) &&
      unseen.every((row) => this.#read.value(id, row) === value);
    if (!isOne) this.#varied.add(id);
    return isOne && rows.length >= FOLDED_ROWS_MIN ? String(value ?? '') : null;
  }
}

/** The width of a folded column: its head shows as much of the value as fits. */
export function foldedWidth(id: ColumnId, headPx: number): number {
  const { foldedBeside = 0 } = columnSpec(id);
  return Math.min(
    FOLDED_PX.most,
    Math.max(FOLDED_PX.least, Math.ceil(headPx) + CELL_PADDING_PX, foldedBeside),
  );
}

const CELL_PADDING_PX = 17;

/**
 * The rows that came in at an end of a list, which may have been let go at the other; all of them
 * where some were read anew.
 */
function addedTo<Row>(before: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const [first, last, top] = [before[0], before.at(-1), rows[0]];
  if (first === undefined || last === undefined || top === undefined) return rows;
  const end = rows.lastIndexOf(last) + 1;
  const start = rows.indexOf(first);
  if (end > 0 && end < rows.length && (start === 0 || before.includes(top))) return rows.slice(end);
  return start > 0 && (end === rows.length || end === 0) ? rows.slice(0, start) : rows;
}

function areEqual(a: Fit, b: Fit): boolean {
  return (
    a.size === b.size &&
    [...a].every(
      ([id, { natural, folded }]) => b.get(id)?.natural === natural && b.get(id)?.folded === folded,
    )
  );
}
