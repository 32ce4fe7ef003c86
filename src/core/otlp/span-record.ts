import type { SpanKind } from '#contracts/spans/span-kind.ts';

/**
 * An exporter's description of the process that created a span; shared by all spans under one
 * ResourceSpans.
 */
export interface ResourceContext {
  /** The `Resource` message exactly as it was sent (empty when absent), a view into the request. */
  readonly bytes: Uint8Array;
  readonly schemaUrl: string;
  /** `service.name`, or null. */
  readonly serviceName: string | null;
  /** `openinference.project.name`, trimmed, or null. */
  readonly projectName: string | null;
}

/** The instrumentation scope; shared by all spans under one ScopeSpans. */
export interface ScopeContext {
  /**
   * The `InstrumentationScope` message exactly as it was sent (empty when absent), a view into the
   * request.
   */
  readonly bytes: Uint8Array;
  readonly schemaUrl: string;
  readonly name: string;
  readonly version: string;
}

/** Token counts by type; null where the sender gave none. */
export interface TokenCounts {
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly total: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  readonly reasoning: number | null;
  readonly audio: number | null;
  /**
   * Only on the way in, and only where there are such tokens: rows keep the sum of audio tokens
   * alone.
   */
  readonly media?: MediaTokens;
}

/** Tokens of sound and images, by side: they have prices of their own. */
export interface MediaTokens {
  readonly audioInput: number;
  readonly audioOutput: number;
  readonly imageInput: number;
  readonly imageOutput: number;
}

/** For a span without token counts. */
export const NO_TOKENS: TokenCounts = {
  prompt: null,
  completion: null,
  total: null,
  cacheRead: null,
  cacheWrite: null,
  reasoning: null,
  audio: null,
};

/**
 * A span to be stored: the promoted fields that lists, filters and charts use, and a view of its
 * own bytes. The record is pure data. Its byte fields are views into the request's buffer: a store
 * copies what it keeps.
 */
export interface SpanRecord {
  /** 16 bytes. */
  readonly traceId: Uint8Array;
  /** 8 bytes. */
  readonly spanId: Uint8Array;
  /** 8 bytes, or null for a root. */
  readonly parentSpanId: Uint8Array | null;
  readonly name: string;
  readonly kind: SpanKind;
  /** OTLP SpanKind number, 0 to 5. */
  readonly otelKind: number;
  /**
   * Nanoseconds since the epoch, clamped to a signed 64-bit integer; the bytes keep the original.
   */
  readonly startTimeUnixNano: bigint;
  /** As start; a missing or zero end is stored as the start. May lie before the start. */
  readonly endTimeUnixNano: bigint;
  /** 0 UNSET, 1 OK, 2 ERROR. */
  readonly statusCode: 0 | 1 | 2;
  /**
   * The first 256 characters of the status message, else of the exception's message, else of its
   * type; null without an error text.
   */
  readonly errorMessage: string | null;
  readonly modelName: string | null;
  readonly modelProvider: string | null;
  readonly tokens: TokenCounts;
  /**
   * In US dollars: `llm.cost.total` as the sender gave it, else what the price list says of a model
   * call; null otherwise.
   */
  readonly costUsd: number | null;
  /** `session.id` (or `gen_ai.conversation.id`), as text, trimmed; null when absent or blank. */
  readonly sessionId: string | null;
  readonly userId: string | null;
  /**
   * Nanoseconds from the start to the model's first token, as an attribute or an event says; null
   * when neither does.
   */
  readonly firstTokenNano: number | null;
  /** Retrieval documents (for a reranker: its output documents). */
  readonly documentCount: number;
  readonly resource: ResourceContext;
  readonly scope: ScopeContext;
  /** The span's OTLP message exactly as it was sent. */
  readonly bytes: Uint8Array;
}

/** The most characters of an error message that a span's row keeps. */
export const ERROR_MESSAGE_CHARS_MAX = 256;
