import { AppError } from '#contracts/errors.ts';
import type { FastifyInstance } from 'fastify';
import { HEALTH_PATHS } from './health-routes.ts';
import type { Health } from './health.ts';

/**
 * Stands in front of every route while the stores are being opened: all but the health paths is 503 with `Retry-After`, each route spelling
 * it as it spells its errors. Unknown paths are refused too, since the page would come without its data.
 */
export function startGate(health: Health): (app: FastifyInstance) => Promise<void> {
  const plugin = async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      if (health.starting && !HEALTH_PATHS.has(request.routeOptions.url ?? ''))
        throw new AppError('unavailable', 'The server is starting; /ready says when it has. Try again in a second.', {
          retryAfterSeconds: 1,
        });
    });
  };
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
