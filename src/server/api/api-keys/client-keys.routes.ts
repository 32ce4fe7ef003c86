import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import * as routes from '#contracts/api-keys/client-api-key.routes.ts';
import type { ClientApiKeyReply, CreateClientApiKeyBody } from '#contracts/api-keys/client-api-key.ts';
import type { Principal } from '#core/access/principal.ts';
import { serve } from '../kit/route/serve.ts';
import type { ApiKeys } from './api-keys.service.ts';
import { ClientKeys } from './client-keys.service.ts';

/** API keys at the addresses that Phoenix's clients use. */
export function registerClientKeys(app: FastifyInstance, apiKeys: ApiKeys): void {
  const keys = new ClientKeys(apiKeys);
  serve(app, routes.listOwnApiKeys, ({ caller }) => keys.listOwn(caller));
  createRoute(app, routes.createOwnApiKey, (caller, body) => keys.createUserKey(caller, body));
  revokeRoute(app, routes.deleteOwnApiKey, (caller, id) => keys.revoke(caller, id, 'user', 'own'));
  serve(app, routes.listSystemApiKeys, () => keys.listSystem());
  createRoute(app, routes.createSystemApiKey, (caller, body) => keys.createSystemKey(caller, body));
  revokeRoute(app, routes.deleteSystemApiKey, (caller, id) => keys.revoke(caller, id, 'system', 'any'));
  serve(app, routes.listApiKeysOfUsers, ({ query }) => keys.listOfUsers(query));
  revokeRoute(app, routes.deleteApiKeyOfUser, (caller, id) => keys.revoke(caller, id, 'user', 'any'));
}

function createRoute(
  app: FastifyInstance,
  declared: typeof routes.createOwnApiKey,
  create: (caller: Principal, body: Static<typeof CreateClientApiKeyBody>) => Promise<Static<typeof ClientApiKeyReply>>,
): void {
  serve(app, declared, ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store');
    return create(caller, body);
  });
}

function revokeRoute(
  app: FastifyInstance,
  declared: typeof routes.deleteOwnApiKey,
  revoke: (caller: Principal, id: string) => Promise<{ readonly name: string }>,
): void {
  serve(app, declared, async ({ caller, params, note }) => {
    const { name } = await revoke(caller, params.api_key_id);
    note({ name });
  });
}
