import type { ApiKey, NewApiKey, RotateApiKeyBody } from '#contracts/api-keys/api-key.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { keyGlobalId } from '#contracts/api-keys/key-id.ts';
import type { Principal } from '#core/access/principal.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { KEY_PREFIXES } from '#server/auth/key-format.ts';
import {
  findKey,
  replaceKey,
  type ApiKeyView,
} from '#server/stores/meta/access/api-keys.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { storedScopes } from '#server/auth/key-rights-codec.ts';
import { apiKeyReply } from './api-key-codec.ts';
import type { ApiKeys } from './api-keys.service.ts';
import { futureMsOf } from './key-request.ts';

const OVERLAP_MS = 24 * 60 * 60 * 1000;

interface RotationDeps {
  readonly meta: MetaDb;
  readonly authenticator: Authenticator;
  readonly keys: ApiKeys;
}

/**
 * Makes a key with the rights of another, which from a chosen time on is refused. Only its own user
 * can rotate a user's key: the secret of the new one would let others act as that user.
 */
export async function rotateKey(
  { meta, authenticator, keys }: RotationDeps,
  caller: Principal,
  id: string,
  body: RotateApiKeyBody,
): Promise<{ readonly key: NewApiKey; readonly replaced: ApiKey }> {
  const old = await keys.require(caller, id);
  assertOwnUser(caller, old);
  assertRotatable(old);
  const { nowMs } = keys.moment;
  const endsAtMs =
    body.overlapUntil === undefined
      ? nowMs + OVERLAP_MS
      : (futureMsOf(body.overlapUntil, 'body.overlapUntil', nowMs) ?? nowMs);
  const expiresAtMs =
    body.expiresAt === undefined
      ? sameLifetime(old, nowMs)
      : futureMsOf(body.expiresAt, 'body.expiresAt', nowMs);
  const { row, secret } = keys.prepare(caller, {
    kind: old.kind,
    prefix:
      Object.values(KEY_PREFIXES).find((prefix) => prefix === old.prefix) ?? KEY_PREFIXES.live,
    name: old.name,
    description: old.description,
    rights: { scopes: storedScopes(old), role: old.role },
    projectNumbers: null,
    expiresAtMs,
  });
  const number = await replaceKey(
    meta,
    old.id,
    { ...row, project_ids: old.project_ids },
    endsAtMs,
    nowMs,
  );
  authenticator.changed();
  const made = number === null ? null : await findKey(meta, number, keys.moment);
  const replaced = await keys.require(caller, id);
  if (made === null) throw notRotatable(replaced);
  return { key: { key: secret, ...apiKeyReply(made) }, replaced: apiKeyReply(replaced) };
}

function assertOwnUser(caller: Principal, old: ApiKeyView): void {
  if (old.kind === 'system' || old.user_id === caller.userNumber || caller.kind === 'anonymous')
    return;
  throw new AppError(
    'forbidden',
    `The API key '${old.name}' is of another user, who alone can rotate it; revoke it instead.`,
  );
}

function assertRotatable(old: ApiKeyView): void {
  if (old.state !== 'active' || old.replaced_by_id !== null) throw notRotatable(old);
}

function notRotatable(old: ApiKeyView): AppError {
  if (old.replaced_by_id !== null) {
    const next = keyGlobalId(old.kind, old.replaced_by_id);
    return new AppError(
      'conflict',
      `The API key '${old.name}' was rotated already; rotate the one that took its place, ${next}.`,
    );
  }
  return new AppError(
    'conflict',
    `The API key '${old.name}' is ${old.state} and cannot be rotated; make a new one.`,
  );
}

function sameLifetime(old: ApiKeyView, nowMs: number): number | null {
  return old.expires_at_ms === null
    ? null
    : nowMs + Math.max(old.expires_at_ms - old.created_at_ms, 60_000);
}
