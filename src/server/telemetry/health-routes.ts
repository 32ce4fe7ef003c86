import type { FastifyInstance } from 'fastify';
import type { Health } from './health.ts';

/** The paths that answer in every state. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/health', '/healthz', '/ready', '/readyz']);

/** `/health` and `/ready` with their aliases. None of them touches a database, and none can be stuck behind one. */
export function healthRoutes(health: Health): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const hidden = { schema: { hide: true } };
    app.get('/health', hidden, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
    app.get('/healthz', hidden, (_request, reply) => reply.header('cache-control', 'no-store').type('text/plain').send('OK'));
    for (const path of ['/ready', '/readyz']) {
      app.get(path, hidden, (_request, reply) => {
        const readiness = health.readiness();
        return reply
          .code(readiness.ready ? 200 : 503)
          .headers({ 'cache-control': 'no-store', 'x-telltale-authentication': readiness.authentication ? 'on' : 'off' })
          .send(readiness);
      });
    }
  };
}
