import type { SpanKind, StatusCode } from '#contracts/spans/span-kind.ts';
import type { TokenCounts } from '#core/otlp/span-record.ts';
import type { Repeat } from '#core/trace/repeated-call.ts';

/**
 * A span as lists see it: no attributes, no events. Ids are lower-case hex; times are nanoseconds
 * since the epoch.
 */
export interface SpanRow {
  readonly id: number;
  readonly projectId: number;
  readonly traceNumber: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  readonly otelKind: number;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly statusCode: StatusCode;
  readonly errorMessage: string | null;
  readonly modelName: string | null;
  readonly modelProvider: string | null;
  readonly tokens: TokenCounts;
  readonly costUsd: number | null;
  /** The usage of the span that totals exclude, because its parent reports the same call. */
  readonly repeats: Repeat;
  /** The session of the span's trace. */
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly documentCount: number;
  /** Nanoseconds from the start to the model's first token; null if the sender sent none. */
  readonly firstTokenNano: number | null;
}

/**
 * A span's own bytes, with the resource and scope it was sent under: everything the exporter sent.
 */
export interface SpanPayload {
  readonly row: SpanRow;
  readonly bytes: Uint8Array;
  readonly resourceBytes: Uint8Array;
  readonly resourceSchemaUrl: string;
  readonly scopeBytes: Uint8Array;
  readonly scopeSchemaUrl: string;
}

/**
 * A trace as lists see it. Totals are over all its spans; token totals over its LLM spans only, so
 * that wrappers count once, and a call that two instrumentations report counts once too.
 */
export interface TraceRow {
  readonly id: number;
  readonly projectId: number;
  readonly traceId: string;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly spanCount: number;
  readonly errorCount: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number | null;
  /** Row number of the session (`ProjectSession:n`), and its id as sent. */
  readonly sessionNumber: number | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  /**
   * The earliest span without a stored parent (a real root first); null only while a trace is being
   * deleted.
   */
  readonly rootSpanNumber: number | null;
  readonly rootName: string | null;
  readonly rootKind: SpanKind | null;
  readonly rootStatusCode: StatusCode | null;
}

export interface SessionRow {
  readonly id: number;
  readonly projectId: number;
  readonly sessionId: string;
  readonly userId: string | null;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly traceCount: number;
  readonly errorTraceCount: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number | null;
}

/**
 * A session's list fields besides its totals. Spans are row numbers, null only while a trace is
 * being deleted.
 */
export interface SessionEnds {
  readonly id: number;
  /** Root of its first trace. */
  readonly firstRoot: number | null;
  /** Root of its last. */
  readonly lastRoot: number | null;
  readonly medianNano: bigint;
}

export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly createdAtUnixNano: bigint;
  readonly updatedAtUnixNano: bigint;
}

/** The purpose of an internal project; lists omit such projects. */
export type ProjectPurpose = 'experiment';

export interface ProjectChanges {
  readonly name?: string;
  readonly description?: string | null;
  readonly purpose?: ProjectPurpose | null;
}

/** Which service sent each span of a trace, in the order of its skeleton. */
export interface TraceServices {
  readonly trace: TraceRow;
  /** False when more spans exist than were asked for. */
  readonly complete: boolean;
  /**
   * The different names (`service.name` of the resource), in the order in which they first appear.
   */
  readonly services: readonly string[];
  /** Indexes into `services`; -1 where a span's resource names none. */
  readonly indexes: readonly number[];
}

/**
 * A trace's list fields that come from single spans; null if the trace has no such span. The lowest
 * number arrived first.
 */
export interface TraceHighlights {
  readonly firstLlm: SpanRow | null;
  /** Row number of the last one. */
  readonly lastLlmNumber: number | null;
  readonly firstError: SpanRow | null;
}
