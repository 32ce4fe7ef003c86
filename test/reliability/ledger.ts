import { createHash } from 'node:crypto';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { Span } from '#contracts/spans/span.ts';
import {
  encodeExportRequest,
  encodeSpan,
  Double,
  type SpanSpec,
} from '../../tools/otlp/export-request.ts';
import { prose } from '../../tools/otlp/prose.ts';
import { Random } from '../../tools/otlp/random.ts';

/** A batch as it is sent, with what must be readable of it once it was acknowledged. */
export interface LedgerBatch {
  readonly body: Buffer;
  /** The same spans as OTLP/JSON. */
  readonly json: () => Buffer;
  /** `trace id/span id` -> digest of the content. */
  readonly digests: ReadonlyMap<string, string>;
}

/**
 * Makes spans that are all different and remembers what it was promised: every acknowledged span by
 * its ids and the digest of its content, to be compared with what the public API gives back.
 */
export class Ledger {
  readonly #random: Random;
  readonly #acked = new Map<string, string>();
  #made = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  get acked(): ReadonlyMap<string, string> {
    return this.#acked;
  }

  make(spans: number): LedgerBatch {
    const random = this.#random;
    const digests = new Map<string, string>();
    const encoded: Buffer[] = [];
    const specs: SpanSpec[] = [];
    let traceId = random.bytes(16);
    let rootId: Buffer | null = null;
    for (let at = 0; at < spans; at++) {
      if (at % 8 === 0) {
        traceId = random.bytes(16);
        rootId = null;
      }
      const spec = this.#span(traceId, rootId);
      rootId ??= Buffer.from(spec.spanId);
      encoded.push(encodeSpan(spec));
      specs.push(spec);
      digests.set(keyOf(spec), digestOfSpec(spec));
    }
    return {
      body: encodeExportRequest({ 'service.name': 'ledger' }, { name: 'ledger' }, encoded),
      json: () =>
        Buffer.from(
          JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: specs.map(jsonSpan) }] }] }),
        ),
      digests,
    };
  }

  acknowledge(batch: LedgerBatch): void {
    for (const [key, promised] of batch.digests) this.#acked.set(key, promised);
  }

  /** Rows deleted since are no longer expected. */
  forget(traceIds: readonly string[]): void {
    const gone = new Set(traceIds);
    for (const key of this.#acked.keys())
      if (gone.has(key.slice(0, key.indexOf('/')))) this.#acked.delete(key);
  }

  /** The acknowledged rows that are missing, and those that read differently. */
  compare(spans: readonly Span[]): {
    readonly missing: readonly string[];
    readonly different: readonly string[];
    readonly repeated: readonly string[];
  } {
    const found = new Map<string, string>();
    const repeated: string[] = [];
    for (const span of spans) {
      const key = `${span.context.trace_id}/${span.context.span_id}`;
      if (found.has(key)) repeated.push(key);
      found.set(key, digestOfSpan(span));
    }
    const missing = [...this.#acked.keys()].filter((key) => !found.has(key));
    const different = [...this.#acked]
      .filter(([key, promised]) => found.has(key) && found.get(key) !== promised)
      .map(([key]) => key);
    return { missing, different, repeated };
  }

  #span(traceId: Buffer, parentSpanId: Buffer | null): SpanSpec {
    const random = this.#random;
    const startTimeUnixNano = 1_790_000_000_000_000_000n + BigInt(this.#made++) * 1_000n;
    return {
      traceId,
      parentSpanId,
      spanId: random.bytes(8),
      name: `step ${random.between(1, 50)}`,
      startTimeUnixNano,
      endTimeUnixNano: startTimeUnixNano + BigInt(random.between(1, 5_000_000)) * 1_000n,
      attributes: {
        'input.value': prose(random, random.between(20, 600)),
        'output.value': prose(random, random.between(20, 300)),
        'ledger.number': this.#made,
        'ledger.fraction': new Double(random.fraction() + 0.000_1),
        'session.id': `ledger-${this.#made % 100}`,
      },
    };
  }
}

function jsonSpan(spec: SpanSpec): object {
  return {
    traceId: hex(spec.traceId),
    spanId: hex(spec.spanId),
    ...(spec.parentSpanId ? { parentSpanId: hex(spec.parentSpanId) } : {}),
    name: spec.name,
    startTimeUnixNano: String(spec.startTimeUnixNano),
    endTimeUnixNano: String(spec.endTimeUnixNano),
    attributes: Object.entries(spec.attributes ?? {}).map(([key, value]) => ({
      key,
      value: jsonValue(value),
    })),
  };
}

function jsonValue(value: unknown): object {
  if (value instanceof Double) return { doubleValue: value.value };
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) };
}

function keyOf(spec: SpanSpec): string {
  return `${hex(spec.traceId)}/${hex(spec.spanId)}`;
}

function digestOfSpec(spec: SpanSpec): string {
  const attributes = Object.entries(spec.attributes ?? {}).map(([key, value]) => [
    key,
    value instanceof Double ? value.value : value,
  ]);
  const parent = spec.parentSpanId ? hex(spec.parentSpanId) : null;
  return digest([
    spec.name,
    parent,
    isoFromUnixNano(spec.startTimeUnixNano),
    isoFromUnixNano(spec.endTimeUnixNano),
    attributes.sort(),
  ]);
}

function digestOfSpan(span: Span): string {
  return digest([
    span.name,
    span.parent_id,
    span.start_time,
    span.end_time,
    Object.entries(span.attributes).sort(),
  ]);
}

function digest(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
