import type { FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.ts';

/** Where a request comes from, as far as it says; for the audit log and for sessions. */
export function requestOrigin(request: FastifyRequest): {
  readonly address: string;
  readonly userAgent: string | null;
} {
  return { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? null };
}
