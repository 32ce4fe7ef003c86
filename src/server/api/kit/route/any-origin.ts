import type { FastifyInstance } from 'fastify';
import { PREFLIGHT_SECONDS } from './cross-origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any site may call it and read the reply. */
    readonly anyOrigin?: true;
  }
}

const METHODS = 'GET, HEAD, POST';
const HEADERS = 'authorization, content-type';

/**
 * Lets pages of any site call the routes that say so: what apps in a browser need to sign in. No cookie counts there, and none is
 * let through, so a page can do no more than any program. Register before any route.
 */
export function registerAnyOrigin(app: FastifyInstance): void {
  const paths = new Set<string>();
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.anyOrigin === true) paths.add(url);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, url, routeOptions } = request;
    if (headers.origin === undefined) return;
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (routeOptions.config.anyOrigin !== true && !(isPreflight && paths.has((url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')))) return;
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'www-authenticate, retry-after' });
    if (!isPreflight) return;
    reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    });
    await reply.code(204).send();
  });
}
