import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

let server: BootedServer;
beforeAll(async () => {
  server = await boot({
    env: {
      SERVICE_HEADERS_TIMEOUT: '1s',
      SERVICE_REQUEST_TIMEOUT: '3s',
      SERVICE_MIN_BODY_BYTES_PER_SECOND: '1KiB',
    },
  });
});
afterAll(async () => server.dispose());

/**
 * Sends the text and then nothing more; resolves with the answer once the server has closed the
 * connection.
 */
function sendAndStall(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('a client that stalls', () => {
  it.each([
    [
      'in its headers',
      'POST /v1/traces HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Ty',
      /^HTTP\/1\.1 408/,
    ],
    [
      'in a body of spans',
      'POST /v1/traces HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-protobuf\r\nContent-Length: 1000\r\n\r\nabc',
      /^HTTP\/1\.1 408/,
    ],
    [
      'in a JSON body',
      'POST /v1/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
      /^HTTP\/1\.1 408/,
    ],
    [
      'in a file',
      'POST /v1/datasets/upload?sync=true HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n--x\r\n',
      /^HTTP\/1\.1 408[^]*The body arrives too slowly/,
    ],
  ])(
    '%s is answered and cut off, and others are served meanwhile',
    async (_where, text, expected) => {
      const stalled = sendAndStall(text);
      expect((await sendSpans(server, 'http protobuf', freshSpans(1))).ok).toBe(true);
      expect(await stalled).toMatch(expected);
      expect((await sendSpans(server, 'http protobuf', freshSpans(1))).ok).toBe(true);
    },
  );

  it('with headers that are too long is refused', async () => {
    expect(
      await sendAndStall(
        `GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 431/);
  });
});

describe('an upload', () => {
  it('may take longer than a request, as long as it comes', async () => {
    const { hostname, port } = new URL(server.url);
    const body = JSON.stringify({
      name: 'slow',
      inputs: Array.from({ length: 100 }, (_, n) => ({ q: n, text: 'x'.repeat(2_000) })),
    });
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /v1/datasets/upload?sync=true HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
        );
        // A piece each 250 ms, for five seconds: longer than the 3 seconds that other requests
        // have.
        let sent = 0;
        const timer = setInterval(() => {
          if (socket.destroyed || sent >= body.length) return clearInterval(timer);
          socket.write(body.slice(sent, (sent += Math.ceil(body.length / 20))));
        }, 250);
      });
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).toContain('"num_created_examples":100');
  });
});
