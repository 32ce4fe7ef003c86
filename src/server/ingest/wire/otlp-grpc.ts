import http2, {
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TlsOptions } from 'node:tls';
import { AppError } from '#contracts/wire/errors.ts';
import { EXPORT_ACCESS } from '#core/access/export-access.ts';
import type { AccessEvents } from '#server/audit/access-events.ts';
import type { CallEnd, CallerGate, OpenCall } from '#server/auth/caller-gate.ts';
import type { ClientAddressOf } from '#server/auth/client-address.ts';
import { allCredentials } from '#server/auth/credentials.ts';
import type { Log } from '#server/telemetry/log.ts';
import { bodyEncoding, type BodyEncoding } from '../both/inflate.ts';
import type { Signal } from '../both/ingest-message.ts';
import type { Admission } from './admission.ts';
import { FRAME_HEAD_BYTES, frame, statusMessage, unframe } from './grpc-message.ts';
import { ConnectionGate, keyOf, type ConnectionLimits } from './connection-gate.ts';
import { GrpcSessions } from './grpc-sessions.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { OpenSockets } from './open-sockets.ts';
import { otlpFailure } from './otlp-failure.ts';
import { encodeExportResponse, encodeRetryInfo, encodeRpcStatus } from './otlp-reply-codec.ts';
import { projectNameHeader } from './project-name.ts';
import { readBody } from './read-body.ts';
import type { Submit } from './submit.ts';

export interface OtlpGrpcOptions {
  readonly callerGate: CallerGate;
  readonly accessEvents: AccessEvents;
  readonly clientAddressOf: ClientAddressOf;
  readonly submit: Submit;
  readonly admission: Admission;
  readonly metrics: IngestMetrics;
  readonly host: string;
  readonly port: number;
  readonly messageBytesMax: number;
  /** A sender slower than this is cut off. */
  readonly bytesPerSecondMin: number;
  readonly connections: ConnectionLimits;
  /** Certificate and key; null for plain text. */
  readonly tls: TlsOptions | null;
  readonly handshakeTimeoutMs: number;
  readonly log: Log;
}

const EXPORTS: ReadonlyMap<string, Signal> = new Map([
  ['/opentelemetry.proto.collector.trace.v1.TraceService/Export', 'traces'],
  ['/opentelemetry.proto.collector.logs.v1.LogsService/Export', 'logs'],
]);
const STREAMS_PER_CONNECTION_MAX = 100;
/** Calls being received or answered at once, over all connections. */
const CALLS_MAX = 1_000;
/**
 * The HTTP/2 window of a sender: with the default 64 KB, a batch of model spans would wait a dozen
 * times for a window update.
 */
const STREAM_WINDOW_BYTES = 1024 * 1024;
const CONNECTION_WINDOW_BYTES = 4 * 1024 * 1024;
const SESSION_MEMORY_MB = 16;
/** For a client to take the few bytes of its reply. */
const REPLY_UNREAD_MS_MAX = 20_000;
/**
 * A client may give up all calls it may have open at once, twice; then so many a second. Who resets
 * more has its connection closed.
 */
const RESETS_AT_ONCE_MAX = 2 * STREAMS_PER_CONNECTION_MAX;
const RESETS_PER_SECOND_MAX = 33;
const HEADER_BYTES_MAX = 16_384;
/**
 * `NGHTTP2_ERR_BAD_CLIENT_MAGIC`: the first bytes are not an HTTP/2 preface. No HTTP/1 reply is
 * possible: HTTP/2 has begun already.
 */
const BAD_PREFACE = -903;
const HTTP_AT_GRPC =
  'This port only accepts gRPC. Send OTLP over HTTP to the port of the page, path /v1/traces, or set OTEL_EXPORTER_OTLP_PROTOCOL=grpc.';

const REPLY_HEADERS: OutgoingHttpHeaders = {
  ':status': 200,
  'content-type': 'application/grpc',
  'grpc-accept-encoding': 'identity,gzip,deflate,zstd',
};

/** Facts about a call besides whether it was admitted. */
interface CallNotes {
  /** Its headers as they came, one by one. */
  readonly raw: readonly string[];
  readonly end: CallEnd;
  readonly onLimits: (headers: OutgoingHttpHeaders) => void;
}

/** An admitted call in progress; `end` is set later. */
interface Export {
  readonly headers: IncomingHttpHeaders;
  readonly encoding: BodyEncoding;
  readonly signal: Signal;
  readonly call: OpenCall;
  readonly end: { bytesIn: number; bytesOut: number };
}

