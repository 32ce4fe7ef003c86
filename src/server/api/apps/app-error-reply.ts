import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainDescription, type AppErrorBody } from '#contracts/apps/app.ts';
import { AppRefusal } from '#server/auth/apps/app-refusal.ts';
import { replyWithError } from '../kit/reply/error-reply.ts';

/** Refusals in the words that apps know, for the requests that they were made for. */
const words = new WeakMap<FastifyRequest, string>();

/**
 * Makes every reply in this scope one that is not kept, and every refusal one that apps can read.
 * `common` is the word for what is malformed.
 */
export function registerAppErrors(
  scope: FastifyInstance,
  common: 'invalid_request' | 'invalid_client_metadata',
): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });
  scope.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (reply.statusCode < 400) return payload;
    const detail = detailOf(payload);
    const error = words.get(request) ?? wordOf(reply.statusCode, common);
    return { detail, error, error_description: plainDescription(detail) } satisfies AppErrorBody;
  });
}

/** The error handler of such a scope. */
export function replyWithAppRefusal(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error instanceof AppRefusal) {
    words.set(request, error.word);
    if (error.word === 'invalid_client') reply.header('www-authenticate', 'Basic realm="Telltale"');
  }
  replyWithError(error, request, reply);
}

function detailOf(payload: unknown): string {
  if (
    typeof payload === 'object' &&
    payload !== null &&
    'detail' in payload &&
    typeof payload.detail === 'string'
  )
    return payload.detail;
  return 'The request cannot be answered.';
}

function wordOf(status: number, common: string): string {
  if (status === 429 || status === 503 || status === 408) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : common;
}
