import { AppError } from '#contracts/wire/errors.ts';
import type { FieldError, FieldErrorBody } from '#contracts/wire/http-error.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { replyWithError, validationDetail } from './error-reply.ts';

/** The schema errors of a body that was validated in another thread. */
export class BodySchemaError extends AppError {
  constructor(detail: string) {
    super('unprocessable', detail);
  }
}

/** How messages about a field of the body begin. */
const FIELD = /^(body(?:\.[^\s.]+)+) /;

/**
 * Like `replyWithError`, but says where a field of the body is as a list, which the official
 * clients read to tell the items apart.
 */
export function replyWithFieldErrors(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const found = fieldErrorOf(error);
  if (found === null) return replyWithError(error, request, reply);
  void reply.code(422).send({ detail: [found] } satisfies FieldErrorBody);
}

function fieldErrorOf(error: FastifyError | Error): FieldError | null {
  const type =
    error instanceof AppError && !(error instanceof BodySchemaError)
      ? 'value_error'
      : 'schema_error';
  const msg = messageOf(error);
  const path = msg === null ? undefined : FIELD.exec(msg)?.[1];
  if (msg === null || path === undefined) return null;
  return {
    type,
    loc: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    msg,
  };
}

function messageOf(error: FastifyError | Error): string | null {
  if (error instanceof AppError) return error.code === 'unprocessable' ? error.detail : null;
  return 'validation' in error && error.validation !== undefined
    ? validationDetail(error.validation, error.validationContext)
    : null;
}
