import { CsvError, parse, type Parser } from 'csv-parse';
import {
  CSV_LINE_ENDS,
  CSV_SEPARATORS,
  type CsvSeparator,
  csvDialect,
  type CsvDialect,
} from '#contracts/datasets/csv-dialect.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { assertHeader } from '#core/dataset/column-assignment.ts';
import type { FileRecord } from '#core/dataset/record-row.ts';
import { RowError } from '#core/dataset/row-error.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import { TextCheck, withoutMark } from './text-file.ts';

/** A CSV file whose header was read; its records are still to be. */
export interface OpenCsv {
  readonly columns: readonly string[];
  /** Once. Values of the wanted columns alone, all of them text. */
  records(wanted: ReadonlySet<string>): AsyncGenerator<readonly FileRecord[]>;
  /** Rows that were left out, as far as it was read. */
  readonly leftOutLines: () => number;
}

export interface CsvOptions {
  /** The requested columns. */
  readonly named: ReadonlySet<string>;
  /** Whether rows that have not as many cells as the header are left out instead of refused. */
  readonly leavesOut: boolean;
  readonly recordBytesMax: number;
}

/** The messages for invalid rows, with the fix, by csv-parse's error codes. */
const FAULTS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing quote. Double the quotes inside a cell.',
  INVALID_OPENING_QUOTE:
    'a quote is inside a cell. Quote the whole cell, and double the quotes inside it.',
  CSV_QUOTE_NOT_CLOSED:
    'a quote is opened in this row and never closed. Close it, or write a quote that belongs to the text twice.',
};
const FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Opens a CSV file (RFC 4180; lines may end in several ways, and the file tells its separator) by
 * reading its header. Rejects with `unprocessable` for an empty file, a column named twice, or too
 * many; what is wrong with a row comes as a `RowError` with the line it begins on. Where rows are
 * left out and none remains, the records end with `unprocessable`.
 */
export async function openCsv(
  source: AsyncIterable<Buffer>,
  options: CsvOptions,
): Promise<OpenCsv> {
  let leftOut = 0;
  const file = await openHead(withoutMark(source), options.named);
  const rows = csvRows(file, options, () => (leftOut += 1));
  let first: readonly CsvRow[] = [];
  while (first.length === 0) {
    const next = await rows.next();
    if (next.done === true)
      throw new AppError(
        'unprocessable',
        'The file is empty. Its first line must be a header with the names of the columns.',
      );
    first = next.value;
  }
  const [header, ...rest] = first;
  const columns = header?.cells ?? [];
  assertHeader(columns);
  const leftOutLines = (): number => leftOut;
  return {
    columns,
    records: (wanted) => someLeft(csvRecords(columns, wanted, rest, rows), leftOutLines),
    leftOutLines,
  };
}

/**
 * Refuses a file of which every row was left out: a sender who wants some lines left out does not
 * mean all.
 */
async function* someLeft(
  records: AsyncGenerator<readonly FileRecord[]>,
  leftOutLines: () => number,
): AsyncGenerator<readonly FileRecord[]> {
  let rows = 0;
  for await (const some of records) {
    rows += some.length;
    yield some;
  }
  if (rows > 0 || leftOutLines() === 0) return;
  const detail =
    'No line has as many cells as the header, so no rows are left. Check the first line of the file and its separator.';
  throw new AppError('unprocessable', detail);
}

async function* csvRecords(
  columns: readonly string[],
  wanted: ReadonlySet<string>,
  first: readonly CsvRow[],
  rest: AsyncGenerator<readonly CsvRow[]>,
): AsyncGenerator<readonly FileRecord[]> {
  const places = columns.flatMap((column, index) =>
    wanted.has(column) ? [{ column, index }] : [],
  );
  const recordOf = ({ line, cells }: CsvRow): FileRecord => {
    const values = new PlainObject();
    for (const { column, index } of places) values[column] = cells[index] ?? '';
    return { line, values };
  };
  try {
    yield first.map(recordOf);
    for await (const rows of rest) yield rows.map(recordOf);
  } finally {
    await rest.return(undefined);
  }
}

