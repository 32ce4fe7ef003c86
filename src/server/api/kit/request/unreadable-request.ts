import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ERROR_EXAMPLES } from '../reply/error-reply.ts';
import { FIXED_HEADERS } from '../reply/response-headers.ts';
import { isHttp2, refuseHttp2, type Unreadable } from '../http/wrong-port.ts';

const REPLIES: Readonly<Record<string, readonly [statusLine: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    ERROR_EXAMPLES.headers_too_large.detail,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};
const MALFORMED = ['400 Bad Request', 'The request is not valid HTTP.'] as const;

/**
 * Answers requests that Node's parser can't read, and closes the connection. They reach no route
 * and no hook, so the headers of every reply are added here.
 */
export function refuseUnreadable(error: Error & Unreadable, socket: Socket): void {
  // The client is gone and reads no reply.
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // A line that is not encrypted yet, or never will be, such as that of a client that speaks plain
  // HTTP: a reply could not be sent on it.
  if (!socket.writable || (socket instanceof TLSSocket && !isSecured(socket))) {
    socket.destroy();
    return;
  }
  if (isHttp2(error)) {
    refuseHttp2(error, socket);
    return;
  }
  const [statusLine, detail] = REPLIES[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ detail });
  const headers = Object.entries({
    ...FIXED_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  socket.write(
    `HTTP/1.1 ${statusLine}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
  socket.destroySoon();
}

/** Whether the handshake of the line is over. */
function isSecured(socket: TLSSocket): boolean {
  return socket.getFinished() !== undefined && socket.getPeerFinished() !== undefined;
}
