import {
  constants,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import { ERROR_CODES } from '#contracts/wire/errors.ts';

/** The reply to a gRPC client here. */
export const GRPC_AT_HTTP =
  'This port accepts HTTP/1.1, not gRPC. Send OTLP over gRPC to the gRPC port (SERVICE_GRPC_PORT, 4317 by default), or set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.';

/** A client has this long for the call that it is refused; then the line is cut. */
const CALL_WAIT_MS = 5_000;
const SETTINGS = { maxConcurrentStreams: 1, enablePush: false };
/**
 * The events HTTP listens for on a connection; it keeps `close`, which it uses to count
 * connections.
 */
const EVENTS_OF_HTTP = ['data', 'end', 'drain', 'error', 'timeout'];

/** The bytes that Node's parser could not read. */
export interface Unreadable {
  readonly code?: string;
  /** The bytes it was given last; the framework's types call them something else. */
  readonly rawPacket?: unknown;
}

/** Whether it began as HTTP/2 does, which is what gRPC speaks. */
export function isHttp2(error: Unreadable): boolean {
  return error.code === 'HPE_PAUSED_H2_UPGRADE';
}

/**
 * Refuses the first call of gRPC in its own words, which clients show, and ends the line: a reply
 * of HTTP/1.1 they could not read.
 */
export function refuseHttp2(error: Unreadable, socket: Socket): void {
  // A listener of ours takes the line away from the parser, which would swallow what comes next.
  socket.on('data', () => undefined);
  for (const event of EVENTS_OF_HTTP) socket.removeAllListeners(event);
  socket.pause();
  if (error.rawPacket instanceof Buffer) socket.unshift(error.rawPacket);
  const session = performServerHandshake(socket, { settings: SETTINGS });
  const deadline = setTimeout(() => session.destroy(), CALL_WAIT_MS).unref();
  session.once('close', () => clearTimeout(deadline));
  session.on('error', () => session.destroy());
  session.on('stream', (stream) => refuseCall(session, stream));
}

function refuseCall(session: ServerHttp2Session, stream: ServerHttp2Stream): void {
  stream.on('error', () => undefined);
  const status = String(ERROR_CODES.method_not_allowed.grpc);
  stream.respond(
    {
      ':status': 200,
      'content-type': 'application/grpc',
      'grpc-status': status,
      'grpc-message': GRPC_AT_HTTP,
    },
    { endStream: true },
  );
  stream.resume();
  session.goaway(constants.NGHTTP2_NO_ERROR, stream.id);
  session.close();
}
