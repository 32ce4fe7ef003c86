import type Database from 'better-sqlite3';
import { SPAN_COLUMNS, type SqlValue, type StoredSpan } from '../both/columns.ts';

/** A chunk of rows for one statement; larger ones gain nothing. */
export const STAGED_ROWS_MAX = 512;
/**
 * The maximum total size of a chunk's texts; a span whose texts no longer fit begins the next
 * chunk.
 */
const TEXT_BYTES_MAX = 64 * 1024;
const FLAG_DIGITS = 7;
/** A double is staged as an integer of 53 bits and two shifts to the right. */
const MANTISSA_DIGITS = 16;
const SHIFT_DIGITS = 2;
const SHIFT_MAX = 62;
/** Of a text: where it begins in the chunk's texts, and its bytes. */
const PLACE_DIGITS = 6;
const ZERO = 0x30;
const MINUS = 0x2d;

interface Field {
  readonly name: string;
  readonly kind: 'integer' | 'time' | 'bytes' | 'real' | 'text';
  readonly value: (span: StoredSpan) => SqlValue;
  readonly at: number;
  readonly width: number;
  /** Set in the row's flags when the value is not null; 0 where it never is. */
  readonly flag: number;
  /** Set when a text is not empty. */
  readonly textFlag: number;
}

/**
 * The fields of a staged row, after its flags: the columns of `spans` but for the id, which is the
 * row's place.
 */
const FIELDS: readonly Field[] = fieldsOf();
const ROW_BYTES = FIELDS.reduce((end, { at, width }) => Math.max(end, at + width), 0);

function fieldsOf(): Field[] {
  const fields: Field[] = [];
  let [at, flag] = [FLAG_DIGITS, 1];
  for (const [name, column] of Object.entries(SPAN_COLUMNS)) {
    if (name === 'id') continue;
    const kind =
      name === 'start_time'
        ? 'time'
        : ({ INTEGER: 'integer', BLOB: 'bytes', REAL: 'real', TEXT: 'text' } as const)[column.type];
    const width =
      kind === 'real'
        ? MANTISSA_DIGITS + 2 * SHIFT_DIGITS
        : kind === 'text'
          ? 2 * PLACE_DIGITS
          : column.width;
    const [own, text] = [column.nullable ? flag : 0, kind === 'text' ? 2 * flag : 0];
    fields.push({ name, kind, value: column.value, at, width, flag: own, textFlag: text });
    at += width;
    if (column.nullable) flag *= text === 0 ? 2 : 4;
  }
  return fields;
}

/**
 * Inserts the rows of a chunk. Calling a statement once for each row costs more than what SQLite
 * then does: some 3 µs for handing over two dozen values, most of them null, and for what it has to
 * say about the outcome. So rows are handed over as one piece of bytes with a fixed place for each
 * column, numbers in decimal digits, which SQLite reads at some 70 ns each.
 */
export const INSERT_STAGED_SQL = `INSERT OR IGNORE INTO spans (id, ${FIELDS.map(({ name }) => name).join(', ')})
SELECT :firstId + r.start / ${ROW_BYTES}, ${FIELDS.map(decoded).join(', ')}
FROM (SELECT start, ${digitsAt('start', 0, FLAG_DIGITS)} AS flags FROM temp.staged_rows WHERE start < :limit ORDER BY start LIMIT -1) r`;

/** Where each row of a chunk begins. */
export const STAGED_STARTS_SQL = `CREATE TEMP TABLE IF NOT EXISTS staged_rows (start INTEGER PRIMARY KEY);
WITH RECURSIVE row(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM row WHERE n < ${STAGED_ROWS_MAX - 1})
INSERT OR IGNORE INTO staged_rows SELECT n * ${ROW_BYTES} FROM row`;

function digitsAt(start: string, at: number, digits: number): string {
  return `CAST(substr(:rows, ${start} + ${at + 1}, ${digits}) AS INTEGER)`;
}

function decoded(field: Field): string {
  const value = decodedValue(field);
  const text =
    field.textFlag === 0
      ? value
      : `CASE WHEN r.flags & ${field.textFlag} THEN ${value} ELSE '' END`;
  return field.flag === 0 ? text : `CASE WHEN r.flags & ${field.flag} THEN ${text} END`;
}

function decodedValue({ kind, at, width }: Field): string {
  const number = (offset: number, digits: number): string =>
    digitsAt('r.start', at + offset, digits);
  switch (kind) {
    case 'integer':
      return number(0, width);
    case 'time':
      return `:base + ${number(0, width)}`;
    case 'bytes':
      return `substr(:rows, r.start + ${at + 1}, ${width})`;
    case 'real':
      return `CAST(${number(0, MANTISSA_DIGITS)} AS REAL) / (1 << ${number(MANTISSA_DIGITS, SHIFT_DIGITS)}) / (1 << ${number(MANTISSA_DIGITS + SHIFT_DIGITS, SHIFT_DIGITS)})`;
    case 'text':
      return `CAST(substr(:texts, ${number(0, PLACE_DIGITS)} + 1, ${number(PLACE_DIGITS, PLACE_DIGITS)}) AS TEXT)`;
  }
}

