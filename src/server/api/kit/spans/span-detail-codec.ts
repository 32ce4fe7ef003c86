import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { attributesFlat } from '#core/otlp/span-attributes.ts';
import { decodeResource, decodeScope, decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import { REPEAT } from '#core/trace/repeated-call.ts';
import { firstTokenMs, tokensPerSecond } from '#core/trace/token-speed.ts';
import { plainAttributes, splitKind } from './attributes-codec.ts';
import { millisBetween } from './resource-codec.ts';

/** Everything that was sent about a span. */
export function spanDetail(payload: SpanPayload): SpanDetail {
  const { row } = payload;
  const span = decodeSpan(payload.bytes);
  const resource = decodeResource(payload.resourceBytes);
  const scope = decodeScope(payload.scopeBytes);
  const { span_kind, attributes } = splitKind(attributesFlat(span), row.kind);
  return {
    ...rowFields(row),
    span_kind,
    status_message: span.status.message,
    attributes,
    events: span.events.map((event) => ({
      name: event.name,
      timestamp: isoFromUnixNano(event.timeUnixNano),
      attributes: plainAttributes(event.attributes),
    })),
    start_time_unix_nano: row.startTimeUnixNano.toString(),
    end_time_unix_nano: row.endTimeUnixNano.toString(),
    is_open: span.endTimeUnixNano === 0n,
    trace_state: span.traceState,
    flags: span.flags,
    dropped_attributes_count: span.droppedAttributesCount,
    dropped_events_count: span.droppedEventsCount,
    dropped_links_count: span.droppedLinksCount,
    links: span.links.map((link) => ({
      trace_id: link.traceId,
      span_id: link.spanId,
      trace_state: link.traceState,
      attributes: plainAttributes(link.attributes),
    })),
    resource: {
      attributes: plainAttributes(resource.attributes),
      schema_url: payload.resourceSchemaUrl,
    },
    scope: {
      name: scope.name,
      version: scope.version,
      attributes: plainAttributes(scope.attributes),
      schema_url: payload.scopeSchemaUrl,
    },
  };
}

function rowFields(row: SpanRow) {
  const { tokens } = row;
  return {
    id: encodeGlobalId('Span', row.id),
    name: row.name,
    context: { trace_id: row.traceId, span_id: row.spanId },
    parent_id: row.parentSpanId,
    start_time: isoFromUnixNano(row.startTimeUnixNano),
    end_time: isoFromUnixNano(row.endTimeUnixNano),
    status_code: row.statusCode,
    trace_node_id: encodeGlobalId('Trace', row.traceNumber),
    project_id: encodeGlobalId('Project', row.projectId),
    otel_kind: row.otelKind,
    latency_ms: millisBetween(row.startTimeUnixNano, row.endTimeUnixNano),
    time_to_first_token_ms: firstTokenMs(row),
    tokens_per_second: tokensPerSecond(row),
    model_name: row.modelName,
    model_provider: row.modelProvider,
    tokens: {
      prompt: tokens.prompt,
      completion: tokens.completion,
      total: tokens.total,
      cache_read: tokens.cacheRead,
      cache_write: tokens.cacheWrite,
      reasoning: tokens.reasoning,
      audio: tokens.audio,
    },
    cost_usd: row.costUsd,
    repeats_parent: row.repeats !== REPEAT.none,
    session_id: row.sessionId,
    user_id: row.userId,
    document_count: row.documentCount,
    error_message: row.errorMessage,
  };
}
