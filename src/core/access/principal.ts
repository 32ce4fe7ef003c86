import { SCOPES, type Role, type Scope } from '#contracts/access/access.ts';

/**
 * The caller of a request. `nobody` sent no credentials while authentication is on (open routes see
 * it), `anonymous` is every caller while authentication is off, `server` sent
 * `SERVICE_ADMIN_SECRET`, `command-line` is a command on the machine itself, `user` is signed in on
 * the page, `app` is a program that a user authorized, and the others are API keys.
 */
export type PrincipalKind =
  | 'nobody'
  | 'anonymous'
  | 'server'
  | 'command-line'
  | 'user'
  | 'app'
  | 'user-key'
  | 'system-key';

export interface Principal {
  readonly kind: PrincipalKind;
  /**
   * Row number of the user: who is signed in, or whose key or app it is; null when there is none.
   */
  readonly userNumber: number | null;
  /** Row number of the API key. */
  readonly keyNumber: number | null;
  /** Row number of the signed-in session. */
  readonly sessionNumber: number | null;
  /**
   * For people: an e-mail address, with the app behind it where one acts for a user, or a key's
   * name. Never a secret.
   */
  readonly name: string;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
  /** The only projects it may see; null for all. */
  readonly projectIds: readonly number[] | null;
  /**
   * Someone else set their password: until they have chosen one themselves, they may do nothing
   * else.
   */
  readonly mustChangePassword?: true;
}

const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);

/** Every caller while authentication is off: everything is allowed. */
export const ANONYMOUS: Principal = {
  kind: 'anonymous',
  userNumber: null,
  keyNumber: null,
  sessionNumber: null,
  name: 'anonymous',
  role: 'ADMIN',
  scopes: ALL_SCOPES,
  projectIds: null,
};

/** The bearer of the admin secret: the operator, from a program. */
export const SERVER_PRINCIPAL: Principal = {
  ...ANONYMOUS,
  kind: 'server',
  name: 'system@localhost',
};

/** A command on the machine itself, run by a user who may read the data directory. */
export function commandLine(name: string): Principal {
  return { ...ANONYMOUS, kind: 'command-line', name };
}

/**
 * An unauthenticated caller, where a route is open to all. The audit log has its kind as `nobody`.
 */
export const UNAUTHENTICATED: Principal = {
  ...ANONYMOUS,
  kind: 'nobody',
  name: 'nobody',
  role: 'VIEWER',
  scopes: new Set(),
};
