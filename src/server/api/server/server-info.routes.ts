import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/server/routes.ts';
import { COMPATIBLE_VERSION } from '#contracts/server/server-info.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { readStorage } from './server-info.service.ts';

/** The server's version, settings and storage. */
export function registerServerInfo(
  app: FastifyInstance,
  { queries, server, refusals, tableSizes }: Pick<ApiDeps, 'queries' | 'server' | 'refusals' | 'tableSizes'>,
): void {
  serve(app, routes.compatibleVersion, async () => COMPATIBLE_VERSION);
  serve(app, routes.getServer, async () => ({ data: server() }));
  serve(app, routes.listRefusals, async () => ({ data: refusals() }));
  storageRoutes(app, { queries, tableSizes });
}

function storageRoutes(app: FastifyInstance, { queries, tableSizes }: Pick<ApiDeps, 'queries' | 'tableSizes'>): void {
  serve(app, routes.getStorage, async ({ asker }) => ({ data: await queries.value(readStorage, asker, {}) }));
  serve(app, routes.getStorageTables, async () => ({ data: await tableSizes() }));
}
