import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/api-keys/routes.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import { serve } from '../kit/route/serve.ts';
import { apiKeyReply } from './api-key-codec.ts';
import { ApiKeys } from './api-keys.service.ts';
import { registerClientKeys } from './client-keys.routes.ts';
import { rotateKey } from './rotate-key.ts';
import { readKeyUsage, summarizeUsage } from './usage/key-usage.service.ts';

export type ApiKeyDeps = Pick<ApiDeps, 'authenticator' | 'queries'> & { readonly meta: MetaDb };

/** API keys: making, listing, rotating and revoking them. */
export function registerApiKeys(app: FastifyInstance, deps: ApiKeyDeps): void {
  const { meta, authenticator, queries } = deps;
  const keys = new ApiKeys({
    meta,
    authenticator,
    projectNumber: (asker, project) => queries.value(getProjectNumber, asker, { project }),
  });
  readRoutes(app, keys);
  changeRoutes(app, deps, keys);
  registerClientKeys(app, keys);
}

function readRoutes(app: FastifyInstance, keys: ApiKeys): void {
  serve(app, routes.listApiKeys, ({ caller, query }) => keys.list(caller, query));
  serve(app, routes.getApiKey, async ({ caller, params }) =>
    apiKeyReply(await keys.require(caller, params.id)),
  );
}

function changeRoutes(
  app: FastifyInstance,
  { meta, authenticator }: ApiKeyDeps,
  keys: ApiKeys,
): void {
  serve(app, routes.createApiKey, ({ caller, asker, body, reply }) => {
    reply.header('cache-control', 'no-store');
    return keys.create(caller, asker, body);
  });
  serve(app, routes.revokeApiKey, async ({ caller, params, note }) => {
    const { name } = await keys.revoke(caller, params.id);
    note({ name });
  });
  serve(app, routes.rotateApiKey, async ({ caller, params, body, reply, note }) => {
    reply.header('cache-control', 'no-store');
    const rotated = await rotateKey({ meta, authenticator, keys }, caller, params.id, body);
    note({ name: rotated.replaced.name, replaced_by: rotated.key.id });
    return rotated;
  });
}

/** The usage of API keys. */
export function registerKeyUsage(app: FastifyInstance, { meta }: { readonly meta: MetaDb }): void {
  serve(app, routes.listApiKeyUsage, async ({ caller }) => ({
    data: await summarizeUsage(meta, caller, Date.now()),
  }));
  serve(app, routes.getApiKeyUsage, async ({ caller, params, query }) => ({
    data: await readKeyUsage(meta, caller, params.id, query, Date.now()),
  }));
}
