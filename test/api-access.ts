import type { Role } from '#contracts/access/access.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiApp, Reply } from './api-app.ts';

/** At least as strong as the server asks for. */
export const ADMIN_SECRET = 'the operators secret of 32 chars and 1 digit';

export interface SignedIn {
  readonly userNumber: number;
  readonly headers: { readonly authorization: string };
}

let count = 0;

/** A user of a role, and headers with which they are signed in for an hour. */
export async function signedIn(meta: MetaDb, role: Role): Promise<SignedIn> {
  const name = `${role.toLowerCase()}-${++count}`;
  const now = Date.now();
  const user = {
    email: `${name}@example.org`,
    username: name,
    role,
    auth_method: 'LOCAL' as const,
    created_at_ms: now,
    updated_at_ms: now,
  };
  const { id } = await meta
    .insertInto('users')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = `session-of-${name}`;
  await meta
    .insertInto('user_sessions')
    .values({
      user_id: id,
      access_hash: hashSecret(token),
      refresh_hash: hashSecret(`refresh ${token}`),
      access_expires_at_ms: now + 3_600_000,
      refresh_expires_at_ms: now + 3_600_000,
      created_at_ms: now,
      refreshed_at_ms: now,
    })
    .execute();
  return { userNumber: id, headers: bearer(token) };
}

export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Calls with a JSON body, or none. */
export function send(
  api: ApiApp,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  headers: object,
  payload?: object,
): Promise<Reply> {
  const json = payload === undefined ? {} : { 'content-type': 'application/json' };
  return api.call({
    method,
    url,
    headers: { ...headers, ...json },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** A system key put into the database, with times that REST would not set; answers its row. */
export async function insertKey(
  api: ApiApp,
  name: string,
  more: { readonly createdAtMs?: number; readonly expiresAtMs?: number },
): Promise<number> {
  const key = makeKey(KEY_PREFIXES.system);
  const row = await api.meta
    .insertInto('api_keys')
    .values({
      kind: 'system',
      role: 'ADMIN',
      prefix: KEY_PREFIXES.system,
      last_four: key.slice(-4),
      name,
      key_hash: hashSecret(key),
      scopes: '[]',
      made_while_open: 0,
      created_at_ms: more.createdAtMs ?? Date.now(),
      expires_at_ms: more.expiresAtMs ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
