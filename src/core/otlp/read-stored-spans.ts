import type { PriceOf } from '#core/cost/token-price.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import type { SkimLimits } from './skim-limits.ts';
import type { ResourceContext, ScopeContext, SpanRecord } from './span-record.ts';
import { SpanRefusal } from './span-refusal.ts';
import { SpanSkimmer } from './span-skimmer.ts';
import { WireReader } from './wire-reader.ts';

/** What a span's bytes say by the mappings and prices of now; null when they are no span. */
export type ReadSpan = (start: number, end: number) => SpanRecord | null;

/** Reads spans that lie somewhere in the bytes. */
export type ReadStoredSpans = (bytes: Uint8Array) => ReadSpan;

/** What was taken in once is read whatever the limits are by now. */
const STORED_LIMITS: SkimLimits = {
  spansMax: Infinity,
  elementsMax: Infinity,
  attributesPerSpanMax: Infinity,
  keyBytesMax: Infinity,
  valueBytesMax: Infinity,
  valueDepthMax: 32,
};
/** Nothing that is read from a span's own bytes depends on these. */
const RESOURCE: ResourceContext = { bytes: new Uint8Array(), schemaUrl: '', serviceName: null, projectName: null };
const SCOPE: ScopeContext = { bytes: new Uint8Array(), schemaUrl: '', name: '', version: '' };

/** Makes records of stored spans as ingest makes them of spans that arrive; their resource and scope are empty. */
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
