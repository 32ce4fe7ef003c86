import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import type { PrincipalKind } from '#core/access/principal.ts';
import { assertAccess } from '#core/access/route-access.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { callOf, callerOf } from '#server/auth/callers.ts';

const CHECK_MS = 250;
/** Who needs nothing that could be taken away while the server runs. */
const STAYS: ReadonlySet<PrincipalKind> = new Set(['nobody', 'anonymous', 'server']);

/**
 * Checks repeatedly whether the caller of a long-running request still has access, and calls
 * `onLost` once it has not: the key is revoked or expired, the session ended, the app revoked, the
 * role lowered. Call the returned function to stop. Callers who need no key are not checked.
 */
export function watchCaller(
  authenticator: Authenticator,
  request: FastifyRequest,
  onLost: () => void,
): () => void {
  if (STAYS.has(callerOf(request).kind)) return () => undefined;
  const { access = 'open' } = request.routeOptions.config;
  let asking = false;
  const check = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      assertAccess(access, await authenticator.authenticate(request.headers));
    } catch (error) {
      // A metadata database that does not answer ends no access.
      if (
        error instanceof AppError &&
        (error.code === 'unauthenticated' || error.code === 'forbidden')
      )
        onLost();
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  return () => clearInterval(timer);
}

/**
 * Streams that end cleanly on their own, because an early end can't be mistaken for a complete
 * reply.
 */
const ENDS_ITSELF = /^text\/event-stream/;

/**
 * Breaks off what is still being sent to a caller who lost access, and what is still coming from
 * one: no download and no upload of hours outlives its key. Spans, whose bodies are short, are
 * checked once they are there.
 */
export function registerStreamWatch(app: FastifyInstance, authenticator: Authenticator): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { body, raw } = request;
    if (
      body instanceof Readable &&
      callOf(request) !== undefined &&
      request.routeOptions.config.limitKind !== 'ingest'
    ) {
      const unwatch = watchCaller(authenticator, request, () => raw.destroy());
      raw.once('end', unwatch).once('close', unwatch);
    }
    done();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (
      !(payload instanceof Readable) ||
      callOf(request) === undefined ||
      ENDS_ITSELF.test(type) ||
      reply.raw.closed
    )
      return payload;
    reply.raw.once(
      'close',
      watchCaller(authenticator, request, () => reply.raw.destroy()),
    );
    return payload;
  });
}
