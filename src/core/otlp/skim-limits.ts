import { AppError } from '#contracts/wire/errors.ts';

/**
 * The limits of one export request. A request over a whole-request limit is rejected; a span over
 * its own limit is rejected alone.
 */
export interface SkimLimits {
  readonly spansMax: number;
  /**
   * Messages and fields outside of spans, spans, events and links. Attributes have a limit of their
   * own, for each span.
   */
  readonly elementsMax: number;
  readonly attributesPerSpanMax: number;
  readonly keyBytesMax: number;
  readonly valueBytesMax: number;
  /** Levels of AnyValue that are read; what lies deeper is kept as bytes. */
  readonly valueDepthMax: number;
}

export const DEFAULT_SKIM_LIMITS: SkimLimits = {
  spansMax: 20_000,
  elementsMax: 200_000,
  attributesPerSpanMax: 1_024,
  keyBytesMax: 1_024,
  valueBytesMax: 8 * 1024 * 1024,
  valueDepthMax: 32,
};

/** The error of a request that holds more than `elementsMax`. */
export function tooManyElements(elementsMax: number): AppError {
  return new AppError(
    'too_large',
    `More than ${elementsMax} elements (spans, events, links and the messages round them) in one request. Send smaller batches.`,
  );
}