/**
 * OTLP over gRPC: two unary methods, spoken over Node's HTTP/2. A library would hand a message over
 * only when it is whole and inflated, on this thread; here a call is refused by its head, its bytes
 * are counted while they arrive, and the writer thread inflates them.
 */
export class OtlpGrpc {
  readonly #options: OtlpGrpcOptions;
  readonly #server: Http2Server | Http2SecureServer;
  readonly #sockets: OpenSockets;
  readonly #gate: ConnectionGate;
  readonly #sessions = new GrpcSessions();
  #calls = 0;

  constructor(options: OtlpGrpcOptions) {
    this.#options = options;
    const settings = {
      maxSessionMemory: SESSION_MEMORY_MB,
      streamResetBurst: RESETS_AT_ONCE_MAX,
      streamResetRate: RESETS_PER_SECOND_MAX,
      settings: {
        maxConcurrentStreams: STREAMS_PER_CONNECTION_MAX,
        initialWindowSize: STREAM_WINDOW_BYTES,
        maxHeaderListSize: HEADER_BYTES_MAX,
        enablePush: false,
      },
    };
    const { tls, handshakeTimeoutMs: handshakeTimeout } = options;
    this.#server =
      tls === null
        ? http2.createServer(settings)
        : http2.createSecureServer({ ...settings, ...tls, handshakeTimeout });
    this.#sockets = new OpenSockets(this.#server);
    this.#gate = new ConnectionGate(this.#server, options.connections);
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    });
    this.#server.on('sessionError', (error: Error & { readonly errno?: number }) => {
      if (error.errno === BAD_PREFACE) options.metrics.failed('http', 'not_found', HTTP_AT_GRPC);
    });
    this.#server.on(
      'stream',
      (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, raw: string[]) =>
        void this.#answer(stream, headers, raw),
    );
  }

  /** Listens; gives the port, which the system chose when it was 0. */
  listen(): Promise<number> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        const address = this.#server.address();
        resolve(address === null || typeof address === 'string' ? port : address.port);
      });
    });
  }

  /** The port with TLS; null for plain text. */
  get secure(): Http2SecureServer | null {
    return 'setSecureContext' in this.#server ? this.#server : null;
  }

  /** Takes no more calls and lets those in flight finish; cuts them off after `graceMs`. */
  stop(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const force = setTimeout(() => {
        this.#sessions.destroy();
        this.#sockets.destroy();
      }, graceMs);
      this.#server.close(() => {
        clearTimeout(force);
        resolve();
      });
      this.#sessions.close();
    });
  }

  async #answer(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    raw: readonly string[],
  ): Promise<void> {
    // A call reset by its peer gets no reply.
    stream.on('error', () => undefined);
    this.#calls += 1;
    const connection = stream.session === undefined ? '' : keyOf(stream.session.socket);
    this.#gate.begin(connection);
    let unread: NodeJS.Timeout | undefined;
    stream.once('close', () => {
      this.#calls -= 1;
      this.#gate.end(connection);
      clearTimeout(unread);
    });
    let replyHeaders = REPLY_HEADERS;
    const end = { status: 200, bytesIn: 0, bytesOut: 0 };
    try {
      const closed = this.#calls > CALLS_MAX ? tooManyCalls() : this.#options.admission.closed();
      const { encoding, signal } = callOf(headers);
      if (closed !== null) throw closed;
      const onLimits = (limits: OutgoingHttpHeaders): void =>
        void (replyHeaders = { ...REPLY_HEADERS, ...limits });
      const call = await this.#letIn(stream, headers, { raw, end, onLimits });
      const reply = await this.#export(stream, { headers, encoding, signal, call, end });
      this.#gate.know(connection);
      if (stream.destroyed || stream.closed) return;
      stream.respond(replyHeaders, { waitForTrailers: true });
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      // A client that opens no window for it would keep the call, and in the end all that may be
      // open at once.
      unread = setTimeout(() => stream.close(http2.constants.NGHTTP2_CANCEL), REPLY_UNREAD_MS_MAX);
      stream.end(reply);
    } catch (error) {
      end.status = this.#refuse(stream, error, replyHeaders);
    }
  }

  /**
   * Finds out who calls, and counts the call until it is over. Throws for a caller without
   * permission, or over a limit.
   */
  async #letIn(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    { raw, end, onLimits }: CallNotes,
  ): Promise<OpenCall> {
    const { callerGate, accessEvents, clientAddressOf } = this.#options;
    const endpoint = `gRPC ${headers[':path'] ?? ''}`;
    const address = clientAddressOf({
      socketAddress: stream.session?.socket.remoteAddress,
      forwardedFor: headers['x-forwarded-for'],
    });
    const call = await callerGate.receive({
      headers: allCredentials(headers, raw),
      address,
      kind: 'ingest',
      endpoint,
    });
    onLimits(call.headers);
    if (call.isWatched) {
      if (stream.closed) call.end(end);
      else stream.once('close', () => call.end(end));
    }
    const origin = { address, userAgent: headers['user-agent'] ?? null };
    try {
      call.assertAllowed(EXPORT_ACCESS);
      accessEvents.keyUsed(call.caller, origin);
    } catch (error) {
      if (error instanceof AppError) accessEvents.refused(call.known, origin, endpoint, error);
      throw error;
    }
    return call;
  }

  async #export(
    stream: ServerHttp2Stream,
    { headers, encoding, signal, call, end }: Export,
  ): Promise<Buffer> {
    const { admission, messageBytesMax, bytesPerSecondMin } = this.#options;
    const visit = admission.enter();
    try {
      const body = await readBody(stream, visit, {
        bodyBytesMax: messageBytesMax + FRAME_HEAD_BYTES,
        bytesPerSecondMin,
      });
      for (const piece of body) end.bytesIn += piece.length;
      await call.assertStillAllowed(EXPORT_ACCESS);
      const { pieces, compressed } = unframe(body);
      const outcome = await this.#options.submit(
        {
          body: pieces,
          encoding: compressed ? encoding : 'identity',
          format: 'protobuf',
          signal,
          projectName: projectNameHeader(headers['x-project-name']),
          limitedTo: call.caller.projectIds,
        },
        visit,
        'grpc',
      );
      if (signal === 'traces') call.spans += outcome.items - outcome.refused;
      const reply = frame(encodeExportResponse(outcome, signal, 'protobuf'));
      end.bytesOut = reply.length;
      return reply;
    } finally {
      visit.leave();
    }
  }

  /**
   * A reply of trailers only, without waiting for the rest of the call. Returns the corresponding
   * HTTP status.
   */
  #refuse(stream: ServerHttp2Stream, error: unknown, headers: OutgoingHttpHeaders): number {
    const failure = otlpFailure(error);
    const { metrics, log } = this.#options;
    metrics.failed('grpc', failure.code, failure.body.message);
    if (failure.code === 'internal') log.error({ err: error }, 'an export call failed');
    if (stream.destroyed || stream.closed) return failure.httpStatus;
    const { retryAfterSeconds } = failure.body;
    const retry =
      retryAfterSeconds === null
        ? {}
        : {
            'grpc-status-details-bin': encodeRpcStatus(failure.body, 'protobuf').toString('base64'),
            'google.rpc.retryinfo-bin': encodeRetryInfo(retryAfterSeconds).toString('base64'),
          };
    stream.respond(
      {
        ...headers,
        'grpc-status': String(failure.grpcStatus),
        'grpc-message': statusMessage(failure.body.message),
        ...retry,
      },
      { endStream: true },
    );
    stream.resume();
    // After the reply has left: Node 26 drops what a closed stream has not sent yet.
    setImmediate(() => {
      if (!stream.readableEnded && !stream.closed) stream.close(http2.constants.NGHTTP2_NO_ERROR);
    });
    return failure.httpStatus;
  }
}

