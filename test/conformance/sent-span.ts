import type { PriceOf } from '#core/cost/token-price.ts';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { encodeSpan, encodeTraceRequest } from '#core/otlp/encode.ts';
import type { DecodedSpan } from '#core/otlp/decoded-span.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { nanoOf, spanIdOf, traceIdOf, type SpanWish } from './span-maker.ts';

/** A span whose bytes say all of the wish in OpenInference's attributes, as it was sent. */
export function sentSpan(wish: SpanWish): DecodedSpan {
  const start = nanoOf(wish.startMs ?? wish.span);
  const texts: Record<string, string | undefined> = {
    'openinference.span.kind': wish.kind ?? 'CHAIN',
    'llm.model_name': wish.model,
    'llm.provider': wish.model === undefined ? undefined : 'openai',
    'session.id': wish.session,
    'user.id': wish.user,
    'llm.token_count.prompt': wish.prompt?.toString(),
    'llm.token_count.completion': wish.completion?.toString(),
    'llm.cost.total': wish.costUsd?.toString(),
    'input.value': wish.text,
  };
  return {
    ...BARE_SPAN,
    traceId: traceIdOf(wish.trace),
    spanId: spanIdOf(wish.span),
    parentSpanId: wish.parent === undefined ? '' : spanIdOf(wish.parent),
    name: wish.name ?? 'step',
    startTimeUnixNano: start,
    endTimeUnixNano: start + BigInt(wish.durationMs ?? 10) * 1_000_000n,
    attributes: Object.entries(texts).flatMap(([key, value]) =>
      value === undefined ? [] : [{ key, value: { type: 'string' as const, value } }],
    ),
    status: { code: wish.status ?? 0, message: wish.status === 2 ? 'it broke' : '' },
  };
}

/** The records that ingest makes of such spans. */
export function readSent(wishes: readonly SpanWish[], priceOf?: PriceOf): readonly SpanRecord[] {
  const request = encodeTraceRequest([
    {
      resource: {
        attributes: [{ key: 'service.name', value: { type: 'string', value: 'app' } }],
        droppedAttributesCount: 0,
      },
      schemaUrl: '',
      scopeSpans: [{ scope: null, schemaUrl: '', spans: wishes.map(sentSpan) }],
    },
  ]);
  return skimTraces(request, DEFAULT_SKIM_LIMITS, priceOf).records;
}

/** The bytes of one such span. */
export function sentBytes(wish: SpanWish): Uint8Array {
  return encodeSpan(sentSpan(wish));
}
