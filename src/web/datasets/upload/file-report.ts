import { csvDialect, type CsvSeparator } from '#contracts/datasets/csv-dialect.ts';
import { plural } from '#web/platform/text/format-number.ts';
import type { Json } from '#web/platform/text/json.ts';
import { checkJsonObject } from '#web/platform/text/json-check.ts';
import { CsvRows } from './csv-rows.ts';
import { RowProblem } from './row-problem.ts';

/** Formats of files that can be looked into here; the others are only sent. */
export type TextFormat = 'csv' | 'jsonl';

export interface FileRow {
  readonly line: number;
  /** By column; a column that the row does not have is undefined. */
  readonly values: ReadonlyMap<string, Json>;
  /**
   * Of CSV, the cells in the order of the columns: a header that has a name twice has a value for
   * each. Null for other formats.
   */
  readonly cells: readonly string[] | null;
  /** Whether it has more or fewer cells than the header. */
  readonly isUneven: boolean;
}

interface FileProblem {
  readonly line: number;
  readonly message: string;
  /** Whether leaving the line out would do: it has more or fewer cells than the header. */
  readonly isUneven: boolean;
}

/** A file's content, as far as it was read. */
export interface FileReport {
  /** The cell separator of a CSV file; null while unknown, and for other formats. */
  readonly separator: CsvSeparator | null;
  readonly columns: readonly string[];
  /** The first rows. */
  readonly rows: readonly FileRow[];
  readonly rowCount: number;
  /** The first of them, by line. */
  readonly problems: readonly FileProblem[];
  /**
   * All rows with more or fewer cells than the header, whether they are among the problems or not.
   */
  readonly unevenCount: number;
  readonly bytesRead: number;
  /**
   * Whether the whole file was read; false while reading, and when an error makes the rest
   * unreadable.
   */
  readonly done: boolean;
}

const ROWS_SHOWN = 20;
const PROBLEMS_MAX = 50;
/** Fewer of those that a choice is enough for: they leave room for faults that must be mended. */
const UNEVEN_MAX = 4;
/** More columns of JSON lines are not offered. */
const COLUMNS_MAX = 10_000;
/** Longer work in one go would be felt in the page. */
const SLICE_MS = 24;

/**
 * Reads a whole file in small steps, and reports its progress: often at first, then every 200 ms,
 * and at the end. Uses the memory of one piece of the file. Stops at `signal`, and at an error
 * after which rows can't be separated.
 */
export async function readFile(
  file: Blob,
  format: TextFormat,
  onReport: (report: FileReport) => void,
  signal: AbortSignal,
): Promise<void> {
  const reading = format === 'csv' ? new CsvReading() : new JsonlReading();
  const pieces = new TextPieces(format === 'csv');
  const reader = file.stream().getReader();
  let bytesRead = 0;
  let reportedMs = 0;
  const report = (done: boolean): void => onReport({ ...reading.found(), bytesRead, done });
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (signal.aborted) return;
      const text = pieces.decode(value, done);
      for (let from = 0; from < text.length;) {
        const startedMs = performance.now();
        while (from < text.length && performance.now() - startedMs < SLICE_MS) {
          reading.push(text.slice(from, from + 65_536));
          from += 65_536;
        }
        await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted) return;
      }
      bytesRead += value?.length ?? 0;
      if (done) break;
      if (performance.now() - reportedMs > 200) report(false);
      reportedMs = performance.now() - reportedMs > 200 ? performance.now() : reportedMs;
    }
    reading.end();
    report(true);
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error;
    reading.fault(error);
    report(false);
  } finally {
    await reader.cancel();
  }
}

type Found = Omit<FileReport, 'bytesRead' | 'done'>;

/**
 * Whether leaving lines out is enough to send the file: all of them are counted, nothing else is to
 * be mended, and something remains.
 */
export function mayLeaveOut({ problems, unevenCount, rowCount, done }: FileReport): boolean {
  return (
    done && unevenCount > 0 && unevenCount < rowCount && problems.every(({ isUneven }) => isUneven)
  );
}

abstract class Reading {
  /** Where reading is. */
  line = 1;
  protected separator: CsvSeparator | null = null;
  protected readonly columns: string[] = [];
  protected readonly rows: FileRow[] = [];
  protected rowCount = 0;
  #unevenCount = 0;
  readonly #problems: FileProblem[] = [];

  abstract push(text: string): void;
  abstract end(): void;

