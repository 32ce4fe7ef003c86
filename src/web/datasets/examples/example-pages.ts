import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { ExampleRow } from './example-row.ts';

/** A page as it was read: '' is the cursor of the first, null of none. */
export interface ExamplesPage {
  readonly rows: readonly ExampleRow[];
  /** Rows looked through for these: more than `rows` where only some match. */
  readonly scanned: number;
  readonly next: string | null;
}
/** Which page to read. */
export interface PageWish {
  readonly cursor: string;
  /** Rows to leave out from the cursor on. */
  readonly skip: number;
  /** How many to look through; null leaves it to the reader. */
  readonly rows: number | null;
}
type ReadPage = (wish: PageWish, signal: AbortSignal) => Promise<ExamplesPage>;

interface Slot {
  /** The page's position; null if unknown: this many rows after the previous slot. */
  cursor: string | null;
  /** How many rows it had when it was read last. */
  length: number;
  scanned: number;
  /** Null when it was let go. */
  rows: readonly ExampleRow[] | null;
}

/** The table's data; a new object whenever something changed. */
export interface ExamplesView {
  /** Rows found so far. */
  readonly count: number;
  readonly scanned: number;
  /** Whether the end was reached. */
  readonly complete: boolean;
  readonly loading: boolean;
  readonly error: Error | null;
  /** The first rows, also when they were let go: the same list until they change. */
  readonly head: readonly ExampleRow[];
  /** The row at a place; null while it is being read again, undefined beyond the end. */
  readonly row: (index: number) => ExampleRow | null | undefined;
  /** Every row that is in memory, with its place. */
  readonly loaded: () => Generator<readonly [index: number, row: ExampleRow]>;
}

/**
 * Pages in memory: those scrolled past further than this are let go, and read again on the way
 * back.
 */
const KEPT_MAX = 40;
const HEAD_MAX = 50;
/** Pages that are read at once: a user who drags the scroll bar passes hundreds. */
const READS_MAX = 3;

/**
 * A list of any length, read page by page while scrolling: only the pages' start cursors stay in
 * memory. If the number of rows is known, all have a position from the first page on, and any can
 * be reached at once. The user's own changes are applied in place, so that nothing else moves.
 */
export class ExamplePages {
  readonly #read: ReadPage;
  readonly #total: number | null;
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  #slots: Slot[] = [];
  #next: string | null = '';
  /** The pages being read: those with a position, and the cursor of one without. */
  readonly #reading = new Set<Slot | string>();
  /** Pages in the order in which they were seen. */
  #used: Slot[] = [];
  #error: Error | null = null;
  #head: readonly ExampleRow[] = [];
  #view: ExamplesView;

