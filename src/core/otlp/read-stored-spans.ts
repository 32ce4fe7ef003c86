import type { PriceOf } from '#core/cost/token-price.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import type { SkimLimits } from './skim-limits.ts';
import type { ResourceContext, ScopeContext, SpanRecord } from './span-record.ts';
import { SpanRefusal } from './span-refusal.ts';
import { SpanSkimmer } from './span-skimmer.ts';
import { WireReader } from './wire-reader.ts';

/**
 * The record of a span's bytes by the current mappings and prices; null when they are not a span.
 */
export type ReadSpan = (start: number, end: number) => SpanRecord | null;

/** Reads spans that lie somewhere in the bytes. */
export type ReadStoredSpans = (bytes: Uint8Array) => ReadSpan;

/** Limits don't apply to spans that are already stored. */
const STORED_LIMITS: SkimLimits = {
  spansMax: Infinity,
  elementsMax: Infinity,
  attributesPerSpanMax: Infinity,
  keyBytesMax: Infinity,
  valueBytesMax: Infinity,
  valueDepthMax: 32,
};
/** Nothing read from a span's own bytes depends on these fields. */
const RESOURCE: ResourceContext = {
  bytes: new Uint8Array(),
  schemaUrl: '',
  serviceName: null,
  projectName: null,
};
const SCOPE: ScopeContext = { bytes: new Uint8Array(), schemaUrl: '', name: '', version: '' };

/**
 * Makes records of stored spans as ingest makes them of spans that arrive; their resource and scope
 * are empty.
 */
export function storedSpanReading(priceOf: PriceOf): ReadStoredSpans {
  return (bytes) => {
    const skimmer = new SpanSkimmer(new WireReader(bytes), STORED_LIMITS, priceOf);
    return (start, end) => {
      try {
        return skimmer.skim(start, end, RESOURCE, SCOPE);
      } catch (error) {
        if (error instanceof SpanRefusal || error instanceof OtlpDecodeError) return null;
        throw error;
      }
    };
  };
}
