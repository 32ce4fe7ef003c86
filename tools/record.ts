import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as grpc from '@grpc/grpc-js';

/**
 * Listens as an OTLP receiver and keeps every request's body as a file, for test/fixtures: what an
 * SDK really sends, byte for byte.
 *
 *   node tools/record.ts --out DIR [--name NAME] [--port 6016] [--grpc-port 4327]
 *
 * Writes NAME-1.bin, … and NAME-1.head.json beside each, with what a receiver must know to read it.
 * Ends on SIGINT or SIGTERM.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'recorded' },
    name: { type: 'string', default: 'request' },
    port: { type: 'string', default: '6016' },
    'grpc-port': { type: 'string', default: '4327' },
  },
});

let count = 0;

function keep(body: Buffer, head: Readonly<Record<string, string>>): void {
  mkdirSync(values.out, { recursive: true });
  const file = path.join(values.out, `${values.name}-${++count}`);
  writeFileSync(`${file}.bin`, body);
  writeFileSync(`${file}.head.json`, `${JSON.stringify(head, null, 2)}\n`);
  console.log(`${file}.bin ${body.length} bytes, ${JSON.stringify(head)}`);
}

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const type = request.headers['content-type'] ?? '';
    const encoding = request.headers['content-encoding'];
    if (request.url === '/v1/traces')
      keep(Buffer.concat(chunks), {
        wire: 'http',
        contentType: type,
        ...(encoding === undefined ? {} : { contentEncoding: encoding }),
        userAgent: request.headers['user-agent'] ?? '',
      });
    response.writeHead(200, { 'content-type': type });
    response.end(type.includes('json') ? '{}' : '');
  });
});

const passThrough = (bytes: Buffer) => bytes;
const grpcServer = new grpc.Server({ 'grpc.max_receive_message_length': 64 * 2 ** 20 });
grpcServer.addService(
  {
    Export: {
      path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
      requestStream: false,
      responseStream: false,
      requestSerialize: passThrough,
      requestDeserialize: passThrough,
      responseSerialize: passThrough,
      responseDeserialize: passThrough,
    },
  },
  {
    Export: (call: grpc.ServerUnaryCall<Buffer, Buffer>, reply: grpc.sendUnaryData<Buffer>) => {
      keep(call.request, {
        wire: 'grpc',
        userAgent: String(call.metadata.get('user-agent')[0] ?? ''),
      });
      reply(null, Buffer.alloc(0));
    },
  },
);

server.listen(Number(values.port), '127.0.0.1');
grpcServer.bindAsync(
  `127.0.0.1:${values['grpc-port']}`,
  grpc.ServerCredentials.createInsecure(),
  (error) => {
    if (error !== null) throw error;
    console.log(
      `Recording on http://127.0.0.1:${values.port} and 127.0.0.1:${values['grpc-port']} into ${values.out}`,
    );
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
    grpcServer.forceShutdown();
  });
}
