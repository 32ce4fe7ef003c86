import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Reply headers that a page of another origin may read. */
const EXPOSED =
  'x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, content-disposition, x-filter-warning';
/** How long a browser remembers what it may. */
const PREFLIGHT_SECONDS = 600;
const HEADERS_CHARS_MAX = 1_000;
const ANY_ORIGIN_METHODS = 'GET, HEAD, POST';
const ANY_ORIGIN_HEADERS = 'authorization, content-type';

/**
 * Lets pages of the listed origins call the server from a browser, with a key of their own: cookies
 * are not theirs to use. Their preflights are answered before anything else is looked at. No other
 * origin gets a header of this kind.
 */
export function registerCrossOrigin(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins.map((origin) => origin.toLowerCase()));
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'origin');
    if (origin === undefined || !allowed.has(origin.toLowerCase())) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
    });
    if (
      request.method !== 'OPTIONS' ||
      request.headers['access-control-request-method'] === undefined
    )
      return;
    const asked = request.headers['access-control-request-headers'] ?? '';
    reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    });
    if (asked !== '' && asked.length <= HEADERS_CHARS_MAX)
      reply.header('access-control-allow-headers', asked);
    await reply.code(204).send();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any site may call it and read the reply. */
    readonly anyOrigin?: true;
  }
}

/**
 * Lets pages of any site call the routes that say so: what apps in a browser need to sign in. No
 * cookie counts there, and none is let through, so a page can do no more than any program. Register
 * before any route.
 */
export function registerAnyOrigin(app: FastifyInstance): void {
  const paths = new Set<string>();
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.anyOrigin === true) paths.add(url);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, url, routeOptions } = request;
    if (headers.origin === undefined) return;
    const isPreflight =
      method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (
      routeOptions.config.anyOrigin !== true &&
      !(isPreflight && paths.has((url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')))
    )
      return;
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'www-authenticate, retry-after',
    });
    if (!isPreflight) return;
    reply.headers({
      'access-control-allow-methods': ANY_ORIGIN_METHODS,
      'access-control-allow-headers': ANY_ORIGIN_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    });
    await reply.code(204).send();
  });
}
