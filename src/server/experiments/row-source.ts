import { invariant } from '#contracts/wire/errors.ts';

/** A row's value at one position. */
export type Cell = string | number | Uint8Array | null;

/**
 * The metadata database as figures read it: plain statements with `?` for parameters, rows as lists
 * of cells.
 */
export interface RowSource {
  /** The rows of a statement; bounded by the statement, for all are in memory. */
  rows(sql: string, parameters: readonly (number | string)[]): readonly (readonly Cell[])[];
  /** Runs the work over one state of the database. */
  snapshot<R>(work: () => R): R;
}

/** Parameters of one statement; SQLite allows 32,766. */
const PARAMETERS_MAX = 1_000;

/**
 * The rows of a statement for many ids, asked for in parts: `sql` is given a list of `?`. Its first
 * parameters are `before`.
 */
export function* rowsFor(
  source: RowSource,
  sql: (marks: string) => string,
  ids: readonly (number | string)[],
  before: readonly (number | string)[] = [],
): Generator<readonly Cell[]> {
  for (let from = 0; from < ids.length; from += PARAMETERS_MAX) {
    const part = ids.slice(from, from + PARAMETERS_MAX);
    yield* source.rows(sql(part.map(() => '?').join(', ')), [...before, ...part]);
  }
}

export function numberIn(row: readonly Cell[], at: number): number {
  const cell = row[at];
  invariant(typeof cell === 'number', `column ${at} is a number`);
  return cell;
}

/** NaN where the column is null. */
export function numberOrNan(row: readonly Cell[], at: number): number {
  const cell = row[at];
  return typeof cell === 'number' ? cell : Number.NaN;
}

export function textIn(row: readonly Cell[], at: number): string {
  const cell = row[at];
  invariant(typeof cell === 'string', `column ${at} is text`);
  return cell;
}

export function textOrNull(row: readonly Cell[], at: number): string | null {
  const cell = row[at];
  return typeof cell === 'string' ? cell : null;
}

export function bytesOrNull(row: readonly Cell[], at: number): Uint8Array | null {
  const cell = row[at];
  return cell instanceof Uint8Array ? cell : null;
}