/**
 * Rows of spans with consecutive numbers, gathered as bytes until one statement inserts them all.
 */
export class StagedRows {
  readonly #insert: Database.Statement<
    [{ rows: Uint8Array; limit: bigint; firstId: bigint; base: bigint; texts: Uint8Array }]
  >;
  /** Filled with the digit 0, so that only the digits that count are written. */
  readonly #rows = Buffer.alloc(STAGED_ROWS_MAX * ROW_BYTES, ZERO);
  readonly #texts = Buffer.alloc(TEXT_BYTES_MAX);
  #textBytes = 0;
  #count = 0;
  #firstId = 0;
  /** Times are staged as differences to the first one: small enough for a double. */
  #base = 0n;

  constructor(db: Database.Database) {
    db.exec(STAGED_STARTS_SQL);
    this.#insert = db.prepare(INSERT_STAGED_SQL);
  }

  /** Takes a span's row; false when it does not fit, into what is left of the chunk or at all. */
  put(span: StoredSpan): boolean {
    if (this.#count >= STAGED_ROWS_MAX) return false;
    if (this.#count === 0) {
      this.#firstId = span.id;
      this.#base = span.startTime;
    }
    const start = this.#count * ROW_BYTES;
    const textBytes = this.#textBytes;
    let flags = 0;
    for (let i = 0; i < FIELDS.length; i += 1) {
      const field = FIELDS[i]!;
      const value = field.kind === 'time' ? Number(span.startTime - this.#base) : field.value(span);
      if (value === null) continue;
      flags += field.flag;
      if (value === '') continue;
      flags += field.textFlag;
      if (this.#write(field, start + field.at, value)) continue;
      this.#rows.fill(ZERO, start, start + ROW_BYTES);
      this.#textBytes = textBytes;
      return false;
    }
    this.#digits(start, FLAG_DIGITS, flags);
    this.#count += 1;
    return true;
  }

  /**
   * Inserts the rows and empties the stage; gives how many were new. Those whose (trace, span id)
   * is there already are left out.
   */
  insert(): number {
    const end = this.#count * ROW_BYTES;
    const { changes } = this.#insert.run({
      rows: this.#rows.subarray(0, end),
      limit: BigInt(end),
      firstId: BigInt(this.#firstId),
      base: this.#base,
      texts: this.#texts.subarray(0, this.#textBytes),
    });
    this.clear();
    return changes;
  }

  /** Forgets the rows. */
  clear(): void {
    this.#rows.fill(ZERO, 0, this.#count * ROW_BYTES);
    this.#textBytes = 0;
    this.#count = 0;
  }

  #write({ kind, width }: Field, at: number, value: Exclude<SqlValue, null>): boolean {
    if (kind === 'text') return typeof value === 'string' && this.#text(at, value);
    if (kind === 'real') return typeof value === 'number' && this.#real(at, value);
    if (typeof value === 'number') return this.#digits(at, width, value);
    if (typeof value !== 'object' || value.length !== width) return false;
    for (let i = 0; i < width; i += 1) this.#rows[at + i] = value[i]!;
    return true;
  }

  #text(at: number, text: string): boolean {
    if (this.#textBytes + 3 * text.length > TEXT_BYTES_MAX) return false;
    const bytes = this.#texts.write(text, this.#textBytes);
    this.#digits(at, PLACE_DIGITS, this.#textBytes);
    this.#digits(at + PLACE_DIGITS, PLACE_DIGITS, bytes);
    this.#textBytes += bytes;
    return true;
  }

  /** Exact, since dividing by a power of two loses nothing. */
  #real(at: number, value: number): boolean {
    let [mantissa, shift] = [value, 0];
    while (!Number.isSafeInteger(mantissa) && shift <= 2 * SHIFT_MAX) {
      mantissa *= 2;
      shift += 1;
    }
    const first = Math.min(shift, SHIFT_MAX);
    return (
      this.#digits(at, MANTISSA_DIGITS, mantissa) &&
      this.#digits(at + MANTISSA_DIGITS, SHIFT_DIGITS, first) &&
      this.#digits(at + MANTISSA_DIGITS + SHIFT_DIGITS, SHIFT_DIGITS, shift - first)
    );
  }

  /** False for what is no integer or has too many digits. */
  #digits(at: number, digits: number, value: number): boolean {
    if (!Number.isSafeInteger(value)) return false;
    const rows = this.#rows;
    const first = value < 0 ? at + 1 : at;
    let place = at + digits - 1;
    let rest = value < 0 ? -value : value;
    while (rest > 0x7fffffff) {
      const tenth = Math.floor(rest / 10);
      if (place < first) return false;
      rows[place] = ZERO + (rest - tenth * 10);
      place -= 1;
      rest = tenth;
    }
    for (let small = rest | 0; small > 0; place -= 1) {
      const tenth = (small / 10) | 0;
      if (place < first) return false;
      rows[place] = ZERO + (small - tenth * 10);
      small = tenth;
    }
    if (value < 0) rows[at] = MINUS;
    return true;
  }
}
