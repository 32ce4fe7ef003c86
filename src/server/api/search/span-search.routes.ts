import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/search/span-search.routes.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { GrowingSearches } from './growing-search.ts';

/** From a text to the spans that hold it. */
export function registerSpanSearch(
  app: FastifyInstance,
  { queries }: Pick<ApiDeps, 'queries'>,
): void {
  const searches = new GrowingSearches(queries);
  serve(app, routes.searchSpans, ({ query, asker, request, reply }) =>
    searches.reply(query, { request, reply, asker }),
  );
}
