import zlib from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';
import { bodyFor, sendBody, sendGrpc, sendHttp, sendSpans, WIRES } from './otlp-sender.ts';

const LIMIT = 256 * 1024;
let server: BootedServer;

beforeAll(async () => {
  server = await boot({
    env: {
      SERVICE_MAX_BODY_BYTES: String(LIMIT),
      SERVICE_MAX_INFLATED_BYTES: String(LIMIT),
      SERVICE_MAX_SPANS_PER_REQUEST: '200',
    },
  });
});
afterAll(async () => server.dispose());

async function isStored(spanId: string): Promise<boolean> {
  const response = await fetch(`${server.url}/v1/spans/${spanId}`);
  await response.arrayBuffer();
  return response.status === 200;
}

describe.each(WIRES)('OTLP over %s', (wire) => {
  const mediaType =
    wire === 'grpc' ? null : wire === 'http json' ? 'application/json' : 'application/x-protobuf';

  it('answers a stored request with success, partial_success unset, in the media type of the request', async () => {
    const spans = freshSpans(3);
    const reply = await sendSpans(server, wire, spans);
    expect(reply).toMatchObject({
      ok: true,
      partial: null,
      contentType: mediaType,
      httpStatus: wire === 'grpc' ? null : 200,
    });
    for (const { spanId } of spans) expect(await isStored(spanId)).toBe(true);
  });

  it('takes an empty request for a success', async () => {
    const empty = wire === 'http json' ? Buffer.from('{}') : Buffer.alloc(0);
    expect(await sendBody(server, wire, empty)).toMatchObject({ ok: true, partial: null });
  });

  it('refuses bad spans alone and names them', async () => {
    const [good, ...others] = freshSpans(4);
    const bad = others.map((span, index) => ({
      ...span,
      ...(index === 0
        ? { traceId: '' }
        : index === 1
          ? { spanId: 'abcd' }
          : { spanId: '0000000000000000' }),
    }));
    const reply = await sendSpans(server, wire, [...bad, good!]);
    expect(reply).toMatchObject({ ok: true, partial: { rejectedSpans: 3 } });
    expect(reply.partial?.errorMessage).toMatch(
      /^3 of 4 spans were not stored: span 0: .*trace_id.*; span 1: .*span_id.*; span 2: .*span_id/,
    );
    expect(await isStored(good!.spanId)).toBe(true);
  });

  it('counts a span that was stored before as a success', async () => {
    const spans = freshSpans(2);
    await sendSpans(server, wire, spans);
    expect(await sendSpans(server, wire, spans)).toMatchObject({ ok: true, partial: null });
  });

  it('answers what it cannot decode with 400 or INVALID_ARGUMENT and a Status that says why', async () => {
    const body = Buffer.from('\u0007 this is no request');
    const reply = await sendBody(server, wire, body);
    expect(reply).toMatchObject({
      ok: false,
      code: status.INVALID_ARGUMENT,
      contentType: mediaType,
      httpStatus: wire === 'grpc' ? null : 400,
    });
    expect(reply.message).toMatch(/not an OTLP trace export request/);
    expect(reply.retryAfter).toEqual({ header: null, status: null, trailer: null });
  });

  it('answers what is too large with 413 or RESOURCE_EXHAUSTED, and does not ask for it again', async () => {
    const reply = await sendSpans(server, wire, freshSpans(1, 'x'.repeat(LIMIT)));
    expect(reply).toMatchObject({
      ok: false,
      code: status.RESOURCE_EXHAUSTED,
      httpStatus: wire === 'grpc' ? null : 413,
    });
    expect(reply.retryAfter).toEqual({ header: null, status: null, trailer: null });
  });

  it('answers too many spans likewise', async () => {
    const reply = await sendSpans(server, wire, freshSpans(201));
    expect(reply).toMatchObject({
      ok: false,
      code: status.RESOURCE_EXHAUSTED,
      httpStatus: wire === 'grpc' ? null : 413,
      retryAfter: { header: null, status: null, trailer: null },
    });
  });

  it('puts spans into the project that the request names', async () => {
    const project = `named over ${wire}`;
    await sendSpans(server, wire, freshSpans(1), { 'x-project-name': project });
    expect((await fetch(`${server.url}/v1/projects/${encodeURIComponent(project)}`)).status).toBe(
      200,
    );
  });

  it.each(['resourceLogs', 'resourceMetrics'])(
    'stores nothing of another signal: %s',
    async (signal) => {
      const body =
        wire === 'http json'
          ? Buffer.from(
              JSON.stringify({
                [signal]: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'a log' } }] }] }],
              }),
            )
          : logsRequest();
      const reply = await sendBody(server, wire, body);
      if (reply.ok) expect(reply.partial?.rejectedSpans).toBe(1);
      else expect(reply.code).toBe(status.INVALID_ARGUMENT);
    },
  );
});

