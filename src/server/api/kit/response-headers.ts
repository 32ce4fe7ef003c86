import type { FastifyInstance, FastifyReply } from 'fastify';

/** The nearest product's version whose interface this server speaks; its clients look at it before newer calls. */
export const COMPATIBLE_VERSION = '20.26.1';

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // The page positions virtual rows and waterfall bars by style attributes; a style cannot run code.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
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

/** Puts the headers of every reply on one: security, and the versions clients look for. */
export function setResponseHeaders(reply: FastifyReply, version: string): void {
  reply.headers(FIXED_HEADERS);
  reply.header('x-request-id', reply.request.id);
  reply.header('x-telltale-version', version);
}

/** Every reply carries them, errors and unknown paths too. */
export function registerResponseHeaders(app: FastifyInstance, version: string): void {
  app.addHook('onRequest', async (_request, reply) => setResponseHeaders(reply, version));
}
