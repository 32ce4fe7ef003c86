import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { encodeSpan, encodeTraceRequest } from '#core/otlp/encode.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import {
  NO_TOKENS,
  type ResourceContext,
  type ScopeContext,
  type SpanRecord,
} from '#core/otlp/span-record.ts';
import { fromHex } from '#core/otlp/hex.ts';

const BASE_NANO = 1_760_000_000_000_000_000n;

export const RESOURCE: ResourceContext = {
  bytes: Uint8Array.of(10, 2, 8, 1),
  schemaUrl: 'https://example.test/resource',
  serviceName: 'test',
  projectName: null,
};
export const SCOPE: ScopeContext = {
  bytes: Uint8Array.of(10, 1, 115),
  schemaUrl: '',
  name: 's',
  version: '',
};

/**
 * A case's fields of a span; the rest are defaults. Ids are small numbers, times are milliseconds
 * after a fixed moment.
 */
export interface SpanWish {
  readonly trace: number;
  readonly span: number;
  readonly parent?: number;
  readonly startMs?: number;
  readonly durationMs?: number;
  /** No end is sent. */
  readonly open?: true;
  readonly name?: string;
  readonly kind?: SpanRecord['kind'];
  readonly status?: 0 | 1 | 2;
  readonly model?: string;
  readonly session?: string;
  readonly user?: string;
  readonly prompt?: number;
  readonly completion?: number;
  readonly costUsd?: number;
  readonly firstTokenMs?: number;
  readonly text?: string;
  readonly documents?: number;
  readonly resource?: ResourceContext;
}

export function traceIdOf(trace: number): string {
  return `7e57${trace.toString(16).padStart(28, '0')}`;
}

export function spanIdOf(span: number): string {
  return `5a${span.toString(16).padStart(14, '0')}`;
}

export function nanoOf(milliseconds: number): bigint {
  return BASE_NANO + BigInt(Math.round(milliseconds * 1_000_000));
}

export function makeSpan(wish: SpanWish): SpanRecord {
  const start = nanoOf(wish.startMs ?? wish.span);
  const end =
    wish.open === true ? start : start + BigInt(Math.round((wish.durationMs ?? 10) * 1_000_000));
  const parentSpanId = wish.parent === undefined ? null : spanIdOf(wish.parent);
  const name = wish.name ?? 'step';
  const bytes = encodeSpan({
    ...BARE_SPAN,
    traceId: traceIdOf(wish.trace),
    spanId: spanIdOf(wish.span),
    parentSpanId: parentSpanId ?? '',
    name,
    startTimeUnixNano: start,
    endTimeUnixNano: wish.open === true ? 0n : end,
    attributes: [
      { key: 'input.value', value: { type: 'string', value: wish.text ?? `text ${wish.span}` } },
    ],
    status: { code: wish.status ?? 0, message: '' },
  });
  return {
    traceId: bytesOf(traceIdOf(wish.trace)),
    spanId: bytesOf(spanIdOf(wish.span)),
    parentSpanId: parentSpanId === null ? null : bytesOf(parentSpanId),
    name,
    kind: wish.kind ?? 'CHAIN',
    otelKind: 1,
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    statusCode: wish.status ?? 0,
    errorMessage: wish.status === 2 ? 'it broke' : null,
    modelName: wish.model ?? null,
    modelProvider: wish.model === undefined ? null : 'openai',
    tokens: { ...NO_TOKENS, prompt: wish.prompt ?? null, completion: wish.completion ?? null },
    costUsd: wish.costUsd ?? null,
    sessionId: wish.session ?? null,
    userId: wish.user ?? null,
    firstTokenNano:
      wish.firstTokenMs === undefined ? null : Math.round(wish.firstTokenMs * 1_000_000),
    documentCount: wish.documents ?? 0,
    resource: wish.resource ?? RESOURCE,
    scope: SCOPE,
    bytes,
  };
}

/** A resource as ingest reads it. */
export function resourceOf(attributes: Readonly<Record<string, string>>): ResourceContext {
  const request = encodeTraceRequest([
    {
      resource: {
        attributes: Object.entries(attributes).map(([key, value]) => ({
          key,
          value: { type: 'string' as const, value },
        })),
        droppedAttributesCount: 0,
      },
      schemaUrl: '',
      scopeSpans: [
        {
          scope: { name: '', version: '', attributes: [], droppedAttributesCount: 0 },
          schemaUrl: '',
          spans: [{ ...BARE_SPAN, traceId: traceIdOf(1) }],
        },
      ],
    },
  ]);
  const [record] = skimTraces(request, DEFAULT_SKIM_LIMITS).records;
  if (record === undefined) throw new Error('no record');
  return record.resource;
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes === null) throw new Error(`${hex} is not hex`);
  return bytes;
}
