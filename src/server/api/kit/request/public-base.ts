import type { FastifyRequest } from 'fastify';

/** Where a request's caller reaches the server, without a slash at the end. */
export type PublicBaseOf = (request: FastifyRequest) => string;

/**
 * As configured (`SERVICE_ROOT_URL`); else from the Host header, plus the root path. Forwarding
 * headers of proxies are ignored.
 */
export function publicBaseReader(publicUrl: string | null, rootPath: string): PublicBaseOf {
  return ({ headers, protocol }) => publicUrl ?? `${protocol}://${headers.host ?? ''}${rootPath}`;
}