  found(): Found {
    return {
      separator: this.separator,
      columns: [...this.columns],
      rows: [...this.rows],
      rowCount: this.rowCount,
      problems: [...this.#problems],
      unevenCount: this.#unevenCount,
    };
  }

  fault({ line, message }: { readonly line: number; readonly message: string }): void {
    if (this.#problems.length < PROBLEMS_MAX)
      this.#problems.push({ line, message, isUneven: false });
  }

  protected uneven(line: number, message: string): void {
    this.#unevenCount += 1;
    if (this.#unevenCount <= UNEVEN_MAX) this.#problems.push({ line, message, isUneven: true });
  }

  protected keep(row: FileRow): void {
    this.rowCount += 1;
    if (this.rows.length < ROWS_SHOWN) this.rows.push(row);
  }
}

class CsvReading extends Reading {
  /** Data read before the file's format was known. */
  #head = '';
  #rows: CsvRows | null = null;
  #hasHeader = false;

  push(text: string): void {
    this.#read(text, false);
  }

  end(): void {
    const last = this.#read('', true)?.end() ?? null;
    if (last !== null) this.#take(last.line, last.cells);
    if (!this.#hasHeader)
      throw new RowProblem(
        1,
        'The file is empty: its first line must be a header with the names of the columns.',
      );
  }

  #read(text: string, isEnd: boolean): CsvRows | null {
    let unread = text;
    if (this.#rows === null) {
      this.#head += text;
      const dialect = csvDialect(this.#head, isEnd);
      if (dialect === null) return null;
      this.separator = dialect.separator;
      this.#rows = new CsvRows(dialect);
      unread = this.#head.slice(dialect.skip);
      this.#head = '';
    }
    for (const row of this.#rows.push(unread)) this.#take(row.line, row.cells);
    return this.#rows;
  }

  #take(line: number, cells: readonly string[]): void {
    this.line = line;
    if (!this.#hasHeader) {
      this.#hasHeader = true;
      this.columns.push(...cells);
      const twice = cells.find((cell, index) => cells.indexOf(cell) !== index);
      if (twice !== undefined)
        this.fault({
          line,
          message: `The column ${JSON.stringify(twice)} is twice in the header: rename one of them.`,
        });
      return;
    }
    const isUneven = cells.length !== this.columns.length;
    if (isUneven)
      this.uneven(
        line,
        `The row has ${plural(cells.length, 'cell')}, the header ${this.columns.length}.`,
      );
    this.keep({
      line,
      values: new Map(this.columns.map((column, index) => [column, cells[index] ?? ''])),
      cells,
      isUneven,
    });
  }
}

class JsonlReading extends Reading {
  readonly #known = new Set<string>();
  #open = '';

  push(text: string): void {
    const lines = (this.#open + text).split('\n');
    this.#open = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
  }

  end(): void {
    if (this.#open !== '') this.#take(this.#open);
    if (this.line === 1)
      throw new RowProblem(1, 'The file is empty: each of its lines must hold one JSON object.');
  }

  #take(text: string): void {
    const { line } = this;
    this.line += 1;
    const value = objectOf(text);
    if (value === null) {
      this.fault({ line, message: problemOf(text) });
      return;
    }
    const values = new Map(Object.entries(value));
    for (const key of values.keys()) {
      if (this.#known.has(key) || this.#known.size >= COLUMNS_MAX) continue;
      this.#known.add(key);
      this.columns.push(key);
    }
    this.keep({ line, values, cells: null, isUneven: false });
  }
}

function objectOf(text: string): { readonly [key: string]: Json } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    // as: JSON.parse gives nothing else.
    return value as { readonly [key: string]: Json };
  } catch {
    return null;
  }
}

function problemOf(text: string): string {
  if (text.trim() === '') return 'The line is blank: each line holds one JSON object. Remove it.';
  const problem = checkJsonObject(text);
  if (problem === null) return 'The line cannot be read.';
  return `At column ${problem.column}${problem.path === '' ? '' : `, in ${problem.path}`}: ${problem.message}`;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The text of a file that arrives in pieces. Bytes that are not UTF-8, and NUL, cause a
 * `RowProblem` with the line.
 */
class TextPieces {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #returnsEnd: boolean;
  #line = 1;
  #afterReturn = false;

  /**
   * Whether a return ends a line too, as it does in CSV; a return before a feed ends one line with
   * it.
   */
  constructor(returnsEnd: boolean) {
    this.#returnsEnd = returnsEnd;
  }

  /** Of the next piece; without one, of the end. */
  decode(bytes: Uint8Array = new Uint8Array(), isEnd = false): string {
    if (bytes.includes(0)) throw this.#problem(bytes);
    try {
      const text = this.#decoder.decode(bytes, { stream: !isEnd });
      this.#line += this.#lineEnds(bytes).length;
      this.#afterReturn = bytes.length === 0 ? this.#afterReturn : bytes.at(-1) === CARRIAGE_RETURN;
      return text;
    } catch {
      throw this.#problem(bytes);
    }
  }

  /** Where lines end: no other character holds these bytes. */
  #lineEnds(bytes: Uint8Array): readonly number[] {
    const ends: number[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      const isReturn = this.#returnsEnd && bytes[at] === CARRIAGE_RETURN;
      if (!isReturn && bytes[at] !== LINE_FEED) continue;
      const isOfPair =
        this.#returnsEnd &&
        !isReturn &&
        (at === 0 ? this.#afterReturn : bytes[at - 1] === CARRIAGE_RETURN);
      if (!isOfPair) ends.push(at);
    }
    return ends;
  }

  /** In which line it is. */
  #problem(bytes: Uint8Array): RowProblem {
    // The end of a character that the piece before has begun.
    let from = Math.max(
      0,
      bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80),
    );
    const ends = this.#lineEnds(bytes);
    for (const end of ends) {
      if (!isText(bytes.subarray(from, end))) break;
      from = end + 1;
      this.#line += 1;
    }
    const end = ends.find((one) => one >= from) ?? bytes.length;
    return bytes.subarray(from, end).includes(0)
      ? new RowProblem(
          this.#line,
          'The line holds a NUL character. If the file is UTF-16, save it as UTF-8; otherwise remove it.',
        )
      : new RowProblem(this.#line, 'The line is not UTF-8: save the file as UTF-8.');
  }
}

function isText(line: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(line);
    return !line.includes(0);
  } catch {
    return false;
  }
}
