import { AppError } from '#contracts/wire/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiSecurity } from './deps.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A name that an attacker could not point here. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;
const LOOPBACK = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/;

/**
 * Without authentication, any site that can make a browser send a request could delete everything.
 * So a browser's request from another site may not change state, and on a loopback address only
 * loopback names are answered, which stops DNS rebinding. Elsewhere the server cannot know its
 * names; when the configuration lists them, others are refused, though addresses are not: probes
 * come by them, and rebinding needs a name. Programs send neither `Origin` nor `Sec-Fetch-Site`,
 * and pass; so do pages where a route is for those of any site. `publicUrl` is where browsers reach
 * the server, if that is configured.
 */
export function registerCrossSiteGuard(
  app: FastifyInstance,
  security: ApiSecurity,
  publicUrl: string | null,
): void {
  const hosts = new Set(security.allowedHosts.map((host) => host.toLowerCase()));
  const origins = new Set(security.allowedOrigins.map((origin) => origin.toLowerCase()));
  app.addHook('onRequest', async (request) => {
    if (security.loopbackOnly || hosts.size > 0)
      assertKnownHost(request, hosts, security.loopbackOnly);
    const { config } = request.routeOptions;
    if (!SAFE_METHODS.has(request.method) && config.anyOrigin !== true)
      assertSameSite(request, origins, publicUrl);
  });
}

function assertKnownHost(
  request: FastifyRequest,
  allowed: ReadonlySet<string>,
  loopbackOnly: boolean,
): void {
  const host = (request.headers.host ?? '').toLowerCase();
  const name = host.replace(/:\d{1,5}$/, '');
  if (
    LOOPBACK.test(name) ||
    allowed.has(host) ||
    allowed.has(name) ||
    (!loopbackOnly && ADDRESS.test(name))
  )
    return;
  const why = loopbackOnly ? 'This server listens on a loopback address and' : 'This server';
  throw new AppError(
    'forbidden',
    `${why} does not answer for the host '${host.slice(0, 80)}'. SERVICE_ALLOWED_HOSTS lists the names it has.`,
  );
}

function assertSameSite(
  request: FastifyRequest,
  allowed: ReadonlySet<string>,
  publicUrl: string | null,
): void {
  const origin = request.headers.origin?.toLowerCase();
  if (origin !== undefined) {
    if (allowed.has(origin) || isOwnOrigin(origin, request, publicUrl)) return;
    throw new AppError(
      'forbidden',
      `Requests from the origin '${origin.slice(0, 80)}' may not change anything here.`,
    );
  }
  if (isFromElsewhere(request))
    throw new AppError('forbidden', 'Requests from another site may not change anything here.');
}

/**
 * Whether a browser says that another origin made it ask: another site, or another host of this
 * one.
 */
export function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'];
  return from === 'cross-site' || from === 'same-site';
}

/**
 * Whether an origin is that of the server's own page, scheme included: a page loaded over plain
 * HTTP may come from an attacker on the network. The expected scheme is that of the public address
 * if the request used its name, else that of the connection. Behind an unconfigured proxy that ends
 * TLS the two differ: then the browser's own header decides, which browsers send only over TLS.
 */
function isOwnOrigin(
  origin: string,
  { headers, protocol }: FastifyRequest,
  publicUrl: string | null,
): boolean {
  const page = URL.parse(origin);
  const own = URL.parse(`${protocol}://${headers.host ?? ''}`);
  if (page === null || own === null) return false;
  const configured = publicUrl === null ? null : URL.parse(publicUrl);
  if (configured !== null && isAtHost(configured, headers.host))
    return page.origin === configured.origin;
  if (page.origin === own.origin) return true;
  return (
    page.protocol === 'https:' &&
    isAtHost(page, headers.host) &&
    headers['sec-fetch-site'] === 'same-origin'
  );
}

/** Whether a `Host` header names an address's host; the scheme's default port is optional. */
function isAtHost({ protocol, host }: URL, named: string | undefined): boolean {
  return URL.parse(`${protocol}//${named ?? ''}`)?.host === host;
}
