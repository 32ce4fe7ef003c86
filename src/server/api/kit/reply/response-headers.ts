import type { FastifyInstance, FastifyReply } from 'fastify';
import { COMPATIBLE_VERSION } from '#contracts/server/server-info.ts';
import type { ApiSecurity } from '../route/deps.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // The page positions virtual rows and waterfall bars by style attributes; a style cannot run
  // code.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // Recordings that came with a message; nothing is fetched for them.
  "media-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every reply that are the same on each. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-phoenix-server-version': COMPATIBLE_VERSION,
  'x-colab-notebook-cache-control': 'no-cache',
};

/** For this name only, so that other names of its domain may still use plain text. */
const STRICT_TRANSPORT = 'max-age=31536000';
/**
 * Names that every machine has: HSTS for one of them would force TLS on every other server there.
 */
const OWN_MACHINE = /^(localhost|[a-z0-9-]+\.localhost)(:\d+)?$/i;

/** Puts the headers of every reply on one: security, and the versions clients look for. */
export function setResponseHeaders(
  reply: FastifyReply,
  version: string,
  { strictTransport }: Pick<ApiSecurity, 'strictTransport'>,
): void {
  reply.headers(FIXED_HEADERS);
  if (strictTransport === true && !OWN_MACHINE.test(reply.request.headers.host ?? ''))
    reply.header('strict-transport-security', STRICT_TRANSPORT);
  reply.header('x-request-id', reply.request.id);
  reply.header('x-telltale-version', version);
}

/** Every reply carries them, errors and unknown paths too. */
export function registerResponseHeaders(
  app: FastifyInstance,
  version: string,
  security: ApiSecurity,
): void {
  app.addHook('onRequest', async (_request, reply) => setResponseHeaders(reply, version, security));
}
