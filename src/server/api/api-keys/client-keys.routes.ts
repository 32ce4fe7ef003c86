import type { FastifyInstance } from 'fastify';
import {
  ClientApiKeyList,
  ClientApiKeyParams,
  ClientApiKeyReply,
  ClientUserApiKeyListParams,
  ClientUserApiKeyPage,
  CreateClientApiKeyBody,
} from '#contracts/client-api-key.ts';
import { route } from '../kit/route.ts';
import type { ApiKeys } from './api-keys.service.ts';
import { ClientKeys } from './client-keys.service.ts';

const OWN = '/v1/user/api_keys';
const OF_USERS = '/v1/users/api_keys';
const SYSTEM = '/v1/system/api_keys';
const tag = 'keys';
const admin = { scopes: ['admin'], role: 'ADMIN', workspace: true } as const;
const bodyExample = { data: { name: 'ci', description: 'for the nightly run' } };
const created = { status: 201, description: 'The key with its secret, which is shown this once.', schema: ClientApiKeyReply };
const gone = { status: 204, description: 'It is revoked.' };

/** API keys at the addresses that the clients of the nearest product use. */
export function registerClientKeys(app: FastifyInstance, apiKeys: ApiKeys): void {
  const keys = new ClientKeys(apiKeys);
  ownRoutes(app, keys);
  systemRoutes(app, keys);
  userRoutes(app, keys);
}

function ownRoutes(app: FastifyInstance, keys: ClientKeys): void {
  route(
    app,
    {
      tag,
      access: 'signed-in',
      method: 'GET',
      path: OWN,
      id: 'listOwnApiKeys',
      summary: "List the caller's own API keys",
      description: 'Newest first, at most 1,000; without the revoked ones. `GET /api/v1/api-keys` says more.',
      ok: { status: 200, description: 'The keys.', schema: ClientApiKeyList },
      errors: [],
    },
    ({ caller }) => keys.listOwn(caller),
  );
  route(
    app,
    {
      tag,
      access: 'person',
      method: 'POST',
      path: OWN,
      id: 'createOwnApiKey',
      audit: 'key.create',
      summary: 'Make an API key for oneself',
      description: 'It may do all that its user may. Only for somebody signed in; `POST /api/v1/api-keys` gives less, and to keys.',
      body: CreateClientApiKeyBody,
      bodyExample,
      ok: created,
      errors: [],
    },
    ({ caller, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return keys.createUserKey(caller, body);
    },
  );
  route(
    app,
    {
      tag,
      access: 'key-manager',
      method: 'DELETE',
      path: `${OWN}/{api_key_id}`,
      id: 'deleteOwnApiKey',
      audit: 'key.revoke',
      summary: "Revoke one of the caller's own API keys",
      description: "For good. Another user's key is a 404.",
      params: ClientApiKeyParams,
      ok: gone,
      errors: ['not_found'],
    },
    ({ caller, params }) => keys.revoke(caller, params.api_key_id, 'user', 'own'),
  );
}

function systemRoutes(app: FastifyInstance, keys: ClientKeys): void {
  const common = { tag, access: admin } as const;
  route(
    app,
    {
      ...common,
      method: 'GET',
      path: SYSTEM,
      id: 'listSystemApiKeys',
      summary: 'List system keys',
      description: 'Newest first, at most 1,000; without the revoked ones.',
      ok: { status: 200, description: 'The keys.', schema: ClientApiKeyList },
      errors: [],
    },
    () => keys.listSystem(),
  );
  route(
    app,
    {
      ...common,
      method: 'POST',
      path: SYSTEM,
      id: 'createSystemApiKey',
      audit: 'key.create',
      summary: 'Make a system key',
      description: 'It has the rights of a member; `POST /api/v1/api-keys` makes one of another role, or for some projects.',
      body: CreateClientApiKeyBody,
      bodyExample,
      ok: created,
      errors: [],
    },
    ({ caller, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return keys.createSystemKey(caller, body);
    },
  );
  route(
    app,
    {
      ...common,
      method: 'DELETE',
      path: `${SYSTEM}/{api_key_id}`,
      id: 'deleteSystemApiKey',
      audit: 'key.revoke',
      summary: 'Revoke a system key',
      description: 'For good.',
      params: ClientApiKeyParams,
      ok: gone,
      errors: ['not_found'],
    },
    ({ caller, params }) => keys.revoke(caller, params.api_key_id, 'system', 'any'),
  );
}

function userRoutes(app: FastifyInstance, keys: ClientKeys): void {
  const common = { tag, access: admin } as const;
  route(
    app,
    {
      ...common,
      method: 'GET',
      path: OF_USERS,
      id: 'listApiKeysOfUsers',
      summary: 'List the API keys of all users',
      description: 'Newest first; without the revoked ones.',
      query: ClientUserApiKeyListParams,
      ok: { status: 200, description: 'A page of keys, each with its user.', schema: ClientUserApiKeyPage },
      errors: [],
    },
    ({ query }) => keys.listOfUsers(query),
  );
  route(
    app,
    {
      ...common,
      method: 'DELETE',
      path: `${OF_USERS}/{api_key_id}`,
      id: 'deleteApiKeyOfUser',
      audit: 'key.revoke',
      summary: 'Revoke the API key of any user',
      description: 'For good.',
      params: ClientApiKeyParams,
      ok: gone,
      errors: ['not_found'],
    },
    ({ caller, params }) => keys.revoke(caller, params.api_key_id, 'user', 'any'),
  );
}
