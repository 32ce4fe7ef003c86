import type { SpanPreview } from '#core/otlp/preview.ts';
import type { Repeat } from '#core/trace/repeated-call.ts';
import type { AnnotationSummary } from './annotation-rows.ts';
import type { SpanRow, TraceRow } from './span-rows.ts';

/**
 * All spans of one trace by start time (ties by id), as columns of equal length: small enough to
 * send 100,000 whole.
 */
export interface TraceSkeleton {
  readonly trace: TraceRow;
  /** False when more spans exist than were asked for. */
  readonly complete: boolean;
  readonly ids: Float64Array;
  /** Eight bytes each, one id after the other. */
  readonly spanIds: Uint8Array;
  /** Index of the parent in these columns; -1 for a root; -2 when the parent was never received. */
  readonly parents: Int32Array;
  /** The ids of parents that were never received, by row index. */
  readonly missingParents: Readonly<Record<number, string>>;
  /** Nanoseconds after the trace's start. */
  readonly startOffsetsNano: Float64Array;
  readonly durationsNano: Float64Array;
  /** The different names, in the order in which they first appear. */
  readonly names: readonly string[];
  /** Indexes into `names`, SPAN_KINDS and STATUS_CODES. */
  readonly nameIndexes: Int32Array;
  readonly kinds: Uint8Array;
  readonly statuses: Uint8Array;
  /** NaN where a span has none; the same in the next three columns. */
  readonly promptTokens: Float64Array;
  readonly completionTokens: Float64Array;
  readonly costsUsd: Float64Array;
  /** Nanoseconds from a span's start to its model's first token. */
  readonly firstTokensNano: Float64Array;
  /** The different models, in the order in which they first appear. */
  readonly models: readonly string[];
  /** Indexes into `models`; -1 where a span names none. */
  readonly modelIndexes: Int32Array;
  /** The usage that totals exclude, by span index; spans that count fully are absent. */
  readonly repeats: Readonly<Record<number, Repeat>>;
}

/** What one line shows of a span. */
export interface RowPreview extends SpanPreview {
  readonly row: SpanRow;
  /** No end was sent. */
  readonly isOpen: boolean;
}

/**
 * What a line about a trace shows of its single spans; null where it has no such span. The lowest
 * number arrived first.
 */
export interface TracePreviews {
  readonly root: RowPreview | null;
  readonly firstLlm: SpanRow | null;
  readonly firstError: SpanRow | null;
  /**
   * The first model call, where the root says no input, and the last one, where it says no output.
   */
  readonly firstCall: RowPreview | null;
  readonly lastCall: RowPreview | null;
}

/** All that the page shows of a trace at first, of one moment. */
export interface WholeTrace {
  readonly skeleton: TraceSkeleton;
  readonly previews: TracePreviews;
  /**
   * Indexes of spans whose end was never sent, rising, among the first 1,000 that lasted nothing.
   */
  readonly openSpans: readonly number[];
  /** Annotations of the trace itself, names in order. */
  readonly annotations: readonly AnnotationSummary[];
}