  /** `total` is how many rows there are; null where only reading on can tell. */
  constructor(read: ReadPage, total: number | null = null) {
    this.#read = read;
    this.#total = total;
    this.#view = this.#makeView();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): ExamplesView => this.#view;

  /** Reports the visible rows; reads the missing ones, and the next page when the end is near. */
  show(first: number, end: number): void {
    if (this.#error !== null) return;
    let start = 0;
    for (const slot of this.#slots) {
      if (start < end && start + slot.length > first) {
        if (slot.rows === null) void this.#reread(slot);
        else this.#used = [...this.#used.filter((one) => one !== slot), slot];
      }
      start += slot.length;
    }
    if (end >= start && this.#next !== null) void this.#readOn(this.#next);
  }

  /** Tries again what failed. */
  retry(): void {
    this.#error = null;
    this.#changed();
  }

  /** Puts an example's new content in its place. */
  replace(row: ExampleRow): void {
    for (const slot of this.#slots)
      if (slot.rows !== null) slot.rows = slot.rows.map((one) => (one.id === row.id ? row : one));
    this.#changed();
  }

  change(ids: ReadonlySet<string>, to: (row: ExampleRow) => ExampleRow): void {
    for (const slot of this.#slots)
      if (slot.rows !== null) slot.rows = slot.rows.map((one) => (ids.has(one.id) ? to(one) : one));
    this.#changed();
  }

  /** Takes examples out that are gone. */
  remove(ids: ReadonlySet<string>): void {
    for (const slot of this.#slots) {
      if (slot.rows === null) continue;
      slot.rows = slot.rows.filter((one) => !ids.has(one.id));
      slot.length = slot.rows.length;
    }
    this.#changed();
  }

  /** Reads the end again: something was added. */
  reopen(): void {
    const last = this.#slots.at(-1);
    if (last === undefined || this.#next !== null) return;
    if (last.cursor === null) {
      // The page was never visited: it has a position, and added rows are found after it.
      last.length += 1;
      this.#changed();
      return;
    }
    this.#next = last.cursor;
    this.#slots = this.#slots.slice(0, -1);
    void this.#readOn(last.cursor);
  }

  stop(): void {
    this.#abort.abort();
    this.#listeners.clear();
  }

  async #readOn(cursor: string): Promise<void> {
    const page = await this.#page(cursor, { cursor, skip: 0, rows: null });
    if (page === null || this.#next !== cursor) return;
    const slot = { cursor, length: page.rows.length, scanned: page.scanned, rows: page.rows };
    const isFirst = this.#slots.length === 0;
    this.#slots.push(slot);
    this.#next = page.next;
    if (this.#head.length < HEAD_MAX && page.rows.length > 0)
      this.#head = [...this.#head, ...page.rows].slice(0, HEAD_MAX);
    if (isFirst) this.#spread(page);
    this.#keep(slot);
  }

  /** Gives the rows behind the first page their place. */
  #spread({ rows, next }: ExamplesPage): void {
    const left = (this.#total ?? 0) - rows.length;
    if (next === null || left <= 0 || rows.length === 0) return;
    for (let at = 0; at < left; at += rows.length) {
      const length = Math.min(rows.length, left - at);
      this.#slots.push({ cursor: at === 0 ? next : null, length, scanned: length, rows: null });
    }
    this.#next = null;
  }

  async #reread(slot: Slot): Promise<void> {
    const page = await this.#page(slot, { ...this.#wayTo(slot), rows: slot.scanned });
    if (page === null) return;
    const after = this.#slots[this.#slots.indexOf(slot) + 1];
    // Where rows before were deleted meanwhile, a page reaches into the next: those are there
    // already.
    const end = numberOf(after?.rows?.[0]?.id);
    slot.rows = (end === null ? page.rows : page.rows.filter((row) => row.number < end)).slice(
      0,
      slot.length,
    );
    slot.length = slot.rows.length;
    const [first] = slot.rows;
    if (slot.cursor === null && first !== undefined) slot.cursor = first.id;
    if (after === undefined) this.#next = page.next;
    else after.cursor ??= page.next;
    this.#keep(slot);
  }

  /** The nearest page before whose cursor is known, and the rows in between. */
  #wayTo(slot: Slot): Pick<PageWish, 'cursor' | 'skip'> {
    let skip = 0;
    for (let at = this.#slots.indexOf(slot); at >= 0; at--) {
      const one = this.#slots[at];
      if (one === undefined) break;
      if (one !== slot) skip += one.length;
      if (one.cursor !== null) return { cursor: one.cursor, skip };
    }
    return { cursor: '', skip };
  }

  async #page(what: Slot | string, wish: PageWish): Promise<ExamplesPage | null> {
    if (this.#reading.has(what) || this.#reading.size >= READS_MAX) return null;
    this.#reading.add(what);
    this.#changed();
    try {
      return await this.#read(wish, this.#abort.signal);
    } catch (error) {
      if (!this.#abort.signal.aborted)
        this.#error = error instanceof Error ? error : new Error(String(error));
      return null;
    } finally {
      this.#reading.delete(what);
      this.#changed();
    }
  }

  #keep(slot: Slot): void {
    this.#used = [...this.#used.filter((one) => one !== slot), slot];
    for (const old of this.#used.slice(0, -KEPT_MAX)) old.rows = null;
    this.#used = this.#used.slice(-KEPT_MAX);
    this.#changed();
  }

  #changed(): void {
    this.#view = this.#makeView();
    for (const listener of this.#listeners) listener();
  }

  #makeView(): ExamplesView {
    const slots = this.#slots.map(({ length, rows }) => ({ length, rows }));
    const starts: number[] = [];
    let count = 0;
    for (const { length } of slots) {
      starts.push(count);
      count += length;
    }
    return {
      count,
      scanned: this.#slots.reduce((sum, { scanned }) => sum + scanned, 0),
      complete: this.#next === null,
      loading: this.#reading.size > 0,
      error: this.#error,
      head: this.#head,
      row: (index) => {
        if (index >= count) return undefined;
        const at = slotAt(starts, index);
        const rows = slots[at]?.rows;
        return rows === null ? null : rows?.[index - (starts[at] ?? 0)];
      },
      *loaded() {
        for (const [at, { rows }] of slots.entries())
          for (const [index, row] of (rows ?? []).entries())
            yield [(starts[at] ?? 0) + index, row] as const;
      },
    };
  }
}

function numberOf(id: string | undefined): number | null {
  return id === undefined ? null : (decodeGlobalId(id)?.number ?? null);
}

/** The last start that is not after the index; of several empty ones the last. */
function slotAt(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
