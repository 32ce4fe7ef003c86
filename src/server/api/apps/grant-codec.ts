import type { AppGrant, UserAppGrant } from '#contracts/apps/app.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { appScopes } from '#server/auth/key-rights-codec.ts';
import type { AppGrantView } from '#server/stores/meta/access/app-grants.queries.ts';

/** An app as its user sees it. */
export function grantReply(grant: AppGrantView): AppGrant {
  return {
    id: encodeGlobalId('AppGrant', grant.id),
    client_id: grant.client_id,
    name: grant.app,
    built_in: grant.is_built_in === 1,
    scopes: [...appScopes(grant.scopes)],
    created_at: isoFromUnixMs(grant.created_at_ms),
    last_used_at: isoFromUnixMs(grant.used_at_ms),
    expires_at: isoFromUnixMs(grant.expires_at_ms),
    address: grant.address,
    user_agent: grant.user_agent,
  };
}

/** The same for admins. */
export function userGrantReply(grant: AppGrantView): UserAppGrant {
  return { ...grantReply(grant), user: { id: encodeGlobalId('User', grant.user_id), email: grant.email } };
}
