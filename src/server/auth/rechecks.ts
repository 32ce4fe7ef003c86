import { roleOfGroups } from '#core/directory/group-roles.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  directoryUsersCheckedBefore,
  suspendDirectoryUser,
  type DirectoryUserRecord,
} from '#server/stores/meta/access/directory-users.queries.ts';
import {
  checkProviderGrantAt,
  endProviderGrant,
  grantsToCheck,
  replaceProviderGrant,
  suspendAbsent,
  type GrantedUserRecord,
} from '#server/stores/meta/access/provider-grants.queries.ts';
import { suspendUser } from '#server/stores/meta/access/suspensions.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { changeOutsideAccount } from './outside-account.ts';
import { SignInRefused, type IdentityProvider } from './identity-provider.ts';
import { knownIdentityChange } from './provided-user.ts';
import { grantName } from './provider-grants.ts';
import type { SecretBox } from './secret-box.ts';
import type { Directory, DirectoryPerson } from './directory/directory.ts';
import { knownPersonChange } from './directory/directory-user.ts';

export interface DirectoryRecheckOptions {
  readonly db: MetaDb;
  readonly directory: Directory;
  readonly now: () => number;
  /** A user was suspended or reinstated. */
  readonly note: (user: UserRecord, what: 'suspended' | 'restored') => void;
}

const PEOPLE_PER_STEP = 50;

/** A provider is not asked about more at once: it may have a limit too. */
const PEOPLE_PER_RUN = 200;
/** A failed check is repeated after this delay; after this many failures in a row the run ends. */
const RETRY_MS = 300_000;
const FAILURES_IN_A_ROW_MAX = 3;

/**
 * Looks up in the directory the users whose last lookup is due. Users who are missing, disabled or
 * without a role there are suspended: their sessions end and their keys are refused, until a lookup
 * finds them again or they sign in. Roles and names follow the directory. Rejects when the
 * directory is unreachable, which changes nothing.
 */
export async function recheckDirectory(
  options: DirectoryRecheckOptions,
  signal: AbortSignal,
): Promise<void> {
  const { db, directory, now } = options;
  if (directory.settings.recheckMs === null) return;
  const beforeMs = now() - directory.settings.recheckMs;
  for (;;) {
    signal.throwIfAborted();
    const users = await directoryUsersCheckedBefore(db, beforeMs, PEOPLE_PER_STEP);
    if (users.length === 0) return;
    const people = await directory.lookUp(users.map((user) => user.directory_login));
    for (const [at, user] of users.entries()) await settle(options, user, people[at] ?? null);
  }
}

async function settle(
  { db, directory, now, note }: DirectoryRecheckOptions,
  user: DirectoryUserRecord,
  person: DirectoryPerson | null,
): Promise<void> {
  const isThere = person !== null && isSame(user, person) && !person.isDisabled;
  const role = isThere ? roleOfGroups(directory.settings.roles, person.groups) : null;
  if (!isThere || role === null) {
    if (await suspendDirectoryUser(db, user.id, now())) note(user, 'suspended');
    return;
  }
  await changeOutsideAccount(db, user, knownPersonChange(user, { ...person, role }, now()), now());
  if (user.suspended_at_ms !== null) note(user, 'restored');
}

/** Another user may have the name by now. */
function isSame(user: UserRecord, { uniqueId, email }: DirectoryPerson): boolean {
  if (user.ldap_unique_id !== null && uniqueId !== null) return user.ldap_unique_id === uniqueId;
  return (email ?? '').toLowerCase() === user.email;
}

interface ProviderRecheckOptions {
  readonly db: MetaDb;
  readonly provider: Pick<IdentityProvider, 'settings' | 'askAgain'>;
  readonly box: SecretBox;
  readonly now: () => number;
  /** A user was suspended or reinstated. */
  readonly note: (user: UserRecord, what: 'suspended' | 'restored') => void;
  /** The check of a user failed because the provider was unreachable. */
  readonly onFailure: (user: UserRecord, error: unknown) => void;
}

/**
 * Asks an identity provider about the users it issued a refresh token for, each once per interval,
 * and suspends users who were inactive for too long. Users the provider no longer admits are
 * suspended: their sessions end and their keys are refused, until the provider admits them again or
 * they sign in. Roles and names follow the provider. An unreachable provider changes nothing;
 * rejects after several failures in a row.
 */
export async function recheckProvider(
  options: ProviderRecheckOptions,
  signal: AbortSignal,
): Promise<void> {
  const { db, provider, now, note, onFailure } = options;
  const { clientId, recheckMs, absenceMs } = provider.settings;
  if (absenceMs !== null)
    for (const user of await suspendAbsent(db, clientId, now() - absenceMs, now()))
      note(user, 'suspended');
  if (recheckMs === null) return;
  let failures = 0;
  for (const user of await grantsToCheck(db, clientId, now(), PEOPLE_PER_RUN)) {
    signal.throwIfAborted();
    // Who was away for too long stays suspended, whatever the provider says.
    const isAbsent =
      absenceMs !== null && (user.last_login_at_ms ?? user.created_at_ms) <= now() - absenceMs;
    try {
      if (!isAbsent) await settleUser(options, user);
      await checkProviderGrantAt(db, user.id, now() + recheckMs);
      failures = 0;
    } catch (error) {
      onFailure(user, error);
      await checkProviderGrantAt(db, user.id, now() + RETRY_MS);
      failures += 1;
      if (failures >= FAILURES_IN_A_ROW_MAX) throw error;
    }
  }
}

async function settleUser(
  { db, provider, box, now, note }: ProviderRecheckOptions,
  user: GrantedUserRecord,
): Promise<void> {
  let sealed = user.sealed_token;
  const token = box.open(grantName(user.id), sealed);
  // Sealed under another SERVICE_SECRET: the next sign-in brings a new one.
  if (token === null)
    throw new Error('The refresh token was encrypted with another SERVICE_SECRET.');
  const keep = async (next: string): Promise<void> => {
    const to = box.seal(grantName(user.id), next);
    await replaceProviderGrant(db, user.id, { from: sealed, to });
    sealed = to;
  };
  try {
    const identity = await provider.askAgain(token, user.oauth2_user_id, keep);
    const change =
      identity === null
        ? { suspended_at_ms: null }
        : knownIdentityChange(user, identity, provider.settings);
    await changeOutsideAccount(db, user, change, now());
    if (user.suspended_at_ms !== null) note(user, 'restored');
  } catch (error) {
    if (!(error instanceof SignInRefused) || error.problem === 'failed') throw error;
    const isOver = error.problem === 'denied';
    if (
      isOver
        ? await endProviderGrant(db, user.id, sealed, now())
        : await suspendUser(db, user.id, now())
    )
      note(user, 'suspended');
  }
}
