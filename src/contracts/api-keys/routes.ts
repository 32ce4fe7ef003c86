import { declare } from '../wire/declare.ts';
import {
  ApiKey,
  ApiKeyList,
  ApiKeyListParams,
  ApiKeyParams,
  CreateApiKeyBody,
  NewApiKey,
  RotateApiKeyBody,
  RotatedApiKey,
} from './api-key.ts';
import { KeyUsageParams, KeyUsageQuery, KeyUsageReply, KeyUsageSummaries } from './key-usage.ts';

const WHO =
  'A signed-in user manages their own keys, an admin all keys. A calling key needs the scope `admin`.';

export const listApiKeys = declare({
  method: 'GET',
  path: '/api/v1/api-keys',
  id: 'listApiKeys',
  access: 'key-manager',
  tag: 'keys',
  summary: 'List API keys',
  description: `Newest first, expired and revoked ones too; never with the secret. ${WHO}`,
  query: ApiKeyListParams,
  ok: { status: 200, description: 'A page of keys.', schema: ApiKeyList },
  errors: [],
});

export const getApiKey = declare({
  method: 'GET',
  path: '/api/v1/api-keys/{id}',
  id: 'getApiKey',
  access: 'key-manager',
  tag: 'keys',
  summary: 'Read an API key',
  description: `Without the secret. ${WHO}`,
  params: ApiKeyParams,
  ok: { status: 200, description: 'The key.', schema: ApiKey },
  errors: ['not_found'],
});

export const createApiKey = declare({
  method: 'POST',
  path: '/api/v1/api-keys',
  id: 'createApiKey',
  audit: 'key.create',
  access: 'key-manager',
  tag: 'keys',
  summary: 'Make an API key',
  description: `The secret is in this reply and never again. Callers can't give a key more than they have; only admins create system keys. ${WHO}`,
  body: CreateApiKeyBody,
  bodyExample: { name: 'ci', scopes: ['traces:write'], expiresAt: '2027-01-31T00:00:00Z' },
  ok: { status: 200, description: 'The key with its secret.', schema: NewApiKey },
  errors: [],
});

export const revokeApiKey = declare({
  method: 'DELETE',
  path: '/api/v1/api-keys/{id}',
  id: 'revokeApiKey',
  audit: 'key.revoke',
  access: 'key-manager',
  tag: 'keys',
  summary: 'Revoke an API key',
  description: `Revokes the key permanently and at once, on every interface. The key stays in the list as revoked. ${WHO}`,
  params: ApiKeyParams,
  ok: { status: 204, description: 'The key is revoked.' },
  errors: ['not_found'],
});

export const rotateApiKey = declare({
  method: 'POST',
  path: '/api/v1/api-keys/{id}/rotate',
  id: 'rotateApiKey',
  audit: 'key.rotate',
  access: 'key-manager',
  tag: 'keys',
  summary: 'Rotate an API key',
  description: `Makes a key with the same rights, and ends the old one at \`overlapUntil\`. The new secret is in this reply and never again; only its own user can rotate a user's key. ${WHO}`,
  params: ApiKeyParams,
  body: RotateApiKeyBody,
  bodyExample: { overlapUntil: '2027-01-31T00:00:00Z' },
  ok: {
    status: 200,
    description: 'The new key with its secret, and the old one.',
    schema: RotatedApiKey,
  },
  errors: ['not_found', 'conflict'],
});

export const listApiKeyUsage = declare({
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
});

export const getApiKeyUsage = declare({
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
});
