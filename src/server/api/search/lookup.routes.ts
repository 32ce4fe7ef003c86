import type { FastifyInstance } from 'fastify';
import { LookupParams, LookupReply } from '#contracts/search/lookup.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { route } from '../kit/route/route.ts';
import { lookUp } from './lookup.service.ts';

/** From an id alone to the thing it names. */
export function registerLookup(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/lookup',
      id: 'lookUp',
      access: { scopes: ['traces:read'] },
      tag: 'server',
      summary: 'Look up an id',
      description:
        'Finds the traces, spans and sessions of an id in all projects. Without matches the lists are empty, which is not an error.',
      query: LookupParams,
      ok: { status: 200, description: 'The matches.', schema: LookupReply },
      errors: [],
    },
    async ({ query, signal }) => ({ data: await queries.value(lookUp, { id: query.id.trim() }, signal) }),
  );
}