/**
 * ExportLogsServiceRequest: the same field numbers as for traces, so it reads like a span without
 * ids.
 */
function logsRequest(): Buffer {
  const field = (number: number, bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
  const record = Buffer.concat([
    Buffer.from([0x09, 1, 2, 3, 4, 5, 6, 7, 8]),
    field(3, Buffer.from('INFO')),
    field(5, field(1, Buffer.from('a log'))),
  ]);
  return field(1, field(2, field(2, record)));
}

describe('media types and encodings', () => {
  const spans = (): Buffer => protobufRequest(freshSpans(2));

  it.each([
    'application/x-protobuf',
    'APPLICATION/X-PROTOBUF',
    'application/x-protobuf; charset=utf-8',
    'Application/Json',
    'application/json;charset=UTF-8',
  ])('reads %s', async (type) => {
    const body = type.toLowerCase().includes('json')
      ? bodyFor('http json', freshSpans(1))
      : spans();
    expect((await sendHttp(server.url, body, { 'content-type': type })).httpStatus).toBe(200);
  });

  it.each([
    'text/plain',
    'application/octet-stream',
    'application/x-protobufs',
    'nonsense',
    'multipart/form-data; boundary=x',
  ])('answers %s with 415', async (type) => {
    expect(await sendHttp(server.url, spans(), { 'content-type': type })).toMatchObject({
      httpStatus: 415,
      code: status.UNIMPLEMENTED,
    });
  });

  it.each<[string, (body: Buffer) => Buffer]>([
    ['identity', (body) => body],
    ['gzip', (body) => zlib.gzipSync(body)],
    ['GZIP', (body) => zlib.gzipSync(body)],
    ['x-gzip', (body) => zlib.gzipSync(body)],
    [
      'gzip',
      (body) =>
        Buffer.concat([zlib.gzipSync(body.subarray(0, 20)), zlib.gzipSync(body.subarray(20))]),
    ],
    ['deflate', (body) => zlib.deflateSync(body)],
    ['deflate', (body) => zlib.deflateRawSync(body)],
    ['zstd', (body) => zlib.zstdCompressSync(body)],
  ])('reads Content-Encoding %s whole', async (encoding, compress) => {
    const sent = freshSpans(5);
    const reply = await sendHttp(server.url, compress(protobufRequest(sent)), {
      'content-type': 'application/x-protobuf',
      'content-encoding': encoding,
    });
    expect(reply).toMatchObject({ httpStatus: 200, partial: null });
    for (const { spanId } of sent) expect(await isStored(spanId)).toBe(true);
  });

  it.each(['br', 'gzip, gzip', 'snappy', 'compress'])(
    'answers Content-Encoding %s with 415',
    async (encoding) => {
      expect(
        (
          await sendHttp(server.url, spans(), {
            'content-type': 'application/x-protobuf',
            'content-encoding': encoding,
          })
        ).httpStatus,
      ).toBe(415);
    },
  );

  it.each(['gzip', 'deflate', 'zstd'])(
    'answers 400 to bytes that are no %s, or continue after its end',
    async (encoding) => {
      const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': encoding };
      expect(
        (await sendHttp(server.url, Buffer.from('not compressed at all'), headers)).httpStatus,
      ).toBe(400);
      const compress = {
        gzip: zlib.gzipSync,
        deflate: zlib.deflateSync,
        zstd: zlib.zstdCompressSync,
      }[encoding]!;
      const sent = freshSpans(1);
      const whole = compress(protobufRequest(sent));
      expect(
        (await sendHttp(server.url, Buffer.concat([whole, Buffer.from('more')]), headers))
          .httpStatus,
      ).toBe(400);
      expect(
        (await sendHttp(server.url, whole.subarray(0, whole.length - 5), headers)).httpStatus,
      ).toBe(400);
      expect(await isStored(sent[0]!.spanId)).toBe(false);
    },
  );

  it.each(['gzip', 'deflate', 'zstd'])('answers a %s bomb with 413', async (encoding) => {
    const compress = {
      gzip: zlib.gzipSync,
      deflate: zlib.deflateSync,
      zstd: zlib.zstdCompressSync,
    }[encoding]!;
    const reply = await sendHttp(server.url, compress(Buffer.alloc(64 * 1024 * 1024)), {
      'content-type': 'application/x-protobuf',
      'content-encoding': encoding,
    });
    expect(reply.httpStatus).toBe(413);
  });

  it('reads gzip over gRPC', async () => {
    const sent = freshSpans(3);
    expect(await sendGrpc(server.grpcTarget, protobufRequest(sent), {}, true)).toMatchObject({
      ok: true,
      partial: null,
    });
    expect(await isStored(sent[2]!.spanId)).toBe(true);
  });
});
