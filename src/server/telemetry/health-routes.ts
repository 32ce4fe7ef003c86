import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import type { Health } from './health.ts';

/** The paths that answer in every state. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/health', '/healthz', '/ready', '/readyz']);

/** For browsers that open or reload the page meanwhile: the page retries by itself. */
const STARTING_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>Starting · Telltale</title>
<p>The server is starting. This page reloads automatically.</p>
`;

/**
 * `/health` and `/ready` with their aliases. None of them touches a database, and none can be stuck
 * behind one.
 */
export function healthRoutes(health: Health): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const hidden = { schema: { hide: true } };
    app.get('/health', hidden, (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    );
    app.get('/healthz', hidden, (_request, reply) =>
      reply.header('cache-control', 'no-store').type('text/plain').send('OK'),
    );
    for (const path of ['/ready', '/readyz']) {
      app.get(path, hidden, (_request, reply) => {
        const readiness = health.readiness();
        return reply
          .code(readiness.ready ? 200 : 503)
          .headers({
            'cache-control': 'no-store',
            'x-telltale-authentication': readiness.authentication ? 'on' : 'off',
          })
          .send(readiness);
      });
    }
  };
}

/**
 * Stands in front of every route while the stores are being opened: all but the health paths is 503
 * with `Retry-After`, each route spelling it as it spells its errors. Unknown paths are refused
 * too, since the page would come without its data.
 */
export function startGate(health: Health): (app: FastifyInstance) => Promise<void> {
  const plugin = async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => {
      if (!health.starting || HEALTH_PATHS.has(request.routeOptions.url ?? '')) return undefined;
      if (request.method === 'GET' && request.headers.accept?.includes('text/html') === true)
        return await reply
          .code(503)
          .header('retry-after', '1')
          .type('text/html; charset=utf-8')
          .send(STARTING_PAGE);
      throw new AppError(
        'unavailable',
        'The server is starting. Try again in a second, or wait until /ready is 200.',
        {
          retryAfterSeconds: 1,
        },
      );
    });
  };
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
