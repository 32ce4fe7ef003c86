import http2, { type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans, protobufRequest, readResponse } from './otlp-messages.ts';
import { sendGrpc } from './otlp-sender.ts';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const INFLATED_MAX = 2 ** 20;

let server: BootedServer;
let session: ClientHttp2Session;
beforeAll(async () => {
  server = await boot({
    env: { SERVICE_MAX_INFLATED_BYTES: String(INFLATED_MAX), SERVICE_MAX_BODY_BYTES: '4MiB' },
  });
  session = http2.connect(`http://${server.grpcTarget}`);
});
afterAll(async () => {
  session.close();
  await server.dispose();
});

interface CallReply {
  readonly httpStatus: number | undefined;
  readonly code: number;
  readonly message: string;
  readonly body: Buffer;
  readonly retries: boolean;
}

/** A call byte by byte, as no client library would send it. */
function call(body: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<CallReply> {
  const stream = session.request({
    ':method': 'POST',
    ':path': EXPORT,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  return new Promise((resolve, reject) => {
    let head: IncomingHttpHeaders = {};
    let trailers: IncomingHttpHeaders = {};
    const pieces: Buffer[] = [];
    stream.on('response', (received) => (head = received));
    stream.on('trailers', (received) => (trailers = received));
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('error', reject);
    stream.on('close', () => {
      const end = { ...head, ...trailers };
      resolve({
        httpStatus: Number(head[':status']),
        code: Number(end['grpc-status']),
        message: decodeURIComponent(String(end['grpc-message'] ?? '')),
        body: Buffer.concat(pieces),
        retries: end['google.rpc.retryinfo-bin'] !== undefined,
      });
    });
    stream.end(body);
  });
}

function framed(message: Buffer, flag = 0): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flag, 0);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

const COMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  zstd: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
};
const message = (): Buffer => protobufRequest(freshSpans(2));

describe('gRPC on the wire', () => {
  it('answers a call with a message and OK in the trailers', async () => {
    const reply = await call(framed(message()));
    expect(reply).toMatchObject({ httpStatus: 200, code: status.OK });
    expect(readResponse(reply.body.subarray(5), 'protobuf')).toBeNull();
  });

  it.each(Object.entries(COMPRESS))(
    'reads %s, and says INVALID_ARGUMENT when it is corrupt',
    async (encoding, compress) => {
      const packed = compress(message());
      expect((await call(framed(packed, 1), { 'grpc-encoding': encoding })).code).toBe(status.OK);
      const corrupt = Buffer.from(packed);
      corrupt[Math.floor(corrupt.length / 2)] =
        (corrupt[Math.floor(corrupt.length / 2)] ?? 0) ^ 0xff;
      for (const bad of [corrupt, packed.subarray(0, -9), Buffer.from('not compressed at all')]) {
        const reply = await call(framed(bad, 1), { 'grpc-encoding': encoding });
        expect([reply.code, reply.message, reply.retries]).toEqual([
          status.INVALID_ARGUMENT,
          expect.stringMatching(/not valid|decode/i),
          false,
        ]);
      }
    },
  );

  it('refuses what is too large on the wire or once inflated, permanently', async () => {
    const large = await call(framed(Buffer.alloc(5 * 2 ** 20)));
    expect([large.code, large.retries]).toEqual([status.RESOURCE_EXHAUSTED, false]);
    const bomb = await call(framed(gzipSync(Buffer.alloc(INFLATED_MAX + 1)), 1), {
      'grpc-encoding': 'gzip',
    });
    expect([bomb.code, bomb.message, bomb.retries]).toEqual([
      status.RESOURCE_EXHAUSTED,
      expect.stringContaining('once inflated'),
      false,
    ]);
  });

  it.each([
    ['no message', Buffer.alloc(0), {}, status.INVALID_ARGUMENT],
    ['half a message', framed(message()).subarray(0, -3), {}, status.INVALID_ARGUMENT],
    [
      'two messages',
      Buffer.concat([framed(message()), framed(message())]),
      {},
      status.INVALID_ARGUMENT,
    ],
    [
      'a length that lies',
      Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 1]),
      {},
      status.INVALID_ARGUMENT,
    ],
    ['an unknown encoding', framed(message()), { 'grpc-encoding': 'br' }, status.UNIMPLEMENTED],
    [
      'an unknown method',
      framed(message()),
      { ':path': '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export' },
      status.UNIMPLEMENTED,
    ],
    [
      'another content type',
      framed(message()),
      { 'content-type': 'application/json' },
      status.UNIMPLEMENTED,
    ],
    ['bytes that are no spans', framed(Buffer.from('garbage')), {}, status.INVALID_ARGUMENT],
  ])('answers %s with a status', async (_what, body, headers, code) => {
    expect(await call(body, headers)).toMatchObject({ httpStatus: 200, code, retries: false });
  });

  it('takes calls on the same connection after all of that, and many at once', async () => {
    const replies = await Promise.all(Array.from({ length: 150 }, () => call(framed(message()))));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([status.OK]));
  });

  it('understands the usual client', async () => {
    expect(
      await sendGrpc(server.grpcTarget, message(), { 'x-project-name': 'usual' }, true),
    ).toMatchObject({ ok: true, partial: null });
  });
});
