import type { AnnotationView, JsonValue, SpanView, TraceView } from '#core/filter/predicate.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { AnnotationViews } from '../annotations/read/annotation-views.ts';
import type { BlockEntry } from '../blocks/block-codec.ts';
import type { CumulativeTokens } from './cumulative-tokens.ts';
import type { PayloadReader } from '../blocks/payload-reader.ts';
import { ReadWork } from './read-work.ts';
import type { SpanLookup } from './span-lookup.ts';
import { WantedValues } from '../blocks/wanted-values.ts';
import { latin1Of } from '../blocks/wanted-words.ts';

/** Attributes as nested JSON, from a span's own bytes. */
export type AttributesOf = (spanBytes: Uint8Array) => JsonValue;

/** A filter read a span that is being purged: the scan continues with the next. */
export class SpanGone extends Error {}

/**
 * Shows spans and traces to filters. Row, parent and attributes are read when first asked for: a
 * scan over attributes reads no rows.
 */
export class SpanViews {
  readonly #lookup: SpanLookup;
  readonly payloads: PayloadReader;
  readonly annotations: AnnotationViews;
  /** Of the page that is being read. */
  readonly work = new ReadWork();
  readonly #cumulative: CumulativeTokens;
  readonly #attributesOf: AttributesOf;
  #all: WantedValues;

  constructor(
    lookup: SpanLookup,
    payloads: PayloadReader,
    annotations: AnnotationViews,
    cumulative: CumulativeTokens,
    attributesOf: AttributesOf,
  ) {
    this.#lookup = lookup;
    this.#cumulative = cumulative;
    this.payloads = payloads;
    this.annotations = annotations;
    this.#attributesOf = attributesOf;
    this.#all = WantedValues.all(attributesOf);
  }

  /** Starts a snapshot. */
  forget(): void {
    this.#lookup.forget();
    this.payloads.forget();
    this.#cumulative.forget();
    this.#all = WantedValues.all(this.#attributesOf);
  }

  /** With `wanted`, attributes are only those: for a filter that looks at no others. */
  span(id: number, known?: SpanRow, wanted: WantedValues | null = null): SpanView {
    const [lookup, payloads, cumulative, annotations] = [
      this.#lookup,
      this.payloads,
      this.#cumulative,
      this.annotations,
    ];
    const all = this.#all;
    let row = known;
    let hasParent: boolean | undefined;
    let attributes: JsonValue | undefined;
    const entry = (): BlockEntry => {
      const found = payloads.entry(id);
      if (found === null) throw new SpanGone();
      return found;
    };
    return {
      get row(): SpanRow {
        row ??= lookup.span(id) ?? undefined;
        if (row === undefined) throw new SpanGone();
        return row;
      },
      get hasParent(): boolean {
        hasParent ??= lookup.hasParent(this.row);
        return hasParent;
      },
      attributes: () => {
        attributes ??= (wanted ?? all).of(entry(), payloads.resourceOf);
        return attributes;
      },
      statusMessage: () => decodeSpan(entry().bytes).status.message,
      bytes: () => entry().bytes,
      latin1: () => latin1Of(entry().bytes),
      cumulativeTokens(): { readonly prompt: number; readonly completion: number } {
        return cumulative.of(this.row.traceNumber, id);
      },
      annotations: () => annotations.of('span', id),
      documentAnnotations: () => annotations.of('document', id),
      traceAnnotations(): readonly AnnotationView[] {
        return annotations.of('trace', this.row.traceNumber);
      },
    };
  }

  trace(row: TraceRow): TraceView {
    let spans: readonly SpanView[] | undefined;
    return {
      row,
      spans: () => {
        spans ??= this.#lookup
          .traceKeys(row.id)
          .sort((a, b) => (a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1))
          .map((key) => this.span(key.id));
        return spans;
      },
      annotations: () => this.annotations.of('trace', row.id),
    };
  }
}
