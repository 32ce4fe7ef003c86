import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Fastify's own mark for a plugin whose hooks hold for what is registered after it, too. */
const NOT_ENCAPSULATED = Symbol.for('skip-override');

/** Counts and times requests by route (as declared, so that ids do not make new series) and by class of status. */
export function httpMetrics(metrics: Metrics): (app: FastifyInstance) => Promise<void> {
  const duration = metrics.histogram('telltale_http_request_seconds', 'Time to answer a request.', SECONDS, ['method', 'route', 'status']);
  const plugin = async (app: FastifyInstance): Promise<void> => {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      duration.observe(reply.elapsedTime / 1000, { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
    });
  };
  return Object.assign(plugin, { [NOT_ENCAPSULATED]: true });
}
