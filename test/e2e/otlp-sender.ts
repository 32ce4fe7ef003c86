import { Client, compressionAlgorithms, credentials, Metadata, status } from '@grpc/grpc-js';
import {
  jsonRequest,
  protobufRequest,
  readResponse,
  readRetryInfo,
  readStatus,
  type PartialSuccess,
  type RpcStatus,
  type TestSpan,
} from './otlp-messages.ts';

export type Wire = 'http protobuf' | 'http json' | 'grpc';
export const WIRES: readonly Wire[] = ['http protobuf', 'http json', 'grpc'];

/** The reply as a sender sees it, over any wire. */
export interface Reply {
  readonly ok: boolean;
  /** Of HTTP; null over gRPC. */
  readonly httpStatus: number | null;
  /** google.rpc.Code: the status of the call, or the one in the body. */
  readonly code: number;
  readonly message: string;
  readonly partial: PartialSuccess | null;
  /** The retry delay sent to the sender, in each of its forms. */
  readonly retryAfter: {
    readonly header: string | null;
    readonly status: number | null;
    readonly trailer: number | null;
  };
  readonly contentType: string | null;
}

export interface SendTarget {
  readonly url: string;
  readonly grpcTarget: string;
}

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const asIs = (bytes: Buffer): Buffer => bytes;

export function bodyFor(wire: Wire, spans: readonly TestSpan[]): Buffer {
  return wire === 'http json' ? jsonRequest(spans) : protobufRequest(spans);
}

export async function sendSpans(
  target: SendTarget,
  wire: Wire,
  spans: readonly TestSpan[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return await sendBody(target, wire, bodyFor(wire, spans), headers);
}

export async function sendBody(
  target: SendTarget,
  wire: Wire,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return wire === 'grpc'
    ? await sendGrpc(target.grpcTarget, body, headers)
    : await sendHttp(target.url, body, {
        'content-type': wire === 'http json' ? 'application/json' : 'application/x-protobuf',
        ...headers,
      });
}

export async function sendHttp(
  url: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const response = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const contentType = response.headers.get('content-type');
  const format = contentType === 'application/x-protobuf' ? 'protobuf' : 'json';
  const retryHeader = response.headers.get('retry-after');
  if (response.ok)
    return {
      ok: true,
      httpStatus: response.status,
      code: 0,
      message: '',
      partial: readResponse(bytes, format),
      retryAfter: { header: retryHeader, status: null, trailer: null },
      contentType,
    };
  const problem: RpcStatus = readStatus(bytes, format);
  return {
    ok: false,
    httpStatus: response.status,
    code: problem.code,
    message: problem.message,
    partial: null,
    retryAfter: { header: retryHeader, status: problem.retryDelaySeconds, trailer: null },
    contentType,
  };
}

export function sendGrpc(
  target: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
  gzip = false,
): Promise<Reply> {
  const client = new Client(target, credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
    ...(gzip ? { 'grpc.default_compression_algorithm': compressionAlgorithms.gzip } : {}),
  });
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      EXPORT,
      asIs,
      asIs,
      body,
      metadata,
      { deadline: Date.now() + 60_000 },
      (error, reply) => {
        client.close();
        if (error === null)
          return resolve({
            ok: true,
            httpStatus: null,
            code: status.OK,
            message: '',
            partial: readResponse(reply ?? Buffer.alloc(0), 'protobuf'),
            retryAfter: { header: null, status: null, trailer: null },
            contentType: null,
          });
        const details = error.metadata.get('grpc-status-details-bin')[0];
        const trailer = error.metadata.get('google.rpc.retryinfo-bin')[0];
        resolve({
          ok: false,
          httpStatus: null,
          code: error.code,
          message: error.details,
          partial: null,
          contentType: null,
          retryAfter: {
            header: null,
            status: Buffer.isBuffer(details)
              ? readStatus(details, 'protobuf').retryDelaySeconds
              : null,
            trailer: Buffer.isBuffer(trailer) ? readRetryInfo(trailer) : null,
          },
        });
      },
    );
  });
}
