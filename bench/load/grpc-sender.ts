import * as grpc from '@grpc/grpc-js';
import { Reader } from 'protobufjs';
import type { Reply, Sender } from './http-sender.ts';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const OPEN_MS_MAX = 60_000;
const passThrough = (bytes: Buffer) => bytes;

/** Status codes as their HTTP likeness, so that a report reads the same for both wires. */
const HTTP_STATUS: Readonly<Record<number, number>> = {
  [grpc.status.UNAVAILABLE]: 503,
  [grpc.status.RESOURCE_EXHAUSTED]: 413,
  [grpc.status.INVALID_ARGUMENT]: 400,
  [grpc.status.UNAUTHENTICATED]: 401,
};

/** OTLP over gRPC on its own connection. */
export class GrpcSender implements Sender {
  readonly #client: grpc.Client;

  constructor(target: string, encoding: 'identity' | 'gzip') {
    this.#client = new grpc.Client(target, grpc.credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
      'grpc.max_send_message_length': -1,
      ...(encoding === 'gzip'
        ? { 'grpc.default_compression_algorithm': grpc.compressionAlgorithms.gzip }
        : {}),
    });
  }

  open(): Promise<void> {
    return new Promise((resolve) =>
      this.#client.waitForReady(Date.now() + OPEN_MS_MAX, () => resolve()),
    );
  }

  send(body: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(EXPORT, passThrough, passThrough, body, (error, reply) => {
        if (error === null)
          resolve({ status: 200, retryAfterMs: 0, body: reply ?? Buffer.alloc(0) });
        else if (HTTP_STATUS[error.code] === undefined) reject(error);
        else
          resolve({
            status: HTTP_STATUS[error.code] ?? 500,
            retryAfterMs: retryAfterMs(error.metadata),
            body: Buffer.from(error.details),
          });
      });
    });
  }

  close(): void {
    this.#client.close();
  }
}

/**
 * `google.rpc.RetryInfo`, which Python's exporter obeys in this trailer and others in
 * `grpc-status-details-bin`: `retry_delay = 1`, of which `seconds = 1`.
 */
function retryAfterMs(trailers: grpc.Metadata): number {
  const [bytes] = trailers.get('google.rpc.retryinfo-bin');
  if (!Buffer.isBuffer(bytes)) return 0;
  const info = Reader.create(bytes);
  info.uint32();
  info.uint32();
  return info.uint32() === 8 ? info.uint32() * 1_000 : 0;
}
