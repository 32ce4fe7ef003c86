import { AppError } from '#contracts/wire/errors.ts';
import { isExportColumn } from './column-path.ts';

/** Which columns of a file feed which fields of an example. One column may feed several buckets. */
export interface ColumnAssignment {
  readonly inputKeys: readonly string[];
  readonly outputKeys: readonly string[];
  readonly metadataKeys: readonly string[];
  /** Columns whose values are objects; their keys come in place of the column's own. */
  readonly flattenKeys: readonly string[];
  /** Each holds the name of a split. */
  readonly splitKeys: readonly string[];
  /** Holds the name of a split, or a list of names. */
  readonly splitKey: string | null;
  readonly spanIdKey: string | null;
  readonly exampleIdKey: string | null;
  /**
   * Cells of CSV are read as JSON where they are JSON, so that numbers, booleans and null keep
   * their types.
   */
  readonly typed: boolean;
}

/**
 * Columns a file may have, and an export. Wider tables are matrices, not examples, and each would
 * cost all rows a column.
 */
export const COLUMNS_MAX = 5_000;
const SHOWN_COLUMNS = 12;

/** Every assigned column. */
export function assignedColumns(assignment: ColumnAssignment): ReadonlySet<string> {
  const {
    inputKeys,
    outputKeys,
    metadataKeys,
    flattenKeys,
    splitKeys,
    splitKey,
    spanIdKey,
    exampleIdKey,
  } = assignment;
  const single = [splitKey, spanIdKey, exampleIdKey].filter((key) => key !== null);
  return new Set([
    ...inputKeys,
    ...outputKeys,
    ...metadataKeys,
    ...flattenKeys,
    ...splitKeys,
    ...single,
  ]);
}

/**
 * Whether the file is one of our CSV exports: its columns carry the bucket and the way to the value
 * in their names.
 */
export function isExportLayout({
  inputKeys,
  outputKeys,
  metadataKeys,
  flattenKeys,
}: ColumnAssignment): boolean {
  return (
    flattenKeys.length === 0 && [...inputKeys, ...outputKeys, ...metadataKeys].some(isExportColumn)
  );
}

/**
 * Refuses (`unprocessable`) an assignment that names columns the file does not have; the message
 * lists those it has.
 */
export function assertColumnsExist(assignment: ColumnAssignment, columns: readonly string[]): void {
  const known = new Set(columns);
  const missing = [...assignedColumns(assignment)].filter((column) => !known.has(column));
  if (missing.length > 0)
    throw new AppError(
      'unprocessable',
      `The file has no column ${quoted(missing)}. Its columns: ${columns.length === 0 ? 'none' : quoted(columns)}.`,
    );
}

/** Refuses (`unprocessable`) a header with too many columns or with one twice. */
export function assertHeader(columns: readonly string[]): void {
  if (columns.length > COLUMNS_MAX)
    throw new AppError(
      'unprocessable',
      `The file has ${columns.length} columns; at most ${COLUMNS_MAX} are read. Put values that belong together into one column as a JSON list.`,
    );
  const seen = new Set<string>();
  const twice = new Set(columns.filter((column) => seen.size === seen.add(column).size));
  if (twice.size > 0)
    throw new AppError(
      'unprocessable',
      `The header has the column ${quoted([...twice])} more than once. Give each column a unique name.`,
    );
}

function quoted(columns: readonly string[]): string {
  const shown = columns.slice(0, SHOWN_COLUMNS).map((column) => `'${column.slice(0, 80)}'`);
  return `${shown.join(', ')}${columns.length > shown.length ? ` and ${columns.length - shown.length} more` : ''}`;
}
