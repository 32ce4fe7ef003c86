import type { JsonValue } from '#core/filter/predicate.ts';
import { isJsonObject, PlainObject } from '#core/semconv/plain-object.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { cellText, hasCell, type CellStyle } from './cell-text.ts';
import { isExactNumber } from './exact-json.ts';

/** The three objects of an example, as columns of a flat file are prefixed. */
export const BUCKETS = ['input', 'output', 'metadata'] as const;
export type Bucket = (typeof BUCKETS)[number];

const PREFIX = /^(?:input|output|metadata)\./;

/**
 * Whether a column is one of our own CSV exports': `input.`, `output.` or `metadata.` and the way
 * to the value.
 */
export function isExportColumn(column: string): boolean {
  return PREFIX.test(column);
}

/** A dot that belongs to a key. */
const ESCAPED_DOT = String.raw`\.`;

/**
 * The way to the value that a column of an export holds, without the prefix (a column without one
 * is its own whole way): `input.a.b` is `a`, then `b`. In the typed style a dot that belongs to a
 * key has a backslash before it; in the plain style only where two values would share a column.
 */
export function columnPath(column: string, style: CellStyle): readonly string[] {
  const rest = column.replace(PREFIX, '');
  if (rest === column) return [column];
  if (style === 'plain' && !rest.includes(ESCAPED_DOT)) return rest.split('.');
  const path = [''];
  for (let at = 0; at < rest.length; at++) {
    const char = rest[at] ?? '';
    if (char === '.') path.push('');
    else path[path.length - 1] += char === '\\' ? (rest[++at] ?? '') : char;
  }
  return path;
}

/**
 * Takes a column and its cell; `isText` says that the value was text, which a spreadsheet might
 * run.
 */
type VisitColumn = (column: string, cell: string, isText: boolean) => void;

/** Gives each value of a bucket with the column it belongs in. */
export function eachColumn(
  bucket: Bucket,
  object: JsonObject,
  style: CellStyle,
  visit: VisitColumn,
): void {
  eachLeaf(bucket, object, style, (column, value) => {
    const cell = cellText(value, style);
    if (cell !== undefined) visit(column, cell, typeof value === 'string');
  });
}

/** Adds the column of each value of a bucket that has a cell, as `eachColumn` gives them. */
export function eachColumnName(
  bucket: Bucket,
  object: JsonObject,
  style: CellStyle,
  columns: Set<string>,
): void {
  eachLeaf(bucket, object, style, (column, value) => {
    if (hasCell(value, style)) columns.add(column);
  });
}

type VisitLeaf = (column: string, value: JsonValue | undefined) => void;

function eachLeaf(bucket: Bucket, object: JsonObject, style: CellStyle, visit: VisitLeaf): void {
  if (style === 'typed' || !hasUnclearKey(object)) {
    flatten(bucket, object, style, visit);
    return;
  }
  const exactNames: string[] = [];
  flatten(bucket, object, 'typed', (column) => exactNames.push(column));
  const once = new Set<string>();
  const shared = new Set<string>();
  flatten(bucket, object, style, (column, value) => {
    if (hasCell(value, style)) (once.has(column) ? shared : once).add(column);
  });
  let leaf = 0;
  flatten(bucket, object, style, (column, value) => {
    const exact = exactNames[leaf++] ?? column;
    const isExact =
      column.includes(ESCAPED_DOT) || (shared.has(column) && exact.includes(ESCAPED_DOT));
    visit(isExact ? exact : column, value);
  });
}

/** Whether the name of a plain column may not tell which keys lead to its value. */
function hasUnclearKey(object: JsonObject): boolean {
  return Object.entries(object).some(
    ([key, value]) =>
      key.includes('.') || key.endsWith('\\') || (isJsonObject(value) && hasUnclearKey(value)),
  );
}

function flatten(above: string, object: JsonObject, style: CellStyle, visit: VisitLeaf): void {
  for (const key of Object.keys(object)) {
    const value = object[key];
    const column = `${above}.${segment(key, style)}`;
    if (isJsonObject(value) && !isExactNumber(value) && Object.keys(value).length > 0)
      flatten(column, value, style, visit);
    else visit(column, value);
  }
}

function segment(key: string, style: CellStyle): string {
  return style === 'plain' ? key : key.replaceAll(/[\\.]/g, '\\$&');
}

/**
 * Sets the value at the end of a path; false if the path crosses something other than an object, or
 * is already set.
 */
export function putAt(object: PlainObject, path: readonly string[], value: JsonValue): boolean {
  let at = object;
  for (let step = 0; step < path.length - 1; step++) {
    const key = path[step] ?? '';
    const next = at[key];
    if (next === undefined) at = at[key] = new PlainObject();
    else if (next instanceof PlainObject) at = next;
    else return false;
  }
  const last = path.at(-1) ?? '';
  if (at[last] !== undefined) return false;
  at[last] = value;
  return true;
}
