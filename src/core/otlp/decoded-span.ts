import type { KeyValue } from './any-value.ts';

/**
 * Everything a span's message says. Ids are lower-case hex; times are nanoseconds since the epoch,
 * unsigned as they were sent.
 */
export interface DecodedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly flags: number;
  readonly name: string;
  /** OTLP SpanKind number. */
  readonly kind: number;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly attributes: readonly KeyValue[];
  readonly droppedAttributesCount: number;
  readonly events: readonly DecodedEvent[];
  readonly droppedEventsCount: number;
  readonly links: readonly DecodedLink[];
  readonly droppedLinksCount: number;
  /** OTLP StatusCode number, and the message as sent. */
  readonly status: { readonly code: number; readonly message: string };
}

export interface DecodedEvent {
  readonly timeUnixNano: bigint;
  readonly name: string;
  readonly attributes: readonly KeyValue[];
  readonly droppedAttributesCount: number;
}

export interface DecodedLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState: string;
  readonly attributes: readonly KeyValue[];
  readonly droppedAttributesCount: number;
  readonly flags: number;
}

export interface DecodedResource {
  readonly attributes: readonly KeyValue[];
  readonly droppedAttributesCount: number;
}

export interface DecodedScope {
  readonly name: string;
  readonly version: string;
  readonly attributes: readonly KeyValue[];
  readonly droppedAttributesCount: number;
}
