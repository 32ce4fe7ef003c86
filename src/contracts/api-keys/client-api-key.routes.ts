import type { RouteAccess } from '../access/route-access.ts';
import { declare } from '../wire/declare.ts';
import {
  ClientApiKeyList,
  ClientApiKeyParams,
  ClientApiKeyReply,
  ClientUserApiKeyListParams,
  ClientUserApiKeyPage,
  CreateClientApiKeyBody,
} from './client-api-key.ts';

const OWN = '/v1/user/api_keys';
const OF_USERS = '/v1/users/api_keys';
const SYSTEM = '/v1/system/api_keys';
const tag = 'keys';
const access = { scopes: ['admin'], role: 'ADMIN', workspace: true } as const;
/** As in Phoenix, a key can revoke keys, but only a session or the admin secret can create them. */
const revokeAccess: RouteAccess = { ...access, closedTo: 'apps' };
const makeAccess: RouteAccess = { ...access, closedTo: 'apps-and-keys' };

const listing = {
  tag,
  method: 'GET',
  ok: { status: 200, description: 'The keys.', schema: ClientApiKeyList },
  errors: [],
} as const;
const creating = {
  tag,
  method: 'POST',
  audit: 'key.create',
  body: CreateClientApiKeyBody,
  bodyExample: { data: { name: 'ci', description: 'for the nightly run' } },
  ok: {
    status: 201,
    description: 'The key with its secret, which is shown this once.',
    schema: ClientApiKeyReply,
  },
  errors: [],
} as const;
const revoking = {
  tag,
  method: 'DELETE',
  audit: 'key.revoke',
  params: ClientApiKeyParams,
  ok: { status: 204, description: 'The key is revoked.' },
  errors: ['not_found'],
} as const;

export const listOwnApiKeys = declare({
  ...listing,
  path: OWN,
  access: 'signed-in',
  id: 'listOwnApiKeys',
  summary: "List the caller's own API keys",
  description:
    'Newest first, at most 1,000; without the revoked ones. A key without the scope `admin`, or limited to projects, only sees itself. `GET /api/v1/api-keys` says more.',
});

export const createOwnApiKey = declare({
  ...creating,
  path: OWN,
  access: 'person',
  id: 'createOwnApiKey',
  summary: 'Make an API key for oneself',
  description:
    'The key has all permissions of its user. Only for signed-in users; keys use `POST /api/v1/api-keys`, which can also grant fewer permissions.',
});

export const deleteOwnApiKey = declare({
  ...revoking,
  path: `${OWN}/{api_key_id}`,
  access: 'key-manager',
  id: 'deleteOwnApiKey',
  summary: "Revoke one of the caller's own API keys",
  description: "Permanently. Another user's key is a 404.",
});

export const listSystemApiKeys = declare({
  ...listing,
  path: SYSTEM,
  access,
  id: 'listSystemApiKeys',
  summary: 'List system keys',
  description: 'Newest first, at most 1,000; without the revoked ones.',
});

export const createSystemApiKey = declare({
  ...creating,
  path: SYSTEM,
  access: makeAccess,
  id: 'createSystemApiKey',
  summary: 'Make a system key',
  description:
    'The key has the permissions of a member. For signed-in admins, and the admin secret. `POST /api/v1/api-keys` creates keys with another role, or for some projects.',
});

export const deleteSystemApiKey = declare({
  ...revoking,
  path: `${SYSTEM}/{api_key_id}`,
  access: revokeAccess,
  id: 'deleteSystemApiKey',
  summary: 'Revoke a system key',
  description: 'Permanently.',
});

export const listApiKeysOfUsers = declare({
  tag,
  method: 'GET',
  path: OF_USERS,
  access,
  id: 'listApiKeysOfUsers',
  summary: 'List the API keys of all users',
  description: 'Newest first; without the revoked ones.',
  query: ClientUserApiKeyListParams,
  ok: {
    status: 200,
    description: 'A page of keys, each with its user.',
    schema: ClientUserApiKeyPage,
  },
  errors: [],
});

export const deleteApiKeyOfUser = declare({
  ...revoking,
  path: `${OF_USERS}/{api_key_id}`,
  access: revokeAccess,
  id: 'deleteApiKeyOfUser',
  summary: 'Revoke the API key of any user',
  description: 'Permanently.',
});
