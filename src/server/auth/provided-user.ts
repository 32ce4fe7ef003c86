import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import { ADMIN_EMAIL, findUser, findUserByIdentity, insertUser, updateUser } from '#server/stores/meta/access/users.queries.ts';
import type { UserChange } from '#server/stores/meta/access/users.queries.ts';
import { SignInRefused } from './identity-provider.ts';
import type { IdentityProviderSettings, ProvidedIdentity } from './identity-provider.ts';

type Rules = Pick<IdentityProviderSettings, 'allowSignUp' | 'roleResync'>;

/**
 * The user behind an identity: whoever signed in with it before, else somebody of that address who waits for it, else a new one where that is
 * allowed. An account with a password is never taken over by its address alone.
 */
export async function providedUser(db: MetaDb, identity: ProvidedIdentity, rules: Rules, nowMs: number): Promise<UserRecord> {
  const known = await findUserByIdentity(db, identity.clientId, identity.subject);
  const role = identity.role !== null && rules.roleResync ? { role: identity.role } : {};
  const picture = { profile_picture_url: identity.picture };
  if (known !== null) return await changed(db, known, { ...picture, ...role }, nowMs);
  const byEmail = await findUser(db, { email: identity.email });
  const bound = { auth_method: 'OAUTH2', oauth2_client_id: identity.clientId, oauth2_user_id: identity.subject } as const;
  if (byEmail !== null) {
    if (!isWaiting(byEmail)) throw new SignInRefused('taken', 'There is an account of this address that signs in otherwise.');
    return await changed(db, byEmail, { ...bound, ...picture, ...role, password_needs_reset: 0 }, nowMs);
  }
  if (!rules.allowSignUp) throw new SignInRefused('no-account', 'There is no account of this address, and sign-up is off.');
  for (const username of [identity.name ?? identity.email, identity.email]) {
    const user = { email: identity.email, username, role: identity.role ?? ('VIEWER' as const), ...bound, ...picture };
    const made = await insertUser(db, user, nowMs);
    if (typeof made !== 'string') return made;
  }
  throw new SignInRefused('taken', 'Another account has this name or address.');
}

/** Made for somebody to sign in elsewhere, which nobody has done yet. */
function isWaiting(user: UserRecord): boolean {
  if (user.role === 'SYSTEM' || user.email === ADMIN_EMAIL) return false;
  return user.auth_method === 'OAUTH2' ? user.oauth2_user_id === null : user.auth_method === 'LOCAL' && user.password_hash === null;
}

/** The last admin stays admin, whatever the provider says. */
async function changed(db: MetaDb, user: UserRecord, change: UserChange, nowMs: number): Promise<UserRecord> {
  const after = await updateUser(db, user.id, change, nowMs);
  if (after !== null && typeof after !== 'string') return after;
  if (after !== 'last-admin') throw new SignInRefused('failed', 'The account could not be changed.');
  return await changed(db, user, { ...change, role: user.role }, nowMs);
}
