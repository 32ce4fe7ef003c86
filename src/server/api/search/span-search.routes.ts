import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/search/span-search.routes.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { searchSpans } from './span-search.service.ts';

/** From a text to the spans that hold it. */
export function registerSpanSearch(
  app: FastifyInstance,
  { queries }: Pick<ApiDeps, 'queries'>,
): void {
  serve(app, routes.searchSpans, ({ query, asker }) => queries.json(searchSpans, asker, query));
}
