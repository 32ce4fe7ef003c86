import { jsonAt } from '#core/filter/json-path.ts';
import { previewSpan } from '#core/otlp/preview.ts';
import { isResourceKey } from '#core/filter/resource-root.ts';
import { ResourceReader } from '#core/otlp/resource-attributes.ts';
import { attributesByKey } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import type { SpanReader } from '#core/ports/span-store.ts';
import type { RowPreview } from '#core/ports/whole-trace.ts';
import { cutText } from '#core/semconv/derive-span.ts';
import type { FlatAttributes } from '#core/semconv/flat-attributes.ts';
import {
  nestAttributes,
  normalizeAttributes,
  type JsonObject,
} from '#core/semconv/nest-attributes.ts';
import { isOpen, PREVIEW_CHARS, previewOf } from '#core/trace/whole-trace.ts';

export type RowAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanPreview extends RowPreview {
  /** The attributes asked for that exist; undefined when none was asked for. */
  readonly attributes: RowAttributes | undefined;
}

/** Spans that are in memory at once: each may be megabytes, of which a line is kept. */
const STEP_SPANS = 50;

/**
 * One-line previews of the inputs and outputs of spans, given by number or as rows, by row number;
 * with `columns`, those attributes by dotted key. Texts are cut to `charsMax` characters.
 */
export async function readPreviews(
  spans: SpanReader,
  wanted: readonly number[] | readonly SpanRow[],
  columns: readonly string[] = [],
  charsMax = PREVIEW_CHARS,
): Promise<ReadonlyMap<number, SpanPreview>> {
  const previews = new Map<number, SpanPreview>();
  const resources = new ResourceReader();
  for (let at = 0; at < wanted.length; at += STEP_SPANS) {
    const step = await spans.payloads(wanted.slice(at, at + STEP_SPANS));
    for (const payload of step)
      previews.set(payload.row.id, previewWith(payload, resources, columns, charsMax));
  }
  return previews;
}

function previewWith(
  payload: SpanPayload,
  resources: ResourceReader,
  columns: readonly string[],
  charsMax: number,
): SpanPreview {
  if (columns.length === 0) return { ...previewOf(payload, charsMax), attributes: undefined };
  const { row, bytes, resourceBytes } = payload;
  const attributes = attributesByKey(decodeSpan(bytes));
  const cells = cellsOf(attributes, () => resources.of(resourceBytes), columns, charsMax);
  return {
    row,
    isOpen: isOpen(row, bytes),
    ...previewSpan(nestAttributes(attributes), charsMax),
    attributes: cells,
  };
}

function cellsOf(
  attributes: FlatAttributes,
  resource: () => JsonObject,
  columns: readonly string[],
  charsMax: number,
): RowAttributes {
  let flat: Readonly<Record<string, unknown>> | undefined;
  const cells: [string, string | number | boolean][] = [];
  for (const key of columns) {
    let value: unknown = attributes.get(key);
    // A value the sender packed as JSON text has keys of its own.
    if (value === undefined) value = (flat ??= normalizeAttributes(attributes))[key];
    if (value === undefined && isResourceKey(key)) value = jsonAt(resource(), key.split('.'));
    if (value === undefined || value === null) continue;
    if (typeof value === 'number' || typeof value === 'boolean') cells.push([key, value]);
    else
      cells.push([
        key,
        cutText(typeof value === 'string' ? value : JSON.stringify(value), charsMax),
      ]);
  }
  return Object.fromEntries(cells);
}
