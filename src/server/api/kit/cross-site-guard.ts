import { AppError } from '#contracts/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiSecurity } from './deps.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/;

/**
 * Without authentication, whoever can make a browser send a request could delete everything. So a browser's request from another site
 * may not change state, and on a loopback address only loopback names are answered, which stops DNS rebinding. Programs send neither
 * `Origin` nor `Sec-Fetch-Site`, and pass.
 */
export function registerCrossSiteGuard(app: FastifyInstance, security: ApiSecurity): void {
  const hosts = new Set(security.allowedHosts.map((host) => host.toLowerCase()));
  const origins = new Set(security.allowedOrigins.map((origin) => origin.toLowerCase()));
  app.addHook('onRequest', async (request) => {
    if (security.loopbackOnly) assertLoopbackHost(request, hosts);
    if (!SAFE_METHODS.has(request.method)) assertSameSite(request, origins);
  });
}

function assertLoopbackHost(request: FastifyRequest, allowed: ReadonlySet<string>): void {
  const host = (request.headers.host ?? '').toLowerCase();
  const name = host.replace(/:\d{1,5}$/, '');
  if (LOOPBACK.test(name) || allowed.has(host) || allowed.has(name)) return;
  throw new AppError('forbidden', `This server listens on a loopback address and does not answer for the host '${host.slice(0, 80)}'.`);
}

function assertSameSite(request: FastifyRequest, allowed: ReadonlySet<string>): void {
  const origin = request.headers.origin?.toLowerCase();
  if (origin !== undefined) {
    if (allowed.has(origin) || sameHost(origin, request.headers.host)) return;
    throw new AppError('forbidden', `Requests from the origin '${origin.slice(0, 80)}' may not change anything here.`);
  }
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('forbidden', 'Requests from another site may not change anything here.');
}

function sameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
