import type { FastifyInstance } from 'fastify';
import {
  ApiKey,
  ApiKeyList,
  ApiKeyListParams,
  ApiKeyParams,
  CreateApiKeyBody,
  NewApiKey,
  RotateApiKeyBody,
  RotatedApiKey,
} from '#contracts/api-keys/api-key.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import { route } from '../kit/route/route.ts';
import { apiKeyReply } from './api-key-codec.ts';
import { ApiKeys } from './api-keys.service.ts';
import { registerClientKeys } from './client-keys.routes.ts';
import { rotateKey } from './rotate-key.ts';

export type ApiKeyDeps = Pick<ApiDeps, 'authenticator' | 'queries'> & { readonly meta: MetaDb };

const KEYS = '/api/v1/api-keys';
const KEY = `${KEYS}/{id}`;
const tag = 'keys';
const access = 'key-manager';
const WHO = 'A signed-in user manages their own keys, an admin all keys. A calling key needs the scope `admin`.';

/** API keys: making, listing, rotating and revoking them. */
export function registerApiKeys(app: FastifyInstance, deps: ApiKeyDeps): void {
  const { meta, authenticator, queries } = deps;
  const keys = new ApiKeys({
    meta,
    authenticator,
    projectNumber: (project) => queries.value(getProjectNumber, { project }, undefined),
  });
  readRoutes(app, keys);
  changeRoutes(app, deps, keys);
  registerClientKeys(app, keys);
}

function readRoutes(app: FastifyInstance, keys: ApiKeys): void {
  route(
    app,
    {
      method: 'GET',
      path: KEYS,
      id: 'listApiKeys',
      access,
      tag,
      summary: 'List API keys',
      description: `Newest first, expired and revoked ones too; never with the secret. ${WHO}`,
      query: ApiKeyListParams,
      ok: { status: 200, description: 'A page of keys.', schema: ApiKeyList },
      errors: [],
    },
    ({ caller, query }) => keys.list(caller, query),
  );
  route(
    app,
    {
      method: 'GET',
      path: KEY,
      id: 'getApiKey',
      access,
      tag,
      summary: 'Read an API key',
      description: `Without the secret. ${WHO}`,
      params: ApiKeyParams,
      ok: { status: 200, description: 'The key.', schema: ApiKey },
      errors: ['not_found'],
    },
    async ({ caller, params }) => apiKeyReply(await keys.require(caller, params.id)),
  );
}

function changeRoutes(app: FastifyInstance, { meta, authenticator }: ApiKeyDeps, keys: ApiKeys): void {
  route(
    app,
    {
      method: 'POST',
      path: KEYS,
      id: 'createApiKey',
      audit: 'key.create',
      access,
      tag,
      summary: 'Make an API key',
      description: `The secret is in this reply and never again. Callers can't give a key more than they have; only admins create system keys. ${WHO}`,
      body: CreateApiKeyBody,
      bodyExample: { name: 'ci', scopes: ['traces:write'], expiresAt: '2027-01-31T00:00:00Z' },
      ok: { status: 200, description: 'The key with its secret.', schema: NewApiKey },
      errors: [],
    },
    ({ caller, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return keys.create(caller, body);
    },
  );
  route(
    app,
    {
      method: 'DELETE',
      path: KEY,
      id: 'revokeApiKey',
      audit: 'key.revoke',
      access,
      tag,
      summary: 'Revoke an API key',
      description: `Revokes the key permanently and at once, on every interface. The key stays in the list as revoked. ${WHO}`,
      params: ApiKeyParams,
      ok: { status: 204, description: 'The key is revoked.' },
      errors: ['not_found'],
    },
    async ({ caller, params, note }) => {
      const { name } = await keys.revoke(caller, params.id);
      note({ name });
    },
  );
  route(
    app,
    {
      method: 'POST',
      path: `${KEY}/rotate`,
      id: 'rotateApiKey',
      audit: 'key.rotate',
      access,
      tag,
      summary: 'Rotate an API key',
      description: `Makes a key with the same rights, and ends the old one at \`overlapUntil\`. The new secret is in this reply and never again; only its own user can rotate a user's key. ${WHO}`,
      params: ApiKeyParams,
      body: RotateApiKeyBody,
      bodyExample: { overlapUntil: '2027-01-31T00:00:00Z' },
      ok: { status: 200, description: 'The new key with its secret, and the old one.', schema: RotatedApiKey },
      errors: ['not_found', 'conflict'],
    },
    async ({ caller, params, body, reply, note }) => {
      reply.header('cache-control', 'no-store');
      const rotated = await rotateKey({ meta, authenticator, keys }, caller, params.id, body);
      note({ name: rotated.replaced.name, replaced_by: rotated.key.id });
      return rotated;
    },
  );
}
