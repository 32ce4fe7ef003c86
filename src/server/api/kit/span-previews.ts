import type { SpanRow } from '#core/ports/span-rows.ts';
import type { SpanReader } from '#core/ports/span-store.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { flatAttributes } from './attributes-codec.ts';

export interface SpanPreview {
  readonly row: SpanRow;
  readonly input: string | null;
  readonly output: string | null;
}

const PREVIEW_CHARS_MAX = 200;

/** The first characters of what went into the spans and came out, by row number. */
export async function readPreviews(spans: SpanReader, numbers: readonly number[]): Promise<ReadonlyMap<number, SpanPreview>> {
  const previews = new Map<number, SpanPreview>();
  if (numbers.length === 0) return previews;
  for (const { row, bytes } of await spans.payloads(numbers)) {
    const attributes = flatAttributes(decodeSpan(bytes));
    previews.set(row.id, { row, input: preview(attributes['input.value']), output: preview(attributes['output.value']) });
  }
  return previews;
}

function preview(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, PREVIEW_CHARS_MAX);
}
