import { AppError } from '#contracts/wire/errors.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { isJsonArray, isJsonObject, PlainObject } from '#core/semconv/plain-object.ts';
import { cellValue, restoreFormula } from './cell-text.ts';
import { isExportLayout, type ColumnAssignment } from './column-assignment.ts';
import { columnPath, putAt } from './column-path.ts';
import { isExactNumber } from './exact-json.ts';
import { RowError } from './row-error.ts';
import { splitNames } from './upload-fields.ts';

/** A record of a file: its values by column, and its position, for messages. */
export interface FileRecord {
  /** Counted from 1; of CSV and JSONL the line in the file, else the row. */
  readonly line: number;
  /** A column that the record does not have is undefined. */
  readonly values: { readonly [column: string]: JsonValue | undefined };
}

/** The example in a record. */
export interface RecordRow {
  readonly line: number;
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly metadata: JsonObject;
  /** Names, each once. */
  readonly splits: readonly string[];
  readonly spanId: string | null;
  readonly exampleId: string | null;
}

/**
 * How the values of a kind of file are meant: in CSV all are text, and a file of JSON lines may
 * lack any column.
 */
export type RecordKind = 'csv' | 'json';

interface Field {
  readonly column: string;
  /** Where the value goes in the bucket; null for a column whose children go there. */
  readonly path: readonly string[] | null;
}

/**
 * Makes examples of a file's records as its assignment says. The function throws a `RowError` for a
 * record that cannot be one: a flattened value that is no object, two values for one key, a split
 * that is no text.
 */
export function recordRows(
  assignment: ColumnAssignment,
  kind: RecordKind,
): (record: FileRecord) => RecordRow {
  const isExport = kind === 'csv' && isExportLayout(assignment);
  const style = assignment.typed ? 'typed' : 'plain';
  const flattened = new Set(assignment.flattenKeys);
  const fieldsOf = (columns: readonly string[]): readonly Field[] =>
    [...new Set(columns)].map((column) => ({
      column,
      path: flattened.has(column) ? null : isExport ? columnPath(column, style) : [column],
    }));
  const read = (cell: JsonValue): JsonValue => {
    if (kind === 'json' || typeof cell !== 'string') return cell;
    if (isExport) return cellValue(restoreFormula(cell), style);
    return assignment.typed ? cellValue(cell, 'typed') : cell;
  };
  const plain = (cell: JsonValue | undefined): JsonValue | undefined =>
    isExport && typeof cell === 'string' ? restoreFormula(cell) : cell;
  const [input, output, metadata] = [
    assignment.inputKeys,
    assignment.outputKeys,
    assignment.metadataKeys,
  ].map(fieldsOf);
  const bucket = (record: FileRecord, fields: readonly Field[] = []): JsonObject =>
    fillBucket(record, fields, kind, read);
  const idOf = (record: FileRecord, key: string | null): string | null =>
    key === null ? null : idText(plain(record.values[key]));
  return (record) => ({
    line: record.line,
    input: bucket(record, input),
    output: bucket(record, output),
    metadata: bucket(record, metadata),
    splits: splitsOf(record, assignment, kind, plain),
    spanId: idOf(record, assignment.spanIdKey),
    exampleId: idOf(record, assignment.exampleIdKey),
  });
}

function fillBucket(
  record: FileRecord,
  fields: readonly Field[],
  kind: RecordKind,
  read: (cell: JsonValue) => JsonValue,
): JsonObject {
  const object = new PlainObject();
  for (const { column, path } of fields) {
    const value = record.values[column];
    if (value === undefined || (kind === 'csv' && value === '')) continue;
    if (path === null) flattenInto(object, record, column, kind);
    else if (!putAt(object, path, read(value))) throw collision(record, column, path.join('.'));
  }
  return object;
}

/** The children of an object become keys of the bucket. */
function flattenInto(
  object: PlainObject,
  record: FileRecord,
  column: string,
  kind: RecordKind,
): void {
  const cell = record.values[column];
  const value = kind === 'csv' && typeof cell === 'string' ? cellValue(cell, 'plain') : cell;
  if (!isJsonObject(value) || isExactNumber(value))
    throw new RowError(
      record.line,
      `Line ${record.line}: '${column}' is one of flatten_keys, but its value is no JSON object: ${shown(cell)}.`,
    );
  for (const [key, child] of Object.entries(value)) {
    if (object[key] !== undefined) throw collision(record, column, key);
    object[key] = child;
  }
}

function splitsOf(
  record: FileRecord,
  { splitKey, splitKeys }: ColumnAssignment,
  kind: RecordKind,
  plain: (cell: JsonValue | undefined) => JsonValue | undefined,
): readonly string[] {
  const given: JsonValue[] = splitKeys.map((column) => plain(record.values[column]) ?? null);
  if (splitKey !== null) {
    const cell = plain(record.values[splitKey]) ?? null;
    const value = kind === 'csv' && typeof cell === 'string' ? cellValue(cell, 'plain') : cell;
    if (isJsonArray(value)) given.push(...value);
    // A name may look like JSON, but only a list is meant as such.
    else given.push(cell);
  }
  try {
    return splitNames(splitKey ?? splitKeys.join(', '), given);
  } catch (error) {
    if (error instanceof AppError)
      throw new RowError(record.line, `Line ${record.line}: ${error.detail}`);
    throw error;
  }
}

/**
 * The text of an id, or null for none: blank, null, or the `nan` that data frames write for a
 * missing value.
 */
function idText(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
  return text === '' || text.toLowerCase() === 'nan' ? null : text;
}

function collision({ line }: FileRecord, column: string, key: string): RowError {
  return new RowError(
    line,
    `Line ${line}: '${column}' gives a second value for '${key}', which another column has given already. Rename one, or leave it out.`,
  );
}

function shown(value: JsonValue | undefined): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
