import { escapeNul, unescapeNul } from './nul-escape.ts';

/** A column of a result. */
export interface ResultField {
  readonly name: string;
  readonly dataTypeID: number;
}

const BOOLEAN = 16;
const BYTES = 17;
/** int8, int2, int4, oid, float4, float8, numeric: sums of integers are numeric. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);

/**
 * A parameter in PostgreSQL's text format. As on SQLite, false is 0, true is 1, and undefined is
 * null.
 */
export function encodeParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return escapeNul(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new TypeError(
    `A parameter is ${typeof value}; a statement takes texts, numbers, booleans, bytes and null.`,
  );
}

/**
 * Reads a cell from PostgreSQL's text format: the values that SQLite gives for the same statement.
 */
export function decodeCell(text: string | null, type: number): unknown {
  if (text === null) return null;
  if (NUMBERS.has(type)) return Number(text);
  if (type === BOOLEAN) return text === 't' ? 1 : 0;
  // As `\x` and two digits a byte.
  if (type === BYTES) return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
  return unescapeNul(text);
}

/** Rows by column name. */
export function decodeRow(
  fields: readonly ResultField[],
  cells: readonly (string | null)[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  fields.forEach(({ name, dataTypeID }, at) => {
    row[name] = decodeCell(cells[at] ?? null, dataTypeID);
  });
  return row;
}

/** Rows as lists of cells, in the order of the columns. */
export function decodeList(
  fields: readonly ResultField[],
  cells: readonly (string | null)[],
): readonly unknown[] {
  return fields.map(({ dataTypeID }, at) => decodeCell(cells[at] ?? null, dataTypeID));
}
