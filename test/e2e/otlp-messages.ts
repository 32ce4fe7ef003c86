import { parse } from 'protobufjs';
import { encodeExportRequest, encodeSpan } from '../../tools/otlp/export-request.ts';

/** A span as these tests send it; hex ids of any length, so that bad ones can be sent too. */
export interface TestSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly name?: string;
  readonly text?: string;
}

export interface PartialSuccess {
  readonly rejectedSpans: number;
  readonly errorMessage: string;
}
export interface RpcStatus {
  readonly code: number;
  readonly message: string;
  readonly retryDelaySeconds: number | null;
}

const { root } = parse(`
  syntax = "proto3";
  message PartialSuccess { int64 rejected_spans = 1; string error_message = 2; }
  message Response { PartialSuccess partial_success = 1; }
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message RetryInfo { Duration retry_delay = 1; }
`);
const START = 1_780_000_000_000_000_000n;
let lastId = 0n;

/** Spans of one trace, with ids that no other call gives. */
export function freshSpans(count: number, text?: string): TestSpan[] {
  const traceId = freshId(32);
  return Array.from({ length: count }, (_, index) => ({
    traceId,
    spanId: freshId(16),
    name: `span ${index}`,
    ...(text === undefined ? {} : { text }),
  }));
}

function freshId(digits: number): string {
  lastId += 1n;
  return (
    BigInt(process.pid) * 0x1_0000_0000n +
    BigInt(Math.trunc(performance.timeOrigin)) * 0x1_0000_0000_0000n +
    lastId
  )
    .toString(16)
    .padStart(digits, '0')
    .slice(-digits);
}

export function protobufRequest(spans: readonly TestSpan[]): Buffer {
  const encoded = spans.map((span) =>
    encodeSpan({
      traceId: Buffer.from(span.traceId, 'hex'),
      spanId: Buffer.from(span.spanId, 'hex'),
      name: span.name ?? 'span',
      startTimeUnixNano: START,
      endTimeUnixNano: START + 1_000_000n,
      attributes: span.text === undefined ? {} : { 'input.value': span.text },
    }),
  );
  return encodeExportRequest({ 'service.name': 'e2e' }, { name: 'e2e' }, encoded);
}

export function jsonRequest(spans: readonly TestSpan[]): Buffer {
  const encoded = spans.map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    name: span.name ?? 'span',
    startTimeUnixNano: String(START),
    endTimeUnixNano: String(START + 1_000_000n),
    attributes:
      span.text === undefined ? [] : [{ key: 'input.value', value: { stringValue: span.text } }],
  }));
  return Buffer.from(
    JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'e2e' } }] },
          scopeSpans: [{ scope: { name: 'e2e' }, spans: encoded }],
        },
      ],
    }),
  );
}

/** `partial_success`, or null when it is unset. */
export function readResponse(body: Buffer, format: 'protobuf' | 'json'): PartialSuccess | null {
  if (format === 'json') {
    const { partialSuccess } = JSON.parse(body.toString()) as {
      partialSuccess?: { rejectedSpans?: string; errorMessage?: string };
    };
    return partialSuccess === undefined
      ? null
      : {
          rejectedSpans: Number(partialSuccess.rejectedSpans ?? 0),
          errorMessage: partialSuccess.errorMessage ?? '',
        };
  }
  const type = root.lookupType('Response');
  const { partialSuccess } = type.toObject(type.decode(body), { longs: Number }) as {
    partialSuccess?: Partial<PartialSuccess>;
  };
  return partialSuccess === undefined
    ? null
    : {
        rejectedSpans: partialSuccess.rejectedSpans ?? 0,
        errorMessage: partialSuccess.errorMessage ?? '',
      };
}

export function readStatus(body: Buffer, format: 'protobuf' | 'json'): RpcStatus {
  if (format === 'json') {
    const { code, message, details } = JSON.parse(body.toString()) as {
      code: number;
      message: string;
      details?: readonly { retryDelay?: string }[];
    };
    return {
      code,
      message,
      retryDelaySeconds:
        details?.[0]?.retryDelay === undefined ? null : Number.parseFloat(details[0].retryDelay),
    };
  }
  const type = root.lookupType('Status');
  const { code, message, details } = type.toObject(type.decode(body)) as {
    code: number;
    message: string;
    details?: readonly { typeUrl: string; value: Buffer }[];
  };
  const retry = details?.find(({ typeUrl }) => typeUrl.endsWith('google.rpc.RetryInfo'));
  return {
    code,
    message,
    retryDelaySeconds: retry === undefined ? null : readRetryInfo(retry.value),
  };
}

export function readRetryInfo(bytes: Uint8Array): number {
  const type = root.lookupType('RetryInfo');
  const { retryDelay } = type.toObject(type.decode(bytes), { longs: Number }) as {
    retryDelay?: { seconds?: number };
  };
  return retryDelay?.seconds ?? 0;
}
