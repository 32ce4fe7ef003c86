import { ROLE_SCOPES, SCOPES, isScope } from '#contracts/access.ts';
import type { Role, Scope } from '#contracts/access.ts';
import { AppRefusal } from './app-refusal.ts';

/** Of OpenID Connect: libraries send them unasked, and they stand for nothing here. */
const OF_OPENID: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access']);
const WORDS_MAX = 50;

/** The scopes that an app names; null when it names none. Throws for one that there is not. */
export function askedScopes(text: string | undefined): readonly Scope[] | null {
  const words = new Set((text ?? '').split(' ').filter((word) => word !== '' && !OF_OPENID.has(word)));
  if (words.size === 0) return null;
  const unknown = [...words].find((word) => !isScope(word));
  if (unknown !== undefined || words.size > WORDS_MAX)
    throw new AppRefusal('invalid_scope', `There is no scope ${(unknown ?? '').slice(0, 80)}; there are ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => words.has(scope));
}

/** Whether nothing is asked for that was not given; `admin` stands for all. */
export function areGiven(asked: readonly Scope[], given: readonly Scope[]): boolean {
  return given.includes('admin') || asked.every((scope) => given.includes(scope));
}

/**
 * What is kept of the scopes that somebody of a role approves. `admin` is kept only where they have it: an app that was let in by a member must
 * not administer the server on the day that the member becomes an admin, whom nobody asked.
 */
export function approvedScopes(asked: readonly Scope[], role: Role): readonly Scope[] {
  return asked.includes('admin') && !ROLE_SCOPES[role].includes('admin') ? ROLE_SCOPES[role] : asked;
}
