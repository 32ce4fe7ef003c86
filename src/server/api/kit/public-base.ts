import type { FastifyRequest } from 'fastify';

/** Where a request's caller reaches the server, without a slash at the end. */
export type PublicBaseOf = (request: FastifyRequest) => string;

/** As configured (`SERVICE_ROOT_URL`); else by the name that the caller used, behind the root path. What proxies say of themselves is not looked at. */
export function publicBaseReader(publicUrl: string | null, rootPath: string): PublicBaseOf {
  return ({ headers, protocol }) => publicUrl ?? `${protocol}://${headers.host ?? ''}${rootPath}`;
}
