import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks that keeps the requests, and answers with `answer`. */
export interface WebhookReceiver {
  readonly port: number;
  received: ReceivedWebhook[];
  answer: (response: http.ServerResponse) => void;
  close(): void;
}

/** On a free port of this machine; answers 200 at first. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      receiver.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // as: it listens on TCP, so its address is no path.
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    port,
    received: [],
    answer: (response) => response.end('ok'),
    close: () => server.close(),
  };
  return receiver;
}
