import { AppError } from '#contracts/wire/errors.ts';
import type { PriceOf } from '#core/cost/token-price.ts';
import { traceRequestFromJson } from '#core/otlp/json-codec.ts';
import { logsRequestFromJson } from '#core/otlp/logs/logs-json.ts';
import { skimLogs } from '#core/otlp/logs/skim-logs.ts';
import { OtlpDecodeError } from '#core/otlp/otlp-decode-error.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import type { SkimLimits } from '#core/otlp/skim-limits.ts';
import type { RefusedSpan } from '#core/otlp/span-refusal.ts';
import type { SpanBatch } from '#core/ports/span-batch.ts';
import type { BodyFormat, IngestRequest, Signal } from '../both/ingest-message.ts';

/** A request's spans or events, as skimmed from its inflated bytes. */
export interface DecodedRequest {
  readonly signal: Signal;
  /** What is to be stored of it. */
  readonly batch: SpanBatch;
  /** Place of each record or event of the batch in the request; null when nothing was refused. */
  readonly positions: readonly number[] | null;
  readonly refused: readonly RefusedSpan[];
  /** Warnings for the sender, even though everything was stored. */
  readonly warnings: readonly string[];
}

/**
 * Makes the batch of a request whose body was inflated. Throws AppError for a request that is
 * refused whole.
 */
export type Decode = (request: Omit<IngestRequest, 'body'>, inflated: Uint8Array) => DecodedRequest;

const UTF8 = new TextDecoder();
const REQUESTS: Readonly<Record<Signal, string>> = { traces: 'trace', logs: 'logs' };

/**
 * Reads request bodies: protobuf as it is, JSON by way of protobuf, so that both are stored the
 * same.
 */
export function createDecoder(limits: SkimLimits, priceOf: PriceOf): Decode {
  return ({ format, signal, projectName, limitedTo }, inflated) => {
    try {
      const { refused, warnings, ...items } =
        signal === 'logs'
          ? eventsOf(inflated, format, limits)
          : recordsOf(inflated, format, limits, priceOf);
      const batch = {
        projectName,
        ...items,
        ...(limitedTo === null ? {} : { allowedProjectIds: limitedTo }),
      };
      return { signal, batch, refused, warnings, positions: positionsOf(itemsOf(batch), refused) };
    } catch (error) {
      if (error instanceof OtlpDecodeError)
        throw new AppError(
          'invalid_request',
          `The body is not an OTLP ${REQUESTS[signal]} export request: ${error.message}.`,
          {
            cause: error,
          },
        );
      throw error;
    }
  };
}

/** The number of records or events of a batch. */
export function itemsOf({ records, events }: SpanBatch): number {
  return records.length + (events?.length ?? 0);
}

/** What a body of either signal holds. */
type Items = Pick<SpanBatch, 'records' | 'events'> & Pick<DecodedRequest, 'refused' | 'warnings'>;

function recordsOf(
  body: Uint8Array,
  format: BodyFormat,
  limits: SkimLimits,
  priceOf: PriceOf,
): Items {
  return skimTraces(
    format === 'json' ? traceRequestFromJson(UTF8.decode(body), limits) : body,
    limits,
    priceOf,
  );
}

function eventsOf(body: Uint8Array, format: BodyFormat, limits: SkimLimits): Items {
  const bytes = format === 'json' ? logsRequestFromJson(UTF8.decode(body), limits) : body;
  return { records: [], warnings: [], ...skimLogs(bytes, limits) };
}

/**
 * Each record's position in the request; null when nothing was refused, because positions are then
 * unchanged.
 */
function positionsOf(kept: number, refused: readonly RefusedSpan[]): readonly number[] | null {
  if (refused.length === 0) return null;
  const gone = new Set(refused.map(({ index }) => index));
  const positions: number[] = [];
  for (let index = 0; positions.length < kept; index += 1)
    if (!gone.has(index)) positions.push(index);
  return positions;
}
