import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedRequest } from './recording.ts';

const SIGNALS = ['traces', 'logs'] as const;

/**
 * A receiver of OTLP over HTTP that keeps the requests as they came, wherever a library's own path
 * to `/v1/traces` or `/v1/logs` begins.
 */
export async function startRecorder(): Promise<{
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  close(): void;
}> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const contentType = request.headers['content-type'] ?? '';
      const signal =
        request.method === 'POST'
          ? (SIGNALS.find((each) => (request.url ?? '').endsWith(`/v1/${each}`)) ?? null)
          : null;
      if (signal !== null)
        requests.push({
          signal,
          contentType,
          contentEncoding: request.headers['content-encoding'] ?? null,
          body,
        });
      response.writeHead(200, {
        'content-type': signal === null ? 'application/json' : contentType,
      });
      // An empty reply is one that refuses nothing, in protobuf.
      response.end(signal !== null && !contentType.includes('json') ? undefined : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
