import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/search/lookup.routes.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { lookUp } from './lookup.service.ts';

/** From an id alone to the thing it names. */
export function registerLookup(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.lookUp, async ({ query, asker }) => ({
    data: await queries.value(lookUp, asker, { id: query.id.trim() }),
  }));
}
