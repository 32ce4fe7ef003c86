import { AppError } from '#contracts/errors.ts';
import type { PriceOf } from '#core/cost/token-price.ts';
import { traceRequestFromJson } from '#core/otlp/json-codec.ts';
import { OtlpDecodeError } from '#core/otlp/otlp-decode-error.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import type { RefusedSpan as SkimRefusal } from '#core/otlp/skim.ts';
import type { SkimLimits } from '#core/otlp/skim-limits.ts';
import type { BodyFormat } from './ingest-message.ts';
import type { DecodedRequest } from './worker.ts';

const UTF8 = new TextDecoder();

/** Reads request bodies: protobuf as it is, JSON by way of protobuf, so that both are stored the same. */
export function createDecoder(limits: SkimLimits, priceOf: PriceOf): (body: Uint8Array, format: BodyFormat) => DecodedRequest {
  return (body, format) => {
    try {
      const bytes = format === 'json' ? traceRequestFromJson(UTF8.decode(body), limits) : body;
      const { records, refused, warnings } = skimTraces(bytes, limits, priceOf);
      return {
        records,
        refused: refused.map((span) => ({ index: span.index, reason: describe(span) })),
        warnings,
        positions: positionsOf(records.length, refused),
      };
    } catch (error) {
      if (error instanceof OtlpDecodeError)
        throw new AppError('invalid_request', `The body is not an OTLP trace export request: ${error.message}.`, { cause: error });
      throw error;
    }
  };
}

/** Where each record stood in the request; null when nothing was refused, since then they are as they were. */
function positionsOf(records: number, refused: readonly SkimRefusal[]): readonly number[] | null {
  if (refused.length === 0) return null;
  const gone = new Set(refused.map(({ index }) => index));
  const positions: number[] = [];
  for (let index = 0; positions.length < records; index += 1) if (!gone.has(index)) positions.push(index);
  return positions;
}

function describe({ traceId, spanId, field, reason }: SkimRefusal): string {
  const ids = [...(traceId === null ? [] : [`trace ${traceId}`]), ...(spanId === null ? [] : [`span ${spanId}`])].join(', ');
  return `${ids === '' ? '' : `(${ids}) `}${field} ${reason}`;
}
