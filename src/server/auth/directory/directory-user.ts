import { createHash } from 'node:crypto';
import type { Role } from '#contracts/access/access.ts';
import { isMailAddress } from '#contracts/users/mail-address.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import {
  findUser,
  findUserByDirectoryId,
  type UserChange,
} from '#server/stores/meta/access/users.queries.ts';
import {
  changeOutsideAccount,
  isWaitingFor,
  makeOutsideAccount,
  outsideName,
} from '../outside-account.ts';
import type { DirectoryPerson } from './directory.ts';

/** Why a user of the directory has no account here. */
export type DirectoryRefusal = 'no-email' | 'no-id' | 'no-account' | 'taken';

export interface DirectoryRules {
  readonly allowSignUp: boolean;
  /** Whether people are known by a unique id rather than by their address. */
  readonly byId: boolean;
  /** Whether people have addresses of their own. */
  readonly hasEmail: boolean;
}

const NAME_CHARS_MAX = 128;

export type PersonWithRole = DirectoryPerson & { readonly role: Role };

/** The directory admits a known user: clears all reasons for suspension. */
export function knownPersonChange(
  user: UserRecord,
  person: PersonWithRole,
  nowMs: number,
): UserChange {
  const name = shownName(person);
  return {
    ...foundNow(person, nowMs),
    ...(name === null ? {} : outsideName(user, name)),
    role: person.role,
    suspended_at_ms: null,
  };
}

function foundNow({ login }: DirectoryPerson, nowMs: number) {
  return { directory_login: login, directory_checked_at_ms: nowMs };
}

function shownName({ name }: DirectoryPerson): string | null {
  const shown = name
    ?.replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, NAME_CHARS_MAX);
  return shown === undefined || shown === '' ? null : shown;
}

/**
 * The account of a directory user: the one with that unique id, else with that address, if it signs
 * in with the directory or is waiting to; otherwise a new one if that is allowed. The role comes
 * from the directory at each sign-in.
 */
export async function directoryUser(
  db: MetaDb,
  person: PersonWithRole,
  { allowSignUp, byId, hasEmail }: DirectoryRules,
  nowMs: number,
): Promise<UserRecord | DirectoryRefusal> {
  const { uniqueId, role } = person;
  if (byId && uniqueId === null) return 'no-id';
  const known = uniqueId === null ? null : await findUserByDirectoryId(db, uniqueId);
  if (known !== null)
    return (
      (await changeOutsideAccount(db, known, knownPersonChange(known, person, nowMs), nowMs)) ??
      'taken'
    );
  const email = hasEmail ? (person.email ?? '').toLowerCase() : substituteEmail(uniqueId ?? '');
  if (!isMailAddress(email)) return 'no-email';
  const bound = { auth_method: 'LDAP', ldap_unique_id: uniqueId } as const;
  const byEmail = await findUser(db, { email });
  if (byEmail !== null) {
    // Where addresses tell who people are, an id of earlier days does not.
    const isSame = byEmail.auth_method === 'LDAP' && !byId;
    if (!isSame && !isWaitingFor('LDAP', byEmail)) return 'taken';
    const change = {
      ...bound,
      ...(isSame ? knownPersonChange(byEmail, person, nowMs) : foundNow(person, nowMs)),
      ldap_unique_id: uniqueId ?? byEmail.ldap_unique_id,
      role,
      password_needs_reset: 0 as const,
    };
    return (await changeOutsideAccount(db, byEmail, change, nowMs)) ?? 'taken';
  }
  if (!allowSignUp) return 'no-account';
  const user = { email, role, ...bound, ...foundNow(person, nowMs) };
  return (
    (await makeOutsideAccount(db, user, [shownName(person) ?? email, email], nowMs)) ?? 'taken'
  );
}

/** For users without an address: one that leads nowhere (RFC 2606), and that no other user gets. */
function substituteEmail(uniqueId: string): string {
  return `${createHash('sha256').update(uniqueId).digest('hex').slice(0, 32)}@directory.invalid`;
}
