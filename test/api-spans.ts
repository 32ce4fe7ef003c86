import type { AnyValue, KeyValue } from '#core/otlp/any-value.ts';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { encodeTraceRequest } from '#core/otlp/encode.ts';

/** A span for a test: numbers for ids, milliseconds for times. */
export interface TestSpan {
  readonly trace: number;
  readonly span: number;
  readonly parent?: number;
  readonly name?: string;
  /** After the tests' beginning. */
  readonly startMs?: number;
  readonly durationMs?: number;
  /** No end is sent. */
  readonly open?: true;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly events?: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}

const BEGINNING_MS = Date.UTC(2026, 10, 20, 18, 0, 0);

export function traceHex(number: number): string {
  return number.toString(16).padStart(32, '0');
}

export function spanHex(number: number): string {
  return number.toString(16).padStart(16, '0');
}

/** The time so many milliseconds after the tests' beginning. */
export function testTime(afterMs: number): string {
  return new Date(BEGINNING_MS + afterMs).toISOString().replace('Z', '000+00:00');
}

/** An export request with these spans. */
export function exportOf(...spans: readonly TestSpan[]): Uint8Array {
  return exportFrom({ 'service.name': 'test' }, ...spans);
}

/** The same, from a resource with these attributes. */
export function exportFrom(
  resource: Readonly<Record<string, unknown>>,
  ...spans: readonly TestSpan[]
): Uint8Array {
  return encodeTraceRequest([
    {
      resource: { attributes: keyValues(resource), droppedAttributesCount: 0 },
      schemaUrl: '',
      scopeSpans: [
        {
          scope: { name: 'test', version: '1', attributes: [], droppedAttributesCount: 0 },
          schemaUrl: '',
          spans: spans.map((span) => {
            const start = BigInt(BEGINNING_MS + (span.startMs ?? 0)) * 1_000_000n;
            return {
              ...BARE_SPAN,
              traceId: traceHex(span.trace),
              spanId: spanHex(span.span),
              parentSpanId: span.parent === undefined ? '' : spanHex(span.parent),
              name: span.name ?? `span ${span.span}`,
              startTimeUnixNano: start,
              endTimeUnixNano:
                span.open === true ? 0n : start + BigInt(Math.round((span.durationMs ?? 10) * 1e6)),
              attributes: keyValues(span.attributes ?? {}),
              events: (span.events ?? []).map(({ name, attributes }) => ({
                name,
                timeUnixNano: start,
                attributes: keyValues(attributes),
                droppedAttributesCount: 0,
              })),
              status: { code: span.error === undefined ? 1 : 2, message: span.error ?? '' },
            };
          }),
        },
      ],
    },
  ]);
}

function keyValues(attributes: Readonly<Record<string, unknown>>): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): AnyValue {
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'boolean') return { type: 'bool', value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { type: 'int', value } : { type: 'double', value };
  if (typeof value === 'bigint') return { type: 'int', value };
  if (Array.isArray(value)) return { type: 'array', value: value.map(anyValue) };
  if (typeof value === 'object' && value !== null)
    return { type: 'kvlist', value: keyValues({ ...value }) };
  throw new Error(`no attribute for ${String(value)}`);
}
