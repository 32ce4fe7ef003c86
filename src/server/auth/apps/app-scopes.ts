import { ROLE_SCOPES, SCOPES, isScope, type Role, type Scope } from '#contracts/access/access.ts';
import { AppRefusal } from './app-refusal.ts';

/** OpenID Connect scopes: libraries request them by default, and they grant nothing here. */
const OF_OPENID: ReadonlySet<string> = new Set([
  'openid',
  'profile',
  'email',
  'address',
  'phone',
  'offline_access',
]);
const WORDS_MAX = 50;

/** The scopes that an app names; null when it names none. Throws for one that there is not. */
export function askedScopes(text: string | undefined): readonly Scope[] | null {
  const words = new Set(
    (text ?? '').split(' ').filter((word) => word !== '' && !OF_OPENID.has(word)),
  );
  if (words.size === 0) return null;
  const unknown = [...words].find((word) => !isScope(word));
  if (unknown !== undefined || words.size > WORDS_MAX)
    throw new AppRefusal(
      'invalid_scope',
      `There is no scope ${(unknown ?? '').slice(0, 80)}; there are ${SCOPES.join(', ')}.`,
    );
  return SCOPES.filter((scope) => words.has(scope));
}

/** Whether every requested scope was granted; `admin` includes all. */
export function areGiven(asked: readonly Scope[], given: readonly Scope[]): boolean {
  return given.includes('admin') || asked.every((scope) => given.includes(scope));
}

/**
 * The scopes kept when a user approves an app. `admin` is kept only for admins: an app authorized
 * by a member must not gain admin access when that member is promoted later.
 */
export function approvedScopes(asked: readonly Scope[], role: Role): readonly Scope[] {
  return asked.includes('admin') && !ROLE_SCOPES[role].includes('admin')
    ? ROLE_SCOPES[role]
    : asked;
}
