import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { SessionRef, SpanRef, TraceRef } from '#core/ports/span-store.ts';

/** The span a Global ID or an OpenTelemetry span id names. */
export function spanRef(identifier: string): SpanRef {
  const id = decodeGlobalId(identifier);
  return id?.type === 'Span' ? { number: id.number } : { spanId: identifier.toLowerCase() };
}

/** The trace a Global ID or an OpenTelemetry trace id names. */
export function traceRef(identifier: string): TraceRef {
  const id = decodeGlobalId(identifier);
  return id?.type === 'Trace' ? { number: id.number } : { traceId: identifier.toLowerCase() };
}

/** The session a Global ID or a sender's session id names. */
export function sessionRef(identifier: string): SessionRef {
  const id = decodeGlobalId(identifier);
  return id?.type === 'ProjectSession' ? { number: id.number } : { sessionId: identifier };
}
