import type { SpanKind, StatusCode } from '#contracts/spans/span-kind.ts';
import type { SessionRow, SpanRow, TraceRow } from '#core/ports/span-rows.ts';

/**
 * A JSON value as attributes hold it. Objects are made without a prototype, so a key such as
 * `__proto__` is data.
 */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** An annotation as a predicate sees it. */
export interface AnnotationView {
  readonly name: string;
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly identifier: string;
}

/**
 * A span as a predicate sees it. `attributes` unpacks the span's bytes on first use: ask for it
 * last.
 */
export interface SpanView {
  readonly row: SpanRow;
  /** The parent is stored (false for roots and orphans). */
  readonly hasParent: boolean;
  /**
   * Attributes as nested JSON, after the conventions were mapped; at the root beside them those of
   * the resource, as `resourceAttributes` gives them.
   */
  readonly attributes: () => JsonValue;
  /** The whole status message; falls back to the row's error message. */
  readonly statusMessage?: () => string;
  /**
   * The span's own OTLP bytes, in which `search()` looks. A store that leaves them out refuses
   * filters which ask.
   */
  readonly bytes?: () => Uint8Array;
  /** The same read as Latin 1, a character for each byte: `search()` glimpses at it first. */
  readonly latin1?: () => string;
  /**
   * Tokens of the LLM spans among this span and its descendants. A store that leaves it out refuses
   * filters which ask.
   */
  readonly cumulativeTokens?: () => { readonly prompt: number; readonly completion: number };
  /**
   * The span's own annotations, and those of its trace and of its documents; none where a store
   * leaves them out.
   */
  readonly annotations?: () => readonly AnnotationView[];
  readonly traceAnnotations?: () => readonly AnnotationView[];
  readonly documentAnnotations?: () => readonly AnnotationView[];
}

export interface TraceView {
  readonly row: TraceRow;
  readonly spans: () => readonly SpanView[];
  readonly annotations?: () => readonly AnnotationView[];
}

export interface SessionView {
  readonly row: SessionRow;
  readonly traces: () => readonly TraceView[];
  readonly annotations?: () => readonly AnnotationView[];
}

/**
 * An annotation that everything that matches has: of this name, and with a label and a score as
 * given. Bounds are inclusive.
 */
export interface NecessaryAnnotation {
  readonly name: string;
  readonly labels?: readonly string[];
  readonly scoreMin?: number;
  readonly scoreMax?: number;
}

/** Words that the texts of a span hold, all of them. */
export interface NecessaryWords {
  /**
   * As `core/search` indexes them: hashed, they are among those of `visitSpanHashes`.
   */
  readonly words?: readonly string[];
  /** Beginnings of words that they hold, in lower case and compatibility form. */
  readonly wordStarts?: readonly string[];
  /** Words that follow each other in one of them; the second is a whole word or a beginning. */
  readonly wordPairs?: readonly (readonly [string, string])[];
}

/**
 * Conditions every matching span satisfies, for a store to narrow by its indexes. They are
 * necessary, not sufficient: the store still asks `matches`. Empty lists do not occur.
 */
export interface NecessarySpanConditions extends NecessaryWords {
  readonly kinds?: readonly SpanKind[];
  readonly statusCodes?: readonly StatusCode[];
  readonly names?: readonly string[];
  readonly modelNames?: readonly string[];
  readonly sessionIds?: readonly string[];
  readonly userIds?: readonly string[];
  readonly traceIds?: readonly string[];
  readonly spanIds?: readonly string[];
  readonly latencyNanoMin?: bigint;
  readonly latencyNanoMax?: bigint;
  /**
   * ASCII texts that the span's own bytes hold as they are, all of them, or else the bytes hold
   * `\u` somewhere.
   */
  readonly texts?: readonly string[];
  /**
   * Parts of words that they hold, in lower-case ASCII: in the span's bytes, in any case, or in one
   * of `wordsApart`. A span with `ENCODED_BYTES` among these may match without.
   */
  readonly wordParts?: readonly string[];
  /** Of the span itself, each one. */
  readonly annotations?: readonly NecessaryAnnotation[];
  /** Of its trace. */
  readonly traceAnnotations?: readonly NecessaryAnnotation[];
  /** Of one of its documents. */
  readonly documentAnnotations?: readonly NecessaryAnnotation[];
}

/** How a predicate uses attributes, so that a store unpacks only those. */
export interface AttributePart {
  /** Every path at which `matches` looks, segment by segment. */
  readonly paths: readonly (readonly string[])[];
  /** Conditions on attributes alone: necessary as well. Null for none. */
  readonly mayMatch: ((attributes: JsonValue) => boolean) | null;
}

export interface SpanPredicate {
  readonly necessary: NecessarySpanConditions;
  /** Left out where nothing is known: then all attributes may be looked at. */
  readonly attributes?: AttributePart;
  matches(span: SpanView): boolean;
}

/** The least and the most that a whole number may be. */
export interface CountBounds {
  readonly min?: number;
  readonly max?: number;
}

/** Conditions every matching trace satisfies by its own row, and annotations it has. */
export interface NecessaryTraceConditions {
  readonly hasError?: boolean;
  readonly latencyNanoMin?: bigint;
  readonly latencyNanoMax?: bigint;
  readonly spanCount?: CountBounds;
  /** Of its root span, the status in capitals. */
  readonly rootNames?: readonly string[];
  readonly rootStatuses?: readonly string[];
  readonly userIds?: readonly string[];
  readonly sessionIds?: readonly string[];
  /** For each of these, some one span of it holds them all. */
  readonly spanWords?: readonly NecessaryWords[];
  readonly annotations?: readonly NecessaryAnnotation[];
  /** Each of some document of one of its spans. */
  readonly documentAnnotations?: readonly NecessaryAnnotation[];
}

export interface TracePredicate {
  /** Necessary conditions on the trace's own row. */
  readonly necessary: NecessaryTraceConditions;
  matches(trace: TraceView): boolean;
}

export interface SessionPredicate {
  readonly necessary?: {
    readonly traceCount?: CountBounds;
    /** Of its traces with an error. */
    readonly errorTraceCount?: CountBounds;
    readonly sessionIds?: readonly string[];
    /** Each matching session has a trace of one of them. */
    readonly userIds?: readonly string[];
    readonly spanWords?: readonly NecessaryWords[];
    readonly annotations?: readonly NecessaryAnnotation[];
    /** Each of some document in one of its traces. */
    readonly documentAnnotations?: readonly NecessaryAnnotation[];
  };
  matches(session: SessionView): boolean;
}
