import { AppError } from '#contracts/wire/errors.ts';
import { roleOfGroups } from '#core/directory/group-roles.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';
import type { AccountLock, TriedFrom } from '../account-lock.ts';
import type { Directory, DirectoryPerson } from './directory.ts';
import { directoryUser, type DirectoryRefusal } from './directory-user.ts';

export interface DirectorySignInOptions {
  readonly db: MetaDb;
  readonly directory: Directory;
  readonly lock: AccountLock;
  readonly now: () => number;
}

/** Shown only to users whose password was correct. */
const REFUSALS: Readonly<Record<DirectoryRefusal | 'no-role', string>> = {
  'no-role': 'None of your groups may sign in to this server.',
  'no-email': 'The directory has no e-mail address for you. Ask its administrator to add one.',
  'no-id': 'The directory has no unique ID for you. Ask this server’s administrator.',
  'no-account': 'You have no account here. Ask an admin for one.',
  taken: 'There is an account of your address already, which signs in otherwise.',
};

/** Signing in by the name and password of a directory. Its people have no password here. */
export class DirectorySignIn {
  readonly #options: DirectorySignInOptions;

  constructor(options: DirectorySignInOptions) {
    this.#options = options;
  }

  /**
   * Who it is; rejects with `unauthenticated`, with `rate_limited` while the account is locked, or
   * with `unavailable`.
   */
  async check(username: string, password: string, from: TriedFrom): Promise<UserRecord> {
    const { directory, lock } = this.#options;
    let account: string | null = null;
    const beforeTry = async (tried: string): Promise<void> => {
      await lock.begin(`directory ${tried}`, from);
      account = `directory ${tried}`;
    };
    const person = await directory
      .check(username, password, beforeTry)
      .catch(async (error: unknown) => {
        if (account !== null) await lock.takeBack(account, from);
        throw error;
      });
    if (person === null)
      throw new AppError(
        'unauthenticated',
        'The user name or the password is incorrect. Check both, or have your password reset in the directory.',
      );
    if (account !== null) await lock.open(account, from);
    return await this.#userOf(person);
  }

  async #userOf(person: DirectoryPerson): Promise<UserRecord> {
    const { db, directory, now } = this.#options;
    const { roles, allowSignUp, emailAttribute, uniqueIdAttribute } = directory.settings;
    const role = roleOfGroups(roles, person.groups);
    if (role === null) throw new AppError('unauthenticated', REFUSALS['no-role']);
    const rules = {
      allowSignUp,
      byId: uniqueIdAttribute !== null,
      hasEmail: emailAttribute !== null,
    };
    const user = await directoryUser(db, { ...person, role }, rules, now());
    if (typeof user === 'string') throw new AppError('unauthenticated', REFUSALS[user]);
    return user;
  }
}
