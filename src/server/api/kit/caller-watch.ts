import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/errors.ts';
import { assertAccess } from '#core/access/route-access.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { callerOf } from '#server/auth/callers.ts';

const CHECK_MS = 250;

/**
 * Asks again and again whether whoever made a request that is answered for long still may, and calls `onLost` once they may not: the key is
 * revoked or expired, the session over, the role less. Give back the function that ends this. Whoever needs no key is not asked.
 */
export function watchCaller(authenticator: Authenticator, request: FastifyRequest, onLost: () => void): () => void {
  const { keyNumber, sessionNumber } = callerOf(request);
  if (keyNumber === null && sessionNumber === null) return () => undefined;
  const { access = 'open' } = request.routeOptions.config;
  let asking = false;
  const check = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      assertAccess(access, await authenticator.authenticate(request.headers));
    } catch (error) {
      // That the metadata database does not answer takes nothing from anybody.
      if (error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden')) onLost();
    } finally {
      asking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  return () => clearInterval(timer);
}
