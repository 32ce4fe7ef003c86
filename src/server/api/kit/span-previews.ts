import { previewSpan } from '#core/otlp/preview.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { SpanReader } from '#core/ports/span-store.ts';

export interface SpanPreview {
  readonly row: SpanRow;
  readonly input: string | null;
  readonly output: string | null;
}

const PREVIEW_CHARS_MAX = 200;

/** One line each of what went into the spans and what came out, by row number. */
export async function readPreviews(spans: SpanReader, numbers: readonly number[]): Promise<ReadonlyMap<number, SpanPreview>> {
  const previews = new Map<number, SpanPreview>();
  if (numbers.length === 0) return previews;
  for (const { row, bytes } of await spans.payloads(numbers)) {
    previews.set(row.id, { row, ...previewSpan(attributesNested(decodeSpan(bytes)), PREVIEW_CHARS_MAX) });
  }
  return previews;
}
