import { SCOPES, isScope } from '#contracts/access.ts';
import type { Scope } from '#contracts/access.ts';
import { AppRefusal } from './app-refusal.ts';

/** Of OpenID Connect: libraries send them unasked, and they stand for nothing here. */
const OF_OPENID: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access']);
const WORDS_MAX = 50;

/** The scopes that an app asks for; null when it names none, which stands for all that the user may. Throws for one that there is not. */
export function askedScopes(text: string | undefined): readonly Scope[] | null {
  const words = new Set((text ?? '').split(' ').filter((word) => word !== '' && !OF_OPENID.has(word)));
  if (words.size === 0) return null;
  const unknown = [...words].find((word) => !isScope(word));
  if (unknown !== undefined || words.size > WORDS_MAX)
    throw new AppRefusal('invalid_scope', `There is no scope ${(unknown ?? '').slice(0, 80)}; there are ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => words.has(scope));
}

/** Whether nothing is asked for that was not given: `admin` and null stand for all. */
export function areGiven(asked: readonly Scope[], given: readonly Scope[] | null): boolean {
  return given === null || given.includes('admin') || asked.every((scope) => given.includes(scope));
}
