/**
 * A GenAI event that was sent as a log record, on its way to the span that it belongs to. Its byte
 * fields may be views: a store copies what it keeps.
 */
export interface SpanEvent {
  /** 16 bytes. */
  readonly traceId: Uint8Array;
  /** 8 bytes. */
  readonly spanId: Uint8Array;
  /** The resource attributes of its log record. */
  readonly projectName: string | null;
  /** An OTLP `Span.Event` message. */
  readonly bytes: Uint8Array;
}