interface CsvRow {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows that end in each piece of the file. */
async function* csvRows(
  file: ToldCsv,
  { leavesOut, recordBytesMax }: CsvOptions,
  onLeftOut: () => void,
): AsyncGenerator<readonly CsvRow[]> {
  let width: number | null = null;
  let rows: CsvRow[] = [];
  const lines = new CsvLines(file.firstLine);
  const parser = parse({
    delimiter: file.separator,
    record_delimiter: [...CSV_LINE_ENDS],
    skip_empty_lines: true,
    relax_column_count: leavesOut,
    max_record_size: recordBytesMax,
    // The rows are taken here: as a stream of objects they would cost as much again.
    on_record: (cells: string[], { bytes: end }) => {
      width ??= cells.length;
      if (cells.length === width) rows.push({ line: lines.rowBegins(), cells });
      else onLeftOut();
      lines.goTo(end);
      return null;
    },
  });
  // csv-parse reports errors both through the piece's callback and as an event.
  parser.on('error', () => undefined);
  const bytes = new TextCheck(file.firstLine);
  const faultAt = (error: CsvError): RowError =>
    rowError(error, lines.rowBegins(), file.separator, recordBytesMax);
  try {
    for await (const chunk of file.bytes) {
      bytes.accept(chunk);
      lines.accept(chunk);
      await fed(parser, chunk, faultAt);
      if (rows.length > 0) yield rows;
      rows = [];
    }
    bytes.end();
    await fed(parser, null, faultAt);
    if (rows.length > 0) yield rows;
  } finally {
    parser.destroy();
  }
}

/** Gives the parser a piece, or the end; rejects with what it finds wrong. */
function fed(
  parser: Parser,
  chunk: Buffer | null,
  faultOf: (error: CsvError) => RowError,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof CsvError ? faultOf(error) : error);
    };
    if (chunk === null) parser.end(settle).resume();
    else parser.write(chunk, settle);
  });
}

function rowError(
  error: CsvError,
  line: number,
  separator: CsvSeparator,
  recordBytesMax: number,
): RowError {
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new RowError(
      line,
      `Line ${line}: the row is longer than ${recordBytesMax} bytes. Close open quotes, or leave large cells out.`,
    );
  return new RowError(
    line,
    `Line ${line}: ${FAULTS[error.code] ?? lengthFault(error.message, separator)}`,
  );
}

/** Of the one fault that has figures: a row with more or fewer cells than the header. */
function lengthFault(message: string, separator: CsvSeparator): string {
  const [, wanted, found] = /expect (\d+), got (\d+)/.exec(message) ?? [];
  if (wanted === undefined || found === undefined)
    return message.slice(0, 200).replace(/\.?$/, '.');
  const cells = `${found} cell${found === '1' ? '' : 's'}`;
  return `the row has ${cells}, the header ${wanted}. Give every row as many cells as the header, and quote cells that hold ${CSV_SEPARATORS[separator]}s.`;
}

/** The bytes of a CSV file, and how it is written. */
interface ToldCsv extends Omit<CsvDialect, 'skip'> {
  /** Once. Without a line that says only what the separator is. */
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * Reads as much of a file as tells how it is written; `named` are columns that the file must have.
 */
async function openHead(
  source: AsyncGenerator<Buffer>,
  named: ReadonlySet<string>,
): Promise<ToldCsv> {
  let head = Buffer.alloc(0);
  for (;;) {
    const next = await source.next();
    if (next.done !== true) head = Buffer.concat([head, next.value]);
    const dialect = csvDialect(head.toString('utf8'), next.done === true, named);
    // The skipped text is ASCII: one byte per character.
    if (dialect !== null) return { ...dialect, bytes: joined(head.subarray(dialect.skip), source) };
  }
}

async function* joined(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/**
 * Counts the lines of a CSV file that comes in pieces, on the way to places in it: a line feed, a
 * return, or both together end a line.
 */
class CsvLines {
  /** The line of the next byte. */
  #line: number;
  #offset = 0;
  #afterReturn = false;
  /** The received pieces, from the one that holds the next byte. */
  readonly #pieces: Buffer[] = [];
  #inPiece = 0;

  /** `firstLine` is the number of the line it begins with. */
  constructor(firstLine: number) {
    this.#line = firstLine;
  }

  accept(piece: Buffer): void {
    if (piece.length > 0) this.#pieces.push(piece);
  }

  /** The line on which a row begins: after the empty lines, if any, that come next. */
  rowBegins(): number {
    this.#walk(Infinity, true);
    return this.#line;
  }

  /** Goes on to so many bytes after the beginning. */
  goTo(offset: number): void {
    this.#walk(offset, false);
  }

  #walk(to: number, overLineEnds: boolean): void {
    for (
      let piece = this.#pieces[0];
      piece !== undefined && this.#offset < to;
      piece = this.#pieces[0]
    ) {
      const from = this.#inPiece;
      const end = Math.min(piece.length, from + to - this.#offset);
      let at = from;
      let afterReturn = this.#afterReturn;
      for (; at < end; at += 1) {
        const byte = piece[at];
        const isEnd = byte === FEED || byte === RETURN;
        if (overLineEnds && !isEnd) break;
        if (isEnd && !(byte === FEED && afterReturn)) this.#line += 1;
        afterReturn = byte === RETURN;
      }
      this.#afterReturn = afterReturn;
      this.#offset += at - from;
      this.#inPiece = at;
      if (at < piece.length) return;
      this.#pieces.shift();
      this.#inPiece = 0;
    }
  }
}
