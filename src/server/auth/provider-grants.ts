import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  hasProviderGrant,
  putProviderGrant,
} from '#server/stores/meta/access/provider-grants.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { IdentityProviderSettings } from './identity-provider.ts';
import type { SecretBox } from './secret-box.ts';

/** The name that a refresh token of a user is sealed under. */
export const grantName = (userId: number): string => `provider grant of user ${userId}`;

/**
 * Stores the provider's refresh token for later checks, if checks are configured. False when checks
 * are configured but the provider issued no token: many providers issue one only if it is requested
 * in their own way.
 */
export async function keepGrant(
  {
    db,
    box,
    nowMs,
  }: { readonly db: MetaDb; readonly box: SecretBox | null; readonly nowMs: number },
  { recheckMs }: Pick<IdentityProviderSettings, 'recheckMs'>,
  { id }: Pick<UserRecord, 'id'>,
  refreshToken: string | null,
): Promise<boolean> {
  if (recheckMs === null || box === null) return true;
  if (refreshToken === null) return await hasProviderGrant(db, id);
  await putProviderGrant(db, id, box.seal(grantName(id), refreshToken), nowMs + recheckMs);
  return true;
}