/**
 * A call's signal, and the compression of its messages. Throws for a call other than Export over
 * gRPC.
 */
function callOf(headers: IncomingHttpHeaders): {
  readonly signal: Signal;
  readonly encoding: BodyEncoding;
} {
  const path = headers[':path'] ?? '';
  const signal = EXPORTS.get(path);
  if (signal === undefined)
    throw new AppError(
      'method_not_allowed',
      `There is no method ${path.slice(0, 200)}; there are ${[...EXPORTS.keys()].join(' and ')}.`,
    );
  const type = headers['content-type'] ?? '';
  if (!/^application\/grpc(\+proto)?($|;)/i.test(type)) {
    throw new AppError(
      'unsupported_media_type',
      `Content-Type must be application/grpc, not '${type.slice(0, 80)}'.`,
    );
  }
  const header = [headers['grpc-encoding']].flat()[0];
  const encoding = bodyEncoding(header);
  if (encoding === null) {
    throw new AppError(
      'unsupported_media_type',
      `grpc-encoding must be gzip, deflate, zstd or identity, not '${(header ?? '').slice(0, 80)}'.`,
    );
  }
  return { signal, encoding };
}

function tooManyCalls(): AppError {
  return new AppError('unavailable', 'Too many calls at once. Try again in a second.', {
    retryAfterSeconds: 1,
  });
}
