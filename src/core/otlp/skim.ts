import { AppError } from '#contracts/errors.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import type { PriceOf } from '#core/cost/token-price.ts';
import { ContextReader } from './context-reader.ts';
import { tooManyElements } from './skim-limits.ts';
import type { SkimLimits } from './skim-limits.ts';
import type { ScopeContext, ResourceContext, SpanRecord } from './span-record.ts';
import { SpanRefusal } from './span-refusal.ts';
import { SpanSkimmer } from './span-skimmer.ts';
import { toHex } from './hex.ts';
import { WireReader } from './wire-reader.ts';

/** A span that was refused alone, for `partial_success`. */
export interface RefusedSpan {
  /** The span's place among all spans of the request. */
  readonly index: number;
  /** Hex, as far as the span named them. */
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly field: string;
  readonly reason: string;
}

export interface SkimResult {
  readonly records: readonly SpanRecord[];
  readonly refused: readonly RefusedSpan[];
  /** What the sender may want to know though everything was kept. */
  readonly warnings: readonly string[];
}

/** Fields of ExportTraceServiceRequest, ResourceSpans and ScopeSpans. */
const RESOURCE_SPANS = 0x0a;
const SCOPE_SPANS = 0x12;
const SPAN = 0x12;
const NAMED_ID_BYTES_MAX = 32;

/**
 * The spans of an ExportTraceServiceRequest as records, without decoding what no list or filter touches. Throws OtlpDecodeError when
 * the bytes are no such request and AppError `too_large` when it holds too much: counted before anything is built. A span that cannot
 * be kept, be it malformed or without ids, is refused alone as long as the messages round it are well formed. `priceOf` is asked for the
 * cost of model calls that were sent without.
 */
export function skimTraces(body: Uint8Array, limits: SkimLimits, priceOf: PriceOf = NO_PRICES): SkimResult {
  const reader = new WireReader(body);
  const elements = countElements(reader, limits);
  const skim = new RequestSkim(reader, limits, elements, priceOf);
  skim.run();
  return { records: skim.records, refused: skim.refused, warnings: skim.warnings };
}

class RequestSkim {
  readonly records: SpanRecord[] = [];
  readonly refused: RefusedSpan[] = [];
  readonly warnings: string[] = [];
  readonly #reader: WireReader;
  readonly #limits: SkimLimits;
  readonly #spans: SpanSkimmer;
  readonly #contexts: ContextReader;
  readonly #elements: number;

  constructor(reader: WireReader, limits: SkimLimits, elements: number, priceOf: PriceOf) {
    this.#reader = reader;
    this.#limits = limits;
    this.#elements = elements;
    this.#spans = new SpanSkimmer(reader, limits, priceOf);
    this.#contexts = new ContextReader(reader);
  }

  run(): void {
    const reader = this.#reader;
    const end = reader.bytes.length;
    reader.pos = 0;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === RESOURCE_SPANS) this.#resourceSpans(reader.end(end));
      else reader.skip(tag, end);
    }
    const { deepValues } = this.#spans;
    if (deepValues > 0) {
      this.warnings.push(
        `${deepValues} attribute values nest deeper than ${this.#limits.valueDepthMax} levels; what lies deeper is kept as bytes`,
      );
    }
  }

  #resourceSpans(end: number): void {
    const reader = this.#reader;
    const start = reader.pos;
    const resource = this.#contexts.resource(start, end);
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === SCOPE_SPANS) this.#scopeSpans(reader.end(end), resource);
      else reader.skip(tag, end);
    }
  }

  #scopeSpans(end: number, resource: ResourceContext): void {
    const reader = this.#reader;
    const start = reader.pos;
    const scope = this.#contexts.scope(start, end);
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === SPAN) this.#span(reader.end(end), resource, scope);
      else reader.skip(tag, end);
    }
  }

  #span(end: number, resource: ResourceContext, scope: ScopeContext): void {
    const start = this.#reader.pos;
    try {
      this.records.push(this.#spans.skim(start, end, resource, scope));
    } catch (error) {
      if (!(error instanceof SpanRefusal)) throw error;
      const { traceId, spanId } = this.#spans.lastIds();
      this.refused.push({
        index: this.records.length + this.refused.length,
        traceId: namedId(traceId),
        spanId: namedId(spanId),
        field: error.field,
        reason: error.reason,
      });
    }
    if (this.#elements + this.#spans.elements > this.#limits.elementsMax) throw tooManyElements(this.#limits.elementsMax);
    this.#reader.pos = end;
  }
}

function namedId(bytes: Uint8Array): string | null {
  return bytes.length === 0 ? null : toHex(bytes.subarray(0, NAMED_ID_BYTES_MAX));
}

/**
 * Walks the messages round the spans, which checks that they are well formed, and counts what is in them: a body of a few
 * megabytes can hold millions of empty messages, and none of them may cost more than being stepped over.
 */
function countElements(reader: WireReader, limits: SkimLimits): number {
  let elements = 0;
  let spans = 0;
  const count = (): void => {
    if (++elements > limits.elementsMax) throw tooManyElements(limits.elementsMax);
  };
  const end = reader.bytes.length;
  while (reader.pos < end) {
    count();
    const tag = reader.tag(end);
    if (tag !== RESOURCE_SPANS) {
      reader.skip(tag, end);
      continue;
    }
    const resourceEnd = reader.end(end);
    while (reader.pos < resourceEnd) {
      count();
      const inner = reader.tag(resourceEnd);
      if (inner !== SCOPE_SPANS) {
        reader.skip(inner, resourceEnd);
        continue;
      }
      const scopeEnd = reader.end(resourceEnd);
      while (reader.pos < scopeEnd) {
        count();
        const innermost = reader.tag(scopeEnd);
        if (innermost === SPAN && ++spans > limits.spansMax)
          throw new AppError('too_large', `More than ${limits.spansMax} spans in one request. Send smaller batches.`);
        reader.skip(innermost, scopeEnd);
      }
    }
  }
  return elements;
}
