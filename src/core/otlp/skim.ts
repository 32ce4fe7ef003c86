import { NO_PRICES, type PriceOf } from '#core/cost/token-price.ts';
import { countElements, walkItems } from './request-walk.ts';
import { tooManyElements, type SkimLimits } from './skim-limits.ts';
import type { ScopeContext, ResourceContext, SpanRecord } from './span-record.ts';
import { SpanRefusal, type RefusedSpan } from './span-refusal.ts';
import { SpanSkimmer } from './span-skimmer.ts';
import { WireReader } from './wire-reader.ts';

export interface SkimResult {
  readonly records: readonly SpanRecord[];
  readonly refused: readonly RefusedSpan[];
  /** Warnings for the sender, even though everything was stored. */
  readonly warnings: readonly string[];
}

/**
 * The spans of an ExportTraceServiceRequest as records, without decoding what no list or filter
 * touches. Throws OtlpDecodeError when the bytes are no such request and AppError `too_large` when
 * it holds too much: checked before anything is built. An invalid span (malformed or without ids)
 * is rejected alone as long as the messages around it are well formed. `priceOf` is asked for the
 * cost of model calls that were sent without one.
 */
export function skimTraces(
  body: Uint8Array,
  limits: SkimLimits,
  priceOf: PriceOf = NO_PRICES,
): SkimResult {
  const reader = new WireReader(body);
  const elements = countElements(reader, limits, 'spans');
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
  readonly #elements: number;

  constructor(reader: WireReader, limits: SkimLimits, elements: number, priceOf: PriceOf) {
    this.#reader = reader;
    this.#limits = limits;
    this.#elements = elements;
    this.#spans = new SpanSkimmer(reader, limits, priceOf);
  }

  run(): void {
    walkItems(this.#reader, (end, resource, scope) => this.#span(end, resource, scope));
    const { deepValues } = this.#spans;
    if (deepValues > 0) {
      this.warnings.push(
        `${deepValues} attribute values nest deeper than ${this.#limits.valueDepthMax} levels; what lies deeper is kept as bytes`,
      );
    }
  }

  #span(end: number, resource: ResourceContext, scope: ScopeContext): void {
    const start = this.#reader.pos;
    try {
      this.records.push(this.#spans.skim(start, end, resource, scope));
    } catch (error) {
      if (!(error instanceof SpanRefusal)) throw error;
      this.refused.push(error.of(this.records.length + this.refused.length, this.#spans.lastIds()));
    }
    if (this.#elements + this.#spans.elements > this.#limits.elementsMax)
      throw tooManyElements(this.#limits.elementsMax);
  }
}
