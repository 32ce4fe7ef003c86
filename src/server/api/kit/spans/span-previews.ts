import { jsonAt } from '#core/filter/json-path.ts';
import { hasNoEnd } from '#core/otlp/has-no-end.ts';
import { previewSpan, previewSpanBytes } from '#core/otlp/preview.ts';
import { isResourceKey } from '#core/filter/resource-root.ts';
import { ResourceReader } from '#core/otlp/resource-attributes.ts';
import { attributesByKey } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import type { SpanReader } from '#core/ports/span-store.ts';
import { cutText } from '#core/semconv/derive-span.ts';
import type { FlatAttributes } from '#core/semconv/flat-attributes.ts';
import { nestAttributes, normalizeAttributes } from '#core/semconv/nest-attributes.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';

export type RowAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanPreview {
  readonly row: SpanRow;
  readonly input: string | null;
  readonly output: string | null;
  /** No end was sent. */
  readonly isOpen: boolean;
  /** The attributes asked for that exist; undefined when none was asked for. */
  readonly attributes: RowAttributes | undefined;
}

const CHARS_MAX = 200;
/** Spans that are in memory at once: each may be megabytes, of which a line is kept. */
const STEP_SPANS = 50;

/**
 * One-line previews of the spans' inputs and outputs, by row number; with `columns`, those attributes by dotted key. Texts are cut to
 * `charsMax` characters.
 */
export async function readPreviews(
  spans: SpanReader,
  numbers: readonly number[],
  columns: readonly string[] = [],
  charsMax = CHARS_MAX,
): Promise<ReadonlyMap<number, SpanPreview>> {
  const previews = new Map<number, SpanPreview>();
  const resources = new ResourceReader();
  for (let at = 0; at < numbers.length; at += STEP_SPANS) {
    const step = await spans.payloads(numbers.slice(at, at + STEP_SPANS));
    for (const payload of step) previews.set(payload.row.id, previewOf(payload, resources, columns, charsMax));
  }
  return previews;
}

function previewOf(
  { row, bytes, resourceBytes }: SpanPayload,
  resources: ResourceReader,
  columns: readonly string[],
  charsMax: number,
): SpanPreview {
  const open = isOpen(row, bytes);
  if (columns.length === 0) return { row, isOpen: open, ...previewSpanBytes(bytes, charsMax), attributes: undefined };
  const attributes = attributesByKey(decodeSpan(bytes));
  const cells = cellsOf(attributes, () => resources.of(resourceBytes), columns, charsMax);
  return { row, isOpen: open, ...previewSpan(nestAttributes(attributes), charsMax), attributes: cells };
}

/** Whether no end of a span was sent: it is stored with its start for an end. */
export function isOpen(row: SpanRow, bytes: Uint8Array): boolean {
  return row.endTimeUnixNano === row.startTimeUnixNano && hasNoEnd(bytes);
}

function cellsOf(attributes: FlatAttributes, resource: () => JsonObject, columns: readonly string[], charsMax: number): RowAttributes {
  let flat: Readonly<Record<string, unknown>> | undefined;
  const cells: [string, string | number | boolean][] = [];
  for (const key of columns) {
    let value: unknown = attributes.get(key);
    // A value the sender packed as JSON text has keys of its own.
    if (value === undefined) value = (flat ??= normalizeAttributes(attributes))[key];
    if (value === undefined && isResourceKey(key)) value = jsonAt(resource(), key.split('.'));
    if (value === undefined || value === null) continue;
    if (typeof value === 'number' || typeof value === 'boolean') cells.push([key, value]);
    else cells.push([key, cutText(typeof value === 'string' ? value : JSON.stringify(value), charsMax)]);
  }
  return Object.fromEntries(cells);
}
