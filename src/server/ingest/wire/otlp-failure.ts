import { AppError, ERROR_CODES } from '#contracts/wire/errors.ts';
import type { RpcStatus } from './otlp-reply-codec.ts';

/** A failure as both OTLP wires answer it. */
export interface OtlpFailure {
  readonly code: string;
  readonly httpStatus: number;
  readonly grpcStatus: number;
  readonly body: RpcStatus;
}

/** Exporters drop a batch when the retry delay exceeds the ten seconds or so they have left. */
const RETRY_AFTER_SECONDS_MAX = 2;
const RATE_RETRY_AFTER_SECONDS_MAX = 5;

/**
 * The one mapping of errors for the OTLP routes. Only what a later attempt can cure carries a
 * delay: it tells the sender to try again.
 */
export function otlpFailure(error: unknown): OtlpFailure {
  const known =
    error instanceof AppError
      ? error
      : new AppError('internal', 'The server could not store the spans. See the server log.');
  const { http, grpc, retryable } = ERROR_CODES[known.code];
  const waitMax =
    known.code === 'rate_limited' ? RATE_RETRY_AFTER_SECONDS_MAX : RETRY_AFTER_SECONDS_MAX;
  const wait = Math.min(Math.max(1, Math.ceil(known.retryAfterSeconds ?? 1)), waitMax);
  return {
    code: known.code,
    httpStatus: http,
    grpcStatus: grpc,
    body: { code: grpc, message: known.detail, retryAfterSeconds: retryable ? wait : null },
  };
}
