import { previewSpanBytes } from '#core/otlp/preview.ts';
import { WireReader } from '#core/otlp/wire-reader.ts';
import type { AnnotationSummary } from '#core/ports/annotation-rows.ts';
import type { SpanPayload, SpanRow, TraceHighlights } from '#core/ports/span-rows.ts';
import type {
  RowPreview,
  TracePreviews,
  TraceSkeleton,
  WholeTrace,
} from '#core/ports/whole-trace.ts';

/** Characters of an input or output that a line shows. */
export const PREVIEW_CHARS = 200;
/** Spans that are looked at: some 20 ms. Of more that lasted nothing, the first. */
const LOOKED_AT_MAX = 1_000;

/** `end_time_unix_nano` of Span. */
const END_TIME = 0x41;

/** One snapshot of a store, as far as a trace's view needs it. */
export interface TraceSource {
  payload(spanNumber: number): Pick<SpanPayload, 'row' | 'bytes'> | null;
  /** A span's own bytes alone; null when it is gone. */
  bytes(spanNumber: number): Uint8Array | null;
  highlights(traceNumber: number): TraceHighlights | undefined;
  annotations(traceNumber: number): readonly AnnotationSummary[];
}

/** Adds to a trace's columns what else its view shows. */
export function wholeTrace(skeleton: TraceSkeleton, source: TraceSource): WholeTrace {
  return {
    skeleton,
    previews: previewsOf(skeleton, source),
    openSpans: openSpansOf(skeleton, source),
    annotations: source.annotations(skeleton.trace.id),
  };
}

/** The one-line preview of a span, texts cut to `charsMax` characters. */
export function previewOf(
  { row, bytes }: Pick<SpanPayload, 'row' | 'bytes'>,
  charsMax = PREVIEW_CHARS,
): RowPreview {
  return { row, isOpen: isOpen(row, bytes), ...previewSpanBytes(bytes, charsMax) };
}

/** Whether no end of a span was sent: it is stored with its start for an end. */
export function isOpen(row: SpanRow, bytes: Uint8Array): boolean {
  return row.endTimeUnixNano === row.startTimeUnixNano && hasNoEnd(bytes);
}

function previewsOf({ trace }: TraceSkeleton, source: TraceSource): TracePreviews {
  const at = (spanNumber: number | null | undefined): RowPreview | null => {
    const payload =
      spanNumber === null || spanNumber === undefined ? null : source.payload(spanNumber);
    return payload === null ? null : previewOf(payload);
  };
  const root = at(trace.rootSpanNumber);
  const hasMarks = trace.promptTokens + trace.completionTokens > 0 || trace.errorCount > 0;
  const marks = hasMarks ? source.highlights(trace.id) : undefined;
  return {
    root,
    firstLlm: marks?.firstLlm ?? null,
    firstError: marks?.firstError ?? null,
    firstCall: (root?.input ?? null) === null ? at(marks?.firstLlm?.id) : null,
    lastCall: (root?.output ?? null) === null ? at(marks?.lastLlmNumber) : null,
  };
}

/**
 * Spans without an end are stored with their start for an end, so only spans that lasted nothing
 * are looked at.
 */
function openSpansOf({ ids, durationsNano }: TraceSkeleton, source: TraceSource): number[] {
  const open: number[] = [];
  let lookedAt = 0;
  for (
    let index = durationsNano.indexOf(0);
    index !== -1 && lookedAt < LOOKED_AT_MAX;
    index = durationsNano.indexOf(0, index + 1)
  ) {
    const bytes = source.bytes(ids[index] ?? 0);
    if (bytes !== null && hasNoEnd(bytes)) open.push(index);
    lookedAt += 1;
  }
  return open;
}

/**
 * Whether a span's sender gave it no end, or 0: it may still be running. Bytes of a span that a
 * skim accepted.
 */
function hasNoEnd(bytes: Uint8Array): boolean {
  const reader = new WireReader(bytes);
  let end = 0n;
  while (reader.pos < bytes.length) {
    const tag = reader.tag(bytes.length);
    if (tag === END_TIME) end = reader.fixed64(bytes.length);
    else reader.skip(tag, bytes.length);
  }
  return end === 0n;
}
