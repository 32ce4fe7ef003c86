import type { ApiKey } from '#contracts/api-keys/api-key.ts';
import type { ClientApiKey } from '#contracts/api-keys/client-api-key.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { keyGlobalId } from '#contracts/api-keys/key-id.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { levelOf, shownScopes } from '#core/access/key-rights.ts';
import { roleOfUser, storedProjects, storedScopes } from '#server/auth/key-rights-codec.ts';
import type { ApiKeyView } from '#server/stores/meta/access/api-keys.queries.ts';

/** A key as the interface shows it. */
export function apiKeyReply(key: ApiKeyView): ApiKey {
  const scopes = [
    ...shownScopes(
      storedScopes(key),
      key.kind === 'system' || key.user_role === null ? key.role : roleOfUser(key.user_role),
    ),
  ];
  return {
    id: keyGlobalId(key.kind, key.id),
    name: key.name,
    description: key.description,
    createdAt: isoFromUnixMs(key.created_at_ms),
    expiresAt: isoOrNull(key.expires_at_ms),
    lastUsedAt: isoOrNull(key.last_used_at_ms),
    scopes,
    level: levelOf(scopes),
    state: key.state,
    pausedBy: key.state === 'active' && key.user_suspended_at_ms !== null ? 'user_suspended' : null,
    kind: key.kind,
    prefix: key.prefix,
    lastFour: key.last_four,
    role: key.role,
    projects: storedProjects(key)?.map((number) => encodeGlobalId('Project', number)) ?? null,
    user: personReply(key.user),
    createdBy: personReply(key.created_by),
    revokedAt: isoOrNull(key.revoked_at_ms),
    rotatedFrom: key.rotated_from_id === null ? null : keyGlobalId(key.kind, key.rotated_from_id),
    replacedBy: key.replaced_by_id === null ? null : keyGlobalId(key.kind, key.replaced_by_id),
    madeWhileOpen: key.made_while_open === 1,
  };
}

/** A key as Phoenix's clients know it: fields without a value are absent. */
export function clientKeyReply(key: ApiKeyView): ClientApiKey {
  return {
    id: keyGlobalId(key.kind, key.id),
    name: key.name,
    ...(key.description === null ? {} : { description: key.description }),
    created_at: isoFromUnixMs(key.created_at_ms),
    ...(key.expires_at_ms === null ? {} : { expires_at: isoFromUnixMs(key.expires_at_ms) }),
  };
}

function personReply(person: ApiKeyView['user']): ApiKey['user'] {
  return person === null
    ? null
    : { id: encodeGlobalId('User', person.id), username: person.username, email: person.email };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : isoFromUnixMs(ms);
}
