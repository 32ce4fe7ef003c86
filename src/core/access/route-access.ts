import { ROLE_SCOPES, roleCovers } from '#contracts/access.ts';
import type { Role, Scope } from '#contracts/access.ts';
import { AppError } from '#contracts/errors.ts';
import type { Principal } from './principal.ts';

/**
 * What a route asks of its caller, declared where the route is: `open` answers anybody, `signed-in` whoever is known, `person` people alone,
 * and `key-manager` people and those keys that may manage keys. Otherwise every scope listed is needed, and the role when there is one. A key
 * that is limited to projects is answered about those alone; what belongs to no project is marked `workspace` and closed to such keys.
 */
export type RouteAccess = 'open' | 'signed-in' | 'person' | 'key-manager' | ScopedAccess;

export interface ScopedAccess {
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly role?: Role;
  readonly workspace?: true;
}

/** Throws `unauthenticated` or `forbidden` when this caller may not use the route. */
export function assertAccess(access: RouteAccess, principal: Principal): void {
  if (access === 'open') return;
  if (principal.kind === 'nobody') throw unauthenticated();
  if (access === 'signed-in') return;
  if (access === 'person') return assertPerson(principal);
  if (access === 'key-manager') return assertManagesKeys(principal);
  if (access.role !== undefined && !roleCovers(principal.role, access.role)) {
    throw new AppError('forbidden', 'Only admin or system users can perform this action.');
  }
  for (const scope of access.scopes) if (!principal.scopes.has(scope)) throw scopeMissing(principal, scope);
  if (access.workspace === true && principal.projectIds !== null) {
    throw new AppError('forbidden', `The API key '${principal.name}' is limited to projects, and this belongs to none.`);
  }
}

/** Why nobody is known; a label of metrics. */
export type AuthFailure = 'missing' | 'malformed' | 'unknown' | 'revoked' | 'expired' | 'made_while_open' | 'no_user' | 'session' | 'app';

export class Unauthenticated extends AppError {
  readonly reason: AuthFailure;

  constructor(reason: AuthFailure, detail: string) {
    super('unauthenticated', detail);
    this.reason = reason;
  }
}

/** Nobody is known by what the request carries. */
export function unauthenticated(
  detail = 'Invalid token: the request carries no API key, or one that is not valid.',
  reason: AuthFailure = 'missing',
): Unauthenticated {
  return new Unauthenticated(reason, detail);
}

/** What is stolen with a key, or let in as an app, must not take over the account behind it. */
function assertPerson({ kind }: Principal): void {
  if (kind === 'user' || kind === 'anonymous') return;
  const what = kind === 'app' ? 'an app' : 'an API key';
  throw new AppError('forbidden', `This is for somebody who is signed in on the page; ${what} may not do it.`);
}

/** Whether it is a person, or a key that may manage keys. An app never does: the keys it made would be good after it was cut off. */
export function managesKeys({ kind, keyNumber, scopes, projectIds }: Principal): boolean {
  if (kind === 'app') return false;
  return keyNumber === null || (scopes.has('admin') && projectIds === null);
}

function assertManagesKeys(principal: Principal): void {
  if (managesKeys(principal)) return;
  const { kind, name, scopes } = principal;
  if (kind === 'app') throw new AppError('forbidden', 'An app manages no API keys: those it made would be good after it is cut off.');
  if (!scopes.has('admin')) {
    throw new AppError(
      'forbidden',
      `The API key '${name}' lacks the scope admin, and without it a key manages no keys; sign in, or use one that has it.`,
    );
  }
  throw new AppError('forbidden', `The API key '${name}' is limited to projects and manages no keys.`);
}

function scopeMissing(principal: Principal, scope: Scope): AppError {
  const isKey = principal.keyNumber !== null;
  if (principal.role === 'VIEWER' && !scope.endsWith(':read')) return new AppError('forbidden', 'Viewers cannot perform this action.');
  if (isKey) return new AppError('forbidden', `The API key '${principal.name}' lacks the scope ${scope}.`);
  if (principal.kind === 'app' && ROLE_SCOPES[principal.role].includes(scope))
    return new AppError('forbidden', `The app was not given the scope ${scope}.`);
  return new AppError('forbidden', 'Only admin or system users can perform this action.');
}
