/** A page of a list whose length is known with it. */
export interface OffsetPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}
type ReadOffset<Row> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<OffsetPage<Row>>;

/** The table's data; a new object whenever something changed. */
export interface OffsetRows<Row> {
  /** Rows in the list; null until the first page is here. */
  readonly count: number | null;
  readonly loading: boolean;
  readonly error: Error | null;
  /** The row at a place; null where it is not in memory. */
  readonly row: (index: number) => Row | null;
  /** Every row in memory with its place. */
  readonly loaded: () => Generator<readonly [index: number, row: Row]>;
}

interface Kept<Row> {
  rows: readonly Row[];
  /** Which reading of the list it is of: older ones are shown until they are read again. */
  epoch: number;
}

/** Pages read at once: a dragged scroll bar passes hundreds. */
const READS_MAX = 3;
/** Pages in memory; those seen longest ago are let go. */
const KEPT_MAX = 60;
/** Pages looked through for one row. */
const SEARCHED_MAX = 40;

/** A list of any length, of which only the pages that are seen are read, each by its place. */
export class OffsetPages<Row> {
  readonly pageRows: number;
  readonly #read: ReadOffset<Row>;
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  readonly #pages = new Map<number, Kept<Row>>();
  readonly #reading = new Map<number, Promise<void>>();
  #wanted: readonly number[] = [0];
  #epoch = 0;
  #count: number | null = null;
  #error: Error | null = null;
  #view: OffsetRows<Row>;

  constructor(read: ReadOffset<Row>, pageRows: number) {
    this.#read = read;
    this.pageRows = pageRows;
    this.#view = this.#makeView();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): OffsetRows<Row> => this.#view;

  /**
   * Says which rows are seen: their pages are read first, then the one after and the one before.
   */
  show(first: number, end: number): void {
    const from = Math.floor(Math.max(0, first) / this.pageRows);
    const to = Math.floor(Math.max(first, end - 1) / this.pageRows);
    const seen = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    this.#wanted = [...seen, to + 1, ...(from === 0 ? [] : [from - 1])];
    this.#pump();
  }

  /** Reads what is seen again, keeping what is shown until the answer is here. */
  refresh(): void {
    this.#epoch += 1;
    for (const page of this.#pages.keys())
      if (!this.#wanted.includes(page)) this.#pages.delete(page);
    this.#error = null;
    this.#pump();
  }

  /** Tries again what failed. */
  retry(): void {
    this.#error = null;
    this.#pump();
    this.#changed();
  }

  /** Changes rows in their place, without reading or sorting them again. */
  change(to: (row: Row) => Row): void {
    for (const page of this.#pages.values()) page.rows = page.rows.map(to);
    this.#changed();
  }

  /**
   * The nearest place from `from` on, `step` 1 or -1, whose row passes; null where there is none
   * within some pages.
   */
  async find(from: number, step: 1 | -1, test: (row: Row) => boolean): Promise<number | null> {
    const reach = SEARCHED_MAX * this.pageRows;
    for (
      let index = from;
      index >= 0 && index < (this.#count ?? 0) && Math.abs(index - from) < reach;
      index += step
    ) {
      const page = Math.floor(index / this.pageRows);
      if (!this.#pages.has(page)) {
        await this.#load(page);
        if (!this.#pages.has(page)) return null;
      }
      const row = this.#rowAt(index);
      if (row !== null && test(row)) return index;
    }
    return null;
  }

  stop(): void {
    this.#abort.abort();
    this.#listeners.clear();
  }

  #pump(): void {
    if (this.#error !== null) return;
    for (const page of this.#wanted) {
      if (this.#reading.size >= READS_MAX) return;
      if (!this.#isBeyond(page) && this.#pages.get(page)?.epoch !== this.#epoch)
        void this.#load(page);
    }
  }

  #isBeyond(page: number): boolean {
    return page > 0 && (this.#count === null || page * this.pageRows >= this.#count);
  }

  async #load(page: number): Promise<void> {
    const known = this.#reading.get(page);
    if (known !== undefined) return known;
    const reading = this.#loadOnce(page);
    this.#reading.set(page, reading);
    this.#changed();
    return await reading;
  }

  async #loadOnce(page: number): Promise<void> {
    const epoch = this.#epoch;
    try {
      const { rows, total } = await this.#read(
        page * this.pageRows,
        this.pageRows,
        this.#abort.signal,
      );
      this.#pages.delete(page);
      this.#pages.set(page, { rows, epoch });
      if (epoch === this.#epoch) this.#count = total;
      this.#trim();
    } catch (error) {
      if (!this.#abort.signal.aborted)
        this.#error = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#reading.delete(page);
      this.#changed();
      if (!this.#abort.signal.aborted) this.#pump();
    }
  }

  #trim(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= KEPT_MAX) return;
      if (!this.#wanted.includes(page)) this.#pages.delete(page);
    }
  }

  #changed(): void {
    this.#view = this.#makeView();
    for (const listener of this.#listeners) listener();
  }

  #rowAt(index: number): Row | null {
    return this.#pages.get(Math.floor(index / this.pageRows))?.rows[index % this.pageRows] ?? null;
  }

  #makeView(): OffsetRows<Row> {
    const pages = new Map([...this.#pages].map(([page, { rows }]) => [page, rows]));
    const { pageRows } = this;
    return {
      count: this.#count,
      loading: this.#reading.size > 0,
      error: this.#error,
      row: (index) => pages.get(Math.floor(index / pageRows))?.[index % pageRows] ?? null,
      *loaded() {
        for (const [page, rows] of pages)
          for (const [at, row] of rows.entries()) yield [page * pageRows + at, row] as const;
      },
    };
  }
}
