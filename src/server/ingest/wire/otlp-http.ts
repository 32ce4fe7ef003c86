import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { callOf, callerOf } from '#server/auth/callers.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { Admission } from './admission.ts';
import { EXPORT_ACCESS } from '#core/access/export-access.ts';
import { discardBody } from './discard-body.ts';
import { bodyEncoding } from '../both/inflate.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { BodyFormat, Signal } from '../both/ingest-message.ts';
import { otlpFailure } from './otlp-failure.ts';
import { encodeExportResponse, encodeRpcStatus } from './otlp-reply-codec.ts';
import { projectNameHeader } from './project-name.ts';
import { bodyTooLarge, readBody, type ReadBodyLimits } from './read-body.ts';
import type { Submit } from './submit.ts';

export interface OtlpHttpOptions {
  readonly submit: Submit;
  readonly admission: Admission;
  readonly metrics: IngestMetrics;
  readonly limits: ReadBodyLimits;
  /** Receives the number of spans in a request. */
  readonly onSpans: (request: FastifyRequest, spans: number) => void;
  readonly log: Log;
}

const FORMATS: ReadonlyMap<string, BodyFormat> = new Map<string, BodyFormat>([
  ['application/x-protobuf', 'protobuf'],
  ['application/json', 'json'],
]);
const MEDIA_TYPES: Readonly<Record<BodyFormat, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/**
 * `POST /v1/traces` and `POST /v1/logs`: OTLP over HTTP. The body is read as it comes and handed to
 * the writer thread whole; nothing is parsed here. Every answer, errors too, is spelled as the
 * request was, and errors are `google.rpc.Status`.
 */
export function otlpHttp(options: OtlpHttpOptions): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      scope.setErrorHandler((error, request, reply) =>
        sendFailure(options, request, reply, asAppError(error)),
      );
      for (const signal of ['traces', 'logs'] as const)
        scope.post(
          `/v1/${signal}`,
          { schema: { hide: true }, config: { access: EXPORT_ACCESS, limitKind: 'ingest' } },
          (request, reply) => receive(options, signal, request, reply),
        );
    });
  };
}

async function receive(
  options: OtlpHttpOptions,
  signal: Signal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { admission, limits } = options;
  const format = requestFormat(request);
  if (format === null)
    throw new AppError(
      'unsupported_media_type',
      `Content-Type must be application/x-protobuf or application/json, not '${shown(request.headers['content-type'])}'.`,
    );
  const encoding = bodyEncoding(request.headers['content-encoding']);
  if (encoding === null)
    throw new AppError(
      'unsupported_media_type',
      `Content-Encoding must be gzip, deflate, zstd or identity, not '${shown(request.headers['content-encoding'])}'.`,
    );
  const closed = admission.closed();
  if (closed !== null) {
    if (isStream(request.body)) discardBody(request.body);
    throw closed;
  }
  const announced = request.headers['content-length'];
  if (Number(announced ?? 0) > limits.bodyBytesMax) throw bodyTooLarge(limits.bodyBytesMax);
  const visit = admission.enter(
    announced === undefined
      ? null
      : { bytes: Number(announced), compressed: encoding !== 'identity' },
  );
  try {
    const body = isStream(request.body) ? await readBody(request.body, visit, limits) : [];
    const projectName = projectNameHeader(request.headers['x-project-name']);
    await callOf(request)?.assertStillAllowed(EXPORT_ACCESS);
    const limitedTo = callerOf(request).projectIds;
    const outcome = await options.submit(
      { body, encoding, format, signal, projectName, limitedTo },
      visit,
      'http',
    );
    if (signal === 'traces') options.onSpans(request, outcome.items - outcome.refused);
    return await reply
      .code(200)
      .header('content-type', MEDIA_TYPES[format])
      .send(encodeExportResponse(outcome, signal, format));
  } finally {
    visit.leave();
  }
}

function sendFailure(
  options: OtlpHttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): void {
  const failure = otlpFailure(error);
  options.metrics.failed('http', failure.code, failure.body.message);
  if (failure.httpStatus === 500) options.log.error({ err: error }, 'an export request failed');
  const format = requestFormat(request) ?? 'json';
  if (failure.body.retryAfterSeconds !== null)
    reply.header('retry-after', String(failure.body.retryAfterSeconds));
  void reply
    .code(failure.httpStatus)
    .header('content-type', MEDIA_TYPES[format])
    .send(encodeRpcStatus(failure.body, format));
}

/** Fastify refuses a malformed `Content-Type` by itself; any other error here is a bug. */
function asAppError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !('statusCode' in error))
    return error;
  if (error.statusCode === 415) return new AppError('unsupported_media_type', error.message);
  if (error.statusCode === 413) return new AppError('too_large', error.message);
  if (error.statusCode === 503)
    return new AppError('unavailable', 'The server is shutting down.', { retryAfterSeconds: 1 });
  return typeof error.statusCode === 'number' && error.statusCode < 500
    ? new AppError('invalid_request', error.message)
    : error;
}

/** The media type without its parameters and without regard to case. */
function requestFormat(request: FastifyRequest): BodyFormat | null {
  const mediaType = (request.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  return FORMATS.get(mediaType.trim().toLowerCase()) ?? null;
}

function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}

function shown(header: string | undefined): string {
  return (header ?? '').slice(0, 80);
}
