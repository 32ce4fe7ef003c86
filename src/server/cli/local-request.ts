import { connect } from 'node:tls';

// Imported as modules they would load undici.
const [http, https] = [
  process.getBuiltinModule('node:http'),
  process.getBuiltinModule('node:https'),
];

export interface LocalReply {
  readonly status: number;
  readonly text: string;
}

interface LocalRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly timeoutMs: number;
}

/**
 * Asks the server of this machine. Its certificate is for its name, not for the loopback address
 * that this goes to, and nothing secret is sent: it is not looked at.
 */
export function localRequest(
  url: string,
  { method = 'GET', headers = {}, body, timeoutMs }: LocalRequest,
): Promise<LocalReply> {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
    signal,
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:')
      ? https.request(url, { ...options, rejectUnauthorized: false })
      : http.request(url, options);
    request.on('error', reject).on('response', (response) => {
      const pieces: Buffer[] = [];
      response
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('error', reject)
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        );
    });
    request.end(body);
  });
}

/**
 * A handshake and no more, with a server that asks for the certificate of a client, which a command
 * has none of: it is over, as far as a client can tell, before the server refuses it.
 */
export function localHandshake(url: string, timeoutMs: number): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port),
      rejectUnauthorized: false,
    });
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new Error('the handshake was not over in time')),
    );
    socket.on('error', reject).on('secureConnect', () => {
      resolve();
      socket.destroy();
    });
  });
}
