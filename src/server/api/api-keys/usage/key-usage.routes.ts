import type { FastifyInstance } from 'fastify';
import { KeyUsageParams, KeyUsageQuery, KeyUsageReply, KeyUsageSummaries } from '#contracts/api-keys/key-usage.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { route } from '#server/api/kit/route/route.ts';
import { readKeyUsage, summarizeUsage } from './key-usage.service.ts';

/** The usage of API keys. */
export function registerKeyUsage(app: FastifyInstance, { meta }: { readonly meta: MetaDb }): void {
  route(
    app,
    {
      method: 'GET',
      path: '/api/v1/api-keys/usage',
      id: 'listApiKeyUsage',
      access: 'signed-in',
      tag: 'keys',
      summary: 'Use of all API keys',
      description:
        'Requests and errors of the last seven days, for lists. A signed-in user sees their own keys, an admin all, a key itself.',
      ok: { status: 200, description: 'Keys that were used.', schema: KeyUsageSummaries },
      errors: [],
    },
    async ({ caller }) => ({ data: await summarizeUsage(meta, caller, Date.now()) }),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/api/v1/api-keys/{id}/usage',
      id: 'getApiKeyUsage',
      access: 'signed-in',
      tag: 'keys',
      summary: 'Use of an API key',
      description:
        'Requests by status, endpoint and country, bytes and spans, over time; counted by the hour and up to the last seconds. A signed-in user sees their own keys, an admin all, a key itself.',
      params: KeyUsageParams,
      query: KeyUsageQuery,
      ok: { status: 200, description: 'The use of the key.', schema: KeyUsageReply },
      errors: ['not_found'],
    },
    async ({ caller, params, query }) => ({ data: await readKeyUsage(meta, caller, params.id, query, Date.now()) }),
  );
}
