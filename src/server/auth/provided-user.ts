import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  findUser,
  findUserByIdentity,
  type UserChange,
} from '#server/stores/meta/access/users.queries.ts';
import {
  SignInRefused,
  type IdentityProviderSettings,
  type ProvidedIdentity,
} from './identity-provider.ts';
import {
  changeOutsideAccount,
  isWaitingFor,
  makeOutsideAccount,
  outsideName,
} from './outside-account.ts';

type Rules = Pick<IdentityProviderSettings, 'allowSignUp' | 'roleResync'>;

/**
 * The user behind an identity: the one who signed in with it before, else one of that address who
 * waits for it, else a new one where that is allowed. An account with a password is never taken
 * over by its address alone.
 */
export async function providedUser(
  db: MetaDb,
  identity: ProvidedIdentity,
  rules: Rules,
  nowMs: number,
): Promise<UserRecord> {
  const known = await findUserByIdentity(db, identity.clientId, identity.subject);
  if (known !== null)
    return there(
      await changeOutsideAccount(db, known, knownIdentityChange(known, identity, rules), nowMs),
    );
  const role = identity.role !== null && rules.roleResync ? { role: identity.role } : {};
  const picture = { profile_picture_url: identity.picture };
  const byEmail = await findUser(db, { email: identity.email });
  const bound = {
    auth_method: 'OAUTH2',
    oauth2_client_id: identity.clientId,
    oauth2_user_id: identity.subject,
  } as const;
  if (byEmail !== null) {
    if (!isWaitingFor('OAUTH2', byEmail))
      throw new SignInRefused(
        'taken',
        'There is an account of this address that signs in otherwise.',
      );
    return there(
      await changeOutsideAccount(
        db,
        byEmail,
        { ...bound, ...picture, ...role, password_needs_reset: 0 },
        nowMs,
      ),
    );
  }
  if (!rules.allowSignUp)
    throw new SignInRefused(
      'no-account',
      'There is no account of this address, and sign-up is off.',
    );
  const user = {
    email: identity.email,
    role: identity.role ?? ('VIEWER' as const),
    ...bound,
    ...picture,
  };
  const made = await makeOutsideAccount(
    db,
    user,
    [identity.name ?? identity.email, identity.email],
    nowMs,
  );
  if (made === null) throw new SignInRefused('taken', 'Another account has this name or address.');
  return made;
}

/** The provider admits a known user: clears all reasons for suspension. */
export function knownIdentityChange(
  user: UserRecord,
  { name, role, picture }: ProvidedIdentity,
  { roleResync }: Pick<IdentityProviderSettings, 'roleResync'>,
): UserChange {
  return {
    suspended_at_ms: null,
    profile_picture_url: picture,
    ...(role !== null && roleResync ? { role } : {}),
    ...(name === null ? {} : outsideName(user, name)),
  };
}

function there(user: UserRecord | null): UserRecord {
  if (user === null) throw new SignInRefused('failed', 'The account could not be changed.');
  return user;
}
