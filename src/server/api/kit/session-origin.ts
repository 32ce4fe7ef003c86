import type { FastifyRequest } from 'fastify';
import type { SessionOrigin } from '#server/auth/user-sessions.ts';
import { clientAddress } from './client-address.ts';

/** Where somebody signs in from, as far as the request says. */
export function sessionOrigin(request: FastifyRequest): SessionOrigin {
  return { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? null };
}
