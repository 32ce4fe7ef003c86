import type { BodyFormat, IngestOutcome, Signal } from '../both/ingest-message.ts';

type Refusals = Pick<IngestOutcome, 'refused' | 'message'>;

/** `google.rpc.Status`: what an OTLP sender gets instead of a response. */
export interface RpcStatus {
  /** google.rpc.Code. */
  readonly code: number;
  readonly message: string;
  /** Adds a RetryInfo detail; null for what must not be sent again. */
  readonly retryAfterSeconds: number | null;
}

const TEXT = new TextEncoder();
const RETRY_INFO_TYPE = 'type.googleapis.com/google.rpc.RetryInfo';

/** The OTLP/JSON field for the refused count; in protobuf the field is the same for both. */
const REJECTED: Readonly<Record<Signal, string>> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
};

/**
 * `ExportTraceServiceResponse` or `ExportLogsServiceResponse`. Without refusals and message,
 * `partial_success` stays unset: the sign of full success.
 */
export function encodeExportResponse(
  { refused, message }: Refusals,
  signal: Signal,
  format: BodyFormat,
): Buffer {
  const partial = refused > 0 || message !== null;
  if (format === 'json') {
    return Buffer.from(
      partial
        ? JSON.stringify({
            partialSuccess: { [REJECTED[signal]]: String(refused), errorMessage: message ?? '' },
          })
        : '{}',
    );
  }
  if (!partial) return Buffer.alloc(0);
  const fields = [
    ...(refused > 0 ? [varintField(1, refused)] : []),
    ...(message === null ? [] : [bytesField(2, TEXT.encode(message))]),
  ];
  return bytesField(1, Buffer.concat(fields));
}

export function encodeRpcStatus(status: RpcStatus, format: BodyFormat): Buffer {
  const { code, message, retryAfterSeconds } = status;
  if (format === 'json') {
    const details =
      retryAfterSeconds === null
        ? {}
        : { details: [{ '@type': RETRY_INFO_TYPE, retryDelay: `${retryAfterSeconds}s` }] };
    return Buffer.from(JSON.stringify({ code, message, ...details }));
  }
  const fields = [varintField(1, code), bytesField(2, TEXT.encode(message))];
  if (retryAfterSeconds !== null) {
    const any = Buffer.concat([
      bytesField(1, TEXT.encode(RETRY_INFO_TYPE)),
      bytesField(2, encodeRetryInfo(retryAfterSeconds)),
    ]);
    fields.push(bytesField(3, any));
  }
  return Buffer.concat(fields);
}

/** `google.rpc.RetryInfo` alone, as some clients look for it. */
export function encodeRetryInfo(seconds: number): Buffer {
  return bytesField(1, varintField(1, seconds));
}

function varintField(field: number, value: number): Buffer {
  return Buffer.from([field << 3, ...varint(value)]);
}

function bytesField(field: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(bytes.length)]), bytes]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}
