import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import {
  ClientApiKeyList,
  ClientApiKeyParams,
  ClientApiKeyReply,
  ClientUserApiKeyListParams,
  ClientUserApiKeyPage,
  CreateClientApiKeyBody,
} from '#contracts/api-keys/client-api-key.ts';
import type { Principal } from '#core/access/principal.ts';
import type { RouteAccess } from '#core/access/route-access.ts';
import { route } from '../kit/route/route.ts';
import type { ApiKeys } from './api-keys.service.ts';
import { ClientKeys } from './client-keys.service.ts';

const OWN = '/v1/user/api_keys';
const OF_USERS = '/v1/users/api_keys';
const SYSTEM = '/v1/system/api_keys';
const tag = 'keys';
const admin = { scopes: ['admin'], role: 'ADMIN', workspace: true } as const;
/** As in Phoenix, a key can revoke keys, but only a session or the admin secret can create them. */
const revokeAccess: RouteAccess = { ...admin, closedTo: 'apps' };
const makeAccess: RouteAccess = { ...admin, closedTo: 'apps-and-keys' };
const bodyExample = { data: { name: 'ci', description: 'for the nightly run' } };
/** The difference of one of these routes from the others. */
interface KeyRoute {
  readonly path: string;
  readonly access: RouteAccess;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
}

const created = { status: 201, description: 'The key with its secret, which is shown this once.', schema: ClientApiKeyReply };
const gone = { status: 204, description: 'The key is revoked.' };

/** API keys at the addresses that Phoenix's clients use. */
export function registerClientKeys(app: FastifyInstance, apiKeys: ApiKeys): void {
  const keys = new ClientKeys(apiKeys);
  ownRoutes(app, keys);
  systemRoutes(app, keys);
  userRoutes(app, keys);
}

function ownRoutes(app: FastifyInstance, keys: ClientKeys): void {
  listRoute(
    app,
    {
      path: OWN,
      access: 'signed-in',
      id: 'listOwnApiKeys',
      summary: "List the caller's own API keys",
      description:
        'Newest first, at most 1,000; without the revoked ones. A key without the scope `admin`, or limited to projects, only sees itself. `GET /api/v1/api-keys` says more.',
    },
    (caller) => keys.listOwn(caller),
  );
  createRoute(
    app,
    {
      path: OWN,
      access: 'person',
      id: 'createOwnApiKey',
      summary: 'Make an API key for oneself',
      description:
        'The key has all permissions of its user. Only for signed-in users; keys use `POST /api/v1/api-keys`, which can also grant fewer permissions.',
    },
    (caller, body) => keys.createUserKey(caller, body),
  );
  revokeRoute(
    app,
    {
      path: OWN,
      access: 'key-manager',
      id: 'deleteOwnApiKey',
      summary: "Revoke one of the caller's own API keys",
      description: "Permanently. Another user's key is a 404.",
    },
    (caller, id) => keys.revoke(caller, id, 'user', 'own'),
  );
}

function systemRoutes(app: FastifyInstance, keys: ClientKeys): void {
  const common = { path: SYSTEM, access: admin };
  listRoute(
    app,
    {
      ...common,
      id: 'listSystemApiKeys',
      summary: 'List system keys',
      description: 'Newest first, at most 1,000; without the revoked ones.',
    },
    () => keys.listSystem(),
  );
  createRoute(
    app,
    {
      ...common,
      access: makeAccess,
      id: 'createSystemApiKey',
      summary: 'Make a system key',
      description:
        'The key has the permissions of a member. For signed-in admins, and the admin secret. `POST /api/v1/api-keys` creates keys with another role, or for some projects.',
    },
    (caller, body) => keys.createSystemKey(caller, body),
  );
  revokeRoute(
    app,
    { ...common, access: revokeAccess, id: 'deleteSystemApiKey', summary: 'Revoke a system key', description: 'Permanently.' },
    (caller, id) => keys.revoke(caller, id, 'system', 'any'),
  );
}

function userRoutes(app: FastifyInstance, keys: ClientKeys): void {
  const common = { path: OF_USERS, access: admin };
  route(
    app,
    {
      ...common,
      tag,
      method: 'GET',
      id: 'listApiKeysOfUsers',
      summary: 'List the API keys of all users',
      description: 'Newest first; without the revoked ones.',
      query: ClientUserApiKeyListParams,
      ok: { status: 200, description: 'A page of keys, each with its user.', schema: ClientUserApiKeyPage },
      errors: [],
    },
    ({ query }) => keys.listOfUsers(query),
  );
  revokeRoute(
    app,
    { ...common, access: revokeAccess, id: 'deleteApiKeyOfUser', summary: 'Revoke the API key of any user', description: 'Permanently.' },
    (caller, id) => keys.revoke(caller, id, 'user', 'any'),
  );
}

function listRoute(app: FastifyInstance, of: KeyRoute, list: (caller: Principal) => Promise<object>): void {
  const ok = { status: 200, description: 'The keys.', schema: ClientApiKeyList };
  route(app, { ...of, tag, method: 'GET', ok, errors: [] }, ({ caller }) => list(caller));
}

function createRoute(
  app: FastifyInstance,
  of: KeyRoute,
  create: (caller: Principal, body: Static<typeof CreateClientApiKeyBody>) => Promise<object>,
): void {
  const spec = { ...of, tag, method: 'POST', audit: 'key.create', body: CreateClientApiKeyBody, bodyExample, ok: created } as const;
  route(app, { ...spec, errors: [] }, ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store');
    return create(caller, body);
  });
}

function revokeRoute(
  app: FastifyInstance,
  of: KeyRoute,
  revoke: (caller: Principal, id: string) => Promise<{ readonly name: string }>,
): void {
  const spec = { ...of, path: `${of.path}/{api_key_id}`, tag, method: 'DELETE', audit: 'key.revoke', params: ClientApiKeyParams } as const;
  route(app, { ...spec, ok: gone, errors: ['not_found'] }, async ({ caller, params, note }) => {
    const { name } = await revoke(caller, params.api_key_id);
    note({ name });
  });
}
