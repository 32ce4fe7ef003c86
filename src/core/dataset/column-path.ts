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

/**
 * The way to the value that a column of an export holds, without the prefix (a column without one
 * is its own whole way): `input.a.b` is `a`, then `b`. In the typed style a dot that belongs to a
 * key has a backslash before it.
 */
export function columnPath(column: string, style: CellStyle): readonly string[] {
  const rest = column.replace(PREFIX, '');
  if (rest === column) return [column];
  if (style === 'plain') return rest.split('.');
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
  for (const key of Object.keys(object))
    flatten(`${bucket}.${segment(key, style)}`, object[key], style, visit);
}

/** Adds the column of each value of a bucket that has a cell, as `eachColumn` gives them. */
export function eachColumnName(
  bucket: Bucket,
  object: JsonObject,
  style: CellStyle,
  columns: Set<string>,
): void {
  for (const key of Object.keys(object))
    flattenName(`${bucket}.${segment(key, style)}`, object[key], style, columns);
}

function flattenName(
  column: string,
  value: JsonValue | undefined,
  style: CellStyle,
  columns: Set<string>,
): void {
  if (isJsonObject(value)) {
    const keys = Object.keys(value);
    for (const key of keys)
      flattenName(`${column}.${segment(key, style)}`, value[key], style, columns);
    if (keys.length > 0) return;
  }
  if (hasCell(value, style)) columns.add(column);
}

function flatten(
  column: string,
  value: JsonValue | undefined,
  style: CellStyle,
  visit: VisitColumn,
): void {
  if (isJsonObject(value) && !isExactNumber(value)) {
    const keys = Object.keys(value);
    if (keys.length > 0) {
      for (const key of keys) flatten(`${column}.${segment(key, style)}`, value[key], style, visit);
      return;
    }
  }
  const cell = cellText(value, style);
  if (cell !== undefined) visit(column, cell, typeof value === 'string');
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
