import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/api-keys/routes.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { readKeyUsage, summarizeUsage } from './key-usage.service.ts';

/** The usage of API keys. */
export function registerKeyUsage(app: FastifyInstance, { meta }: { readonly meta: MetaDb }): void {
  serve(app, routes.listApiKeyUsage, async ({ caller }) => ({ data: await summarizeUsage(meta, caller, Date.now()) }));
  serve(app, routes.getApiKeyUsage, async ({ caller, params, query }) => ({
    data: await readKeyUsage(meta, caller, params.id, query, Date.now()),
  }));
}
