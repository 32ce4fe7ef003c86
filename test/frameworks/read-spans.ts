import type { SpanKind } from '#contracts/spans/span-kind.ts';
import { toHex } from '#core/otlp/hex.ts';
import { appendEvents } from '#core/otlp/logs/append-events.ts';
import { skimLogs } from '#core/otlp/logs/skim-logs.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import { previewSpanBytes } from '#core/otlp/preview.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { attributesFlat } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { CallPrices } from '#server/prices/call-prices.ts';
import { protobufOf, type Recording } from './recording.ts';

const PREVIEW_CHARS = 90;
const priceOf = new CallPrices().priceOf;

/** A span as the page shows it. */
export interface ReadSpan {
  /** Which of the library's programs sent it: its service. */
  readonly mode: string;
  readonly kind: SpanKind;
  readonly record: SpanRecord;
  readonly input: string | null;
  readonly output: string | null;
  readonly attributes: JsonObject;
}

/**
 * The spans of a recording with the events that were sent as log records; throws where one was
 * refused that is no plain log.
 */
export function readSpans(recording: Recording): readonly ReadSpan[] {
  const events = eventsOf(recording);
  return recording.requests
    .filter(({ signal }) => signal === 'traces')
    .flatMap((request) => {
      const { records, refused } = skimTraces(protobufOf(request), DEFAULT_SKIM_LIMITS, priceOf);
      if (refused.length > 0) throw new Error(`${recording.library}: ${JSON.stringify(refused)}`);
      return records.map((record) => readSpan(withEvents(record, events.get(keyOf(record)) ?? [])));
    });
}

function readSpan(record: SpanRecord): ReadSpan {
  return {
    mode: record.resource.serviceName ?? '',
    kind: record.kind,
    record,
    ...previewSpanBytes(record.bytes, PREVIEW_CHARS),
    attributes: attributesFlat(decodeSpan(record.bytes)),
  };
}

/** The span as the store has it once its events have come. */
function withEvents(record: SpanRecord, events: readonly SpanEvent[]): SpanRecord {
  const { bytes } = appendEvents(
    record.bytes,
    events.map((event) => event.bytes),
  );
  const whole = bytes === null ? null : storedSpanReading(priceOf)(bytes)(0, bytes.length);
  return whole === null ? record : { ...whole, resource: record.resource, scope: record.scope };
}

/** By span, in the order in which they were sent. */
function eventsOf(recording: Recording): ReadonlyMap<string, readonly SpanEvent[]> {
  const events = recording.requests
    .filter(({ signal }) => signal === 'logs')
    .flatMap((request) => {
      const skim = skimLogs(protobufOf(request), DEFAULT_SKIM_LIMITS);
      const [refused] = skim.refused.filter(({ field }) => field !== 'event_name');
      if (refused !== undefined)
        throw new Error(`${recording.library}: ${JSON.stringify(refused)}`);
      return skim.events;
    });
  return Map.groupBy(events, keyOf);
}

function keyOf({ traceId, spanId }: Pick<SpanRecord, 'traceId' | 'spanId'>): string {
  return toHex(traceId) + toHex(spanId);
}

/** One line a span: what a change of the library or of our reading changes. */
export function spanLines(spans: readonly ReadSpan[]): string {
  return spans
    .map(({ mode, kind, record, input, output }) => {
      const { prompt, completion, total, cacheRead, cacheWrite, reasoning } = record.tokens;
      const fields = {
        model: record.modelName,
        provider: record.modelProvider,
        tokens: [prompt, completion, total, cacheRead, cacheWrite, reasoning]
          .map((count) => count ?? '-')
          .join('/'),
        cost: record.costUsd,
        session: record.sessionId,
        user: record.userId,
        firstToken: record.firstTokenNano === null ? null : 'yes',
        documents: record.documentCount === 0 ? null : record.documentCount,
        error: record.errorMessage,
        in: input,
        out: output,
      };
      const told = Object.entries(fields).filter(
        ([, value]) => value !== null && value !== '-/-/-/-/-/-',
      );
      return `${mode} | ${kind} | ${record.name} | ${told.map(([key, value]) => `${key}=${value}`).join(' | ')}`;
    })
    .join('\n');
}
