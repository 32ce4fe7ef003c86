import type { Role, Scope } from './access.ts';

/**
 * The access a route requires, declared with the route: `open` answers every caller, `signed-in`
 * every authenticated one, `person` only signed-in users, and `key-manager` users and keys that may
 * manage keys. `own-account` and `own-password` are `signed-in` and `person` for the routes that a
 * session may use before its password is changed. Otherwise every listed scope is required, and the
 * role if there is one. A key limited to projects gets answers about those projects only; routes
 * for data outside projects are marked `workspace` and closed to such keys.
 */
export type RouteAccess =
  | 'open'
  | 'signed-in'
  | 'own-account'
  | 'person'
  | 'own-password'
  | 'key-manager'
  | ScopedAccess;

export interface ScopedAccess {
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly role?: Role;
  readonly workspace?: true;
  /**
   * Set where a change would outlive the access of its author, such as accounts and keys. `apps`
   * may not use it whatever their scopes; with `apps-and-keys` keys may not either, which leaves
   * people who are signed in and the admin secret.
   */
  readonly closedTo?: ClosedTo;
}

/** Which callers a route refuses whatever their scopes. */
export type ClosedTo = 'apps' | 'apps-and-keys';
