import type { JsonValue } from '#core/filter/predicate.ts';
import { flattenAttributes, type JsonObject } from '#core/semconv/nest-attributes.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';
import { attributeColumns } from './attribute-columns.ts';
import { cellOf, type Cell } from './frame-columns.ts';
import type { ElementQuery, FrameQuery } from './frame-query.ts';

/** A span as frames see it. Times are ISO texts with nanoseconds and `Z`. */
export interface FrameSpan {
  readonly fields: Readonly<Record<FrameField, JsonValue>>;
  /** Nested, after the conventions were mapped. */
  readonly attributes: JsonObject;
}

export const FRAME_FIELDS = [
  'name',
  'span_kind',
  'parent_id',
  'start_time',
  'end_time',
  'status_code',
  'status_message',
  'events',
  'context.span_id',
  'context.trace_id',
  'latency_ms',
] as const;
export type FrameField = (typeof FRAME_FIELDS)[number];

/** Of a whole frame, in order. */
export const WHOLE_FRAME_FIELDS = FRAME_FIELDS.filter((field) => field !== 'latency_ms');
const DATETIMES: ReadonlySet<string> = new Set<FrameField>(['start_time', 'end_time']);

/** A row: index levels, then columns by name, in the order they are to appear. */
export interface FrameRow {
  readonly index: readonly (Cell | null)[];
  readonly cells: ReadonlyMap<string, Cell | null>;
}

/** The index levels of a query's frame. */
export function indexNames({ index, positionName }: FrameQuery): readonly string[] {
  return positionName === null ? [index.column] : [index.column, positionName];
}

/** The rows that one span makes: one, or one for each object of the list that is exploded. */
export function frameRows(span: FrameSpan, query: FrameQuery): readonly FrameRow[] {
  const index = valueCell(span, query.index.key);
  const cells =
    query.select === null
      ? wholeCells(span)
      : new Map(query.select.map(({ column, key }) => [column, valueCell(span, key)]));
  // An index that was selected too is the index, as with pandas' set_index; a whole frame keeps it
  // as a column beside.
  if (query.select !== null) cells.delete(query.index.column);
  if (query.concat !== null)
    for (const [column, text] of concatenated(span, query.concat, query.concat.separator))
      cells.set(column, cellOf(text));
  const { explode } = query;
  if (explode === null) return [{ index: [index], cells: renamed(cells, query.rename) }];
  const list = valueAt(span.attributes, explode.key);
  if (!isJsonArray(list)) return [];
  return list.flatMap((element, position) => {
    if (!isJsonObject(element)) return [];
    const all = new Map([...cells, ...elementCells(element, explode)]);
    return [
      { index: [index, { kind: 'integer', value: position }], cells: renamed(all, query.rename) },
    ];
  });
}

function wholeCells(span: FrameSpan): Map<string, Cell | null> {
  const cells = new Map<string, Cell | null>(
    WHOLE_FRAME_FIELDS.map((field) => [field, fieldCell(span, field)]),
  );
  for (const [name, value] of attributeColumns(span.attributes))
    cells.set(`attributes.${name}`, cellOf(value));
  return cells;
}

function valueCell(span: FrameSpan, key: string): Cell | null {
  return isFrameField(key)
    ? fieldCell(span, key)
    : cellOf(valueAt(span.attributes, key.replace(/^attributes\./, '')));
}

function fieldCell(span: FrameSpan, field: FrameField): Cell | null {
  const cell = cellOf(span.fields[field]);
  if (cell === null) return null;
  if (DATETIMES.has(field)) return { ...cell, kind: 'datetime' };
  return field === 'latency_ms' ? { ...cell, kind: 'number' } : cell;
}

function isFrameField(key: string): key is FrameField {
  return FRAME_FIELDS.some((field) => field === key);
}

/**
 * The value at a dotted path, list indexes included. The rest of the path may be a single key with
 * dots in it, which deep levels have.
 */
export function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  let [at, rest]: [JsonValue | undefined, string] = [value, path];
  while (at !== undefined) {
    const whole = childOf(at, rest);
    const dot = rest.indexOf('.');
    if (whole !== undefined || dot === -1) return whole;
    at = childOf(at, rest.slice(0, dot));
    rest = rest.slice(dot + 1);
  }
  return undefined;
}

function childOf(value: JsonValue, name: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^\d{1,9}$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) ? value[name] : undefined;
}

function elementCells(
  element: JsonObject,
  { columns }: ElementQuery,
): readonly (readonly [string, Cell | null])[] {
  if (columns === null)
    return Object.entries(flattenAttributes(element)).map(([key, value]) => [key, cellOf(value)]);
  return columns.map(({ column, key }) => [column, cellOf(valueAt(element, key))]);
}

/** Texts by column; null where the span has no such list or none of its objects has a value. */
function concatenated(
  span: FrameSpan,
  { key, columns }: ElementQuery,
  separator: string,
): readonly (readonly [string, string | null])[] {
  const list = valueAt(span.attributes, key);
  const elements = isJsonArray(list) ? list : [];
  if (columns === null) return [[key, joined(elements, separator)]];
  return columns.map(({ column, key: path }) => [
    column,
    joined(
      elements.map((element) => valueAt(element, path)),
      separator,
    ),
  ]);
}

function joined(values: readonly (JsonValue | undefined)[], separator: string): string | null {
  const texts = values.flatMap((value) =>
    value === undefined || value === null
      ? []
      : [typeof value === 'string' ? value : JSON.stringify(value)],
  );
  return texts.length === 0 ? null : texts.join(separator);
}

function renamed(
  cells: ReadonlyMap<string, Cell | null>,
  rename: FrameQuery['rename'],
): ReadonlyMap<string, Cell | null> {
  if (rename.length === 0) return cells;
  const names = new Map(rename);
  return new Map([...cells].map(([name, cell]) => [names.get(name) ?? name, cell]));
}
