import { queryOptions } from '@tanstack/react-query';
import {
  createApiKey as createApiKeyRoute,
  listApiKeyUsage,
  listApiKeys,
  revokeApiKey as revokeApiKeyRoute,
  rotateApiKey as rotateApiKeyRoute,
} from '#contracts/api-keys/routes.ts';
import { getViewer } from '#contracts/users/routes.ts';
import type { Role } from '#contracts/access/access.ts';
import type {
  ApiKey,
  CreateApiKeyBody,
  NewApiKey,
  RotateApiKeyBody,
} from '#contracts/api-keys/api-key.ts';
import { call } from '#web/platform/http/client.ts';

/** More are not listed. */
export const KEYS_MAX = 1000;

/** Every API key that the reader may see, newest first. */
export const apiKeysOptions = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }): Promise<readonly ApiKey[]> =>
    (await call(listApiKeys, { query: { limit: KEYS_MAX }, signal })).keys,
  refetchInterval: 15_000,
});

/** Requests of keys in the last seven days, by Global ID; a key without any is absent. */
export const keyRequestsOptions = queryOptions({
  queryKey: ['api-keys', 'usage'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
    const { data } = await call(listApiKeyUsage, { signal });
    return new Map(data.map(({ id, requests }) => [id, requests]));
  },
  refetchInterval: 30_000,
});

/** The role of the reader: while authentication is off, every caller is an admin. */
export const ownRoleOptions = queryOptions({
  queryKey: ['own-role'],
  queryFn: async ({ signal }): Promise<Role> => {
    const { data } = await call(getViewer, { signal });
    return 'role' in data && (data.role === 'MEMBER' || data.role === 'VIEWER')
      ? data.role
      : 'ADMIN';
  },
  staleTime: 60_000,
});

export async function createApiKey(body: CreateApiKeyBody): Promise<NewApiKey> {
  return await call(createApiKeyRoute, { body });
}

/** The new key with its secret, and the old one as it is now. */
export async function rotateApiKey(
  id: string,
  body: RotateApiKeyBody,
): Promise<{ readonly key: NewApiKey; readonly replaced: ApiKey }> {
  return await call(rotateApiKeyRoute, { params: { id }, body });
}

export async function revokeApiKey(id: string): Promise<void> {
  await call(revokeApiKeyRoute, { params: { id } });
}
