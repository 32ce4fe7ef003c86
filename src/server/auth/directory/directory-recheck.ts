import { roleOfGroups } from '#core/directory/group-roles.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  directoryUsersCheckedBefore,
  suspendDirectoryUser,
  type DirectoryUserRecord,
} from '#server/stores/meta/access/directory-users.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { changeOutsideAccount } from '../outside-account.ts';
import type { Directory, DirectoryPerson } from './directory.ts';
import { knownPersonChange } from './directory-user.ts';

export interface DirectoryRecheckOptions {
  readonly db: MetaDb;
  readonly directory: Directory;
  readonly now: () => number;
  /** A user was suspended or reinstated. */
  readonly note: (user: UserRecord, what: 'suspended' | 'restored') => void;
}

const PEOPLE_PER_STEP = 50;

/**
 * Looks up in the directory the users whose last lookup is due. Users who are missing, disabled or without a role there are suspended:
 * their sessions end and their keys are refused, until a lookup finds them again or they sign in. Roles and names follow the directory.
 * Rejects when the directory is unreachable, which changes nothing.
 */
export async function recheckDirectory(options: DirectoryRecheckOptions, signal: AbortSignal): Promise<void> {
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
