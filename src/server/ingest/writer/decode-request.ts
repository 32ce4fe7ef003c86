import { AppError } from '#contracts/wire/errors.ts';
import type { PriceOf } from '#core/cost/token-price.ts';
import { traceRequestFromJson } from '#core/otlp/json-codec.ts';
import { logsRequestFromJson } from '#core/otlp/logs/logs-json.ts';
import { skimLogs } from '#core/otlp/logs/skim-logs.ts';
import { OtlpDecodeError } from '#core/otlp/otlp-decode-error.ts';
import { skimTraces, type RefusedSpan as SkimRefusal } from '#core/otlp/skim.ts';
import type { SkimLimits } from '#core/otlp/skim-limits.ts';
import type { BodyFormat, Signal } from '../both/ingest-message.ts';
import type { RefusedSpan } from './partial-success.ts';
import type { Decode, DecodedRequest } from './worker.ts';

const UTF8 = new TextDecoder();
const REQUESTS: Readonly<Record<Signal, string>> = { traces: 'trace', logs: 'logs' };

/** Reads request bodies: protobuf as it is, JSON by way of protobuf, so that both are stored the same. */
export function createDecoder(limits: SkimLimits, priceOf: PriceOf): Decode {
  return (body, format, signal) => {
    try {
      return signal === 'logs' ? decodeLogs(body, format, limits) : decodeTraces(body, format, limits, priceOf);
    } catch (error) {
      if (error instanceof OtlpDecodeError)
        throw new AppError('invalid_request', `The body is not an OTLP ${REQUESTS[signal]} export request: ${error.message}.`, {
          cause: error,
        });
      throw error;
    }
  };
}

function decodeTraces(body: Uint8Array, format: BodyFormat, limits: SkimLimits, priceOf: PriceOf): DecodedRequest {
  const bytes = format === 'json' ? traceRequestFromJson(UTF8.decode(body), limits) : body;
  const { records, refused, warnings } = skimTraces(bytes, limits, priceOf);
  return { records, events: [], refused: refused.map(described), warnings, positions: positionsOf(records.length, refused) };
}

function decodeLogs(body: Uint8Array, format: BodyFormat, limits: SkimLimits): DecodedRequest {
  const bytes = format === 'json' ? logsRequestFromJson(UTF8.decode(body), limits) : body;
  const { events, refused } = skimLogs(bytes, limits);
  return { records: [], events, refused: refused.map(described), warnings: [], positions: positionsOf(events.length, refused) };
}

/** Each record's position in the request; null when nothing was refused, because positions are then unchanged. */
function positionsOf(kept: number, refused: readonly SkimRefusal[]): readonly number[] | null {
  if (refused.length === 0) return null;
  const gone = new Set(refused.map(({ index }) => index));
  const positions: number[] = [];
  for (let index = 0; positions.length < kept; index += 1) if (!gone.has(index)) positions.push(index);
  return positions;
}

function described({ index, traceId, spanId, field, reason }: SkimRefusal): RefusedSpan {
  const ids = [...(traceId === null ? [] : [`trace ${traceId}`]), ...(spanId === null ? [] : [`span ${spanId}`])].join(', ');
  return { index, reason: `${ids === '' ? '' : `(${ids}) `}${field} ${reason}` };
}
