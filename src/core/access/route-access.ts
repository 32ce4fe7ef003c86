import { ROLE_SCOPES, roleCovers, type Scope } from '#contracts/access/access.ts';
import type { ClosedTo, RouteAccess } from '#contracts/access/route-access.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { Principal } from './principal.ts';

/** The access of a session whose password must be changed. */
const BEFORE_NEW_PASSWORD: ReadonlySet<unknown> = new Set<RouteAccess>([
  'open',
  'own-account',
  'own-password',
]);

/** Throws `unauthenticated` or `forbidden` when this caller may not use the route. */
export function assertAccess(access: RouteAccess, principal: Principal): void {
  if (access === 'open') return;
  if (principal.kind === 'nobody') throw unauthenticated();
  if (principal.mustChangePassword === true && !BEFORE_NEW_PASSWORD.has(access))
    throw passwordDue();
  if (access === 'signed-in' || access === 'own-account') return;
  if (access === 'person' || access === 'own-password') return assertPerson(principal);
  if (access === 'key-manager') return assertManagesKeys(principal);
  if (access.closedTo !== undefined) assertOpenTo(access.closedTo, principal);
  if (access.role !== undefined && !roleCovers(principal.role, access.role)) {
    throw new AppError('forbidden', 'Only admin or system users can perform this action.');
  }
  for (const scope of access.scopes)
    if (!principal.scopes.has(scope)) throw scopeMissing(principal, scope);
  if (access.workspace === true && principal.projectIds !== null) {
    throw new AppError(
      'forbidden',
      `The API key '${principal.name}' is limited to projects, and this belongs to none.`,
    );
  }
}

/** Why a caller is not authenticated; a label of metrics. */
export type AuthFailure =
  | 'missing'
  | 'malformed'
  | 'unknown'
  | 'revoked'
  | 'expired'
  | 'made_while_open'
  | 'no_user'
  | 'session'
  | 'app';

export class Unauthenticated extends AppError {
  readonly reason: AuthFailure;

  constructor(reason: AuthFailure, detail: string) {
    super('unauthenticated', detail);
    this.reason = reason;
  }
}

/** The request has no valid credentials. */
export function unauthenticated(
  detail = "Invalid token: the request carries no API key. Send it as 'Authorization: Bearer KEY', or in the header api_key.",
  reason: AuthFailure = 'missing',
): Unauthenticated {
  return new Unauthenticated(reason, detail);
}

/** A stolen key or an authorized app must not be able to take over the account behind it. */
function assertPerson({ kind }: Principal): void {
  if (kind === 'user' || kind === 'anonymous') return;
  const what = kind === 'app' ? 'an app' : 'an API key';
  throw new AppError(
    'forbidden',
    `Only users who are signed in on the page can do this; ${what} cannot.`,
  );
}

function passwordDue(): AppError {
  return new AppError(
    'forbidden',
    'Your password was set by someone else and must be changed first: POST /v1/user/password, or sign in on the page and choose a new one.',
  );
}

/** A change of who may do what would outlive the app or key that made it. */
function assertOpenTo(closedTo: ClosedTo, { kind, name }: Principal): void {
  if (kind === 'app') throw new AppError('forbidden', APPS_CHANGE_NO_ACCESS);
  if (closedTo === 'apps-and-keys' && (kind === 'user-key' || kind === 'system-key'))
    throw new AppError(
      'forbidden',
      `The API key '${name}' can't do this. Sign in on the page, or send SERVICE_ADMIN_SECRET.`,
    );
}

const APPS_CHANGE_NO_ACCESS =
  "Apps can't change users, passwords, API keys, apps, secrets or alert channels, because the change would outlive the app's access.";

/**
 * Whether the caller is a user, or a key that may manage keys. An app never is: its keys would stay
 * valid after its access was revoked.
 */
export function managesKeys({ kind, keyNumber, scopes, projectIds }: Principal): boolean {
  if (kind === 'app') return false;
  return keyNumber === null || (scopes.has('admin') && projectIds === null);
}

function assertManagesKeys(principal: Principal): void {
  if (managesKeys(principal)) return;
  const { kind, name, scopes } = principal;
  if (kind === 'app')
    throw new AppError(
      'forbidden',
      "Apps can't manage API keys, because a key would outlive the app's access.",
    );
  if (!scopes.has('admin')) {
    throw new AppError(
      'forbidden',
      `The API key '${name}' lacks the scope admin, and without it a key manages no keys; sign in, or use one that has it.`,
    );
  }
  throw new AppError(
    'forbidden',
    `The API key '${name}' is limited to projects and manages no keys.`,
  );
}

function scopeMissing(principal: Principal, scope: Scope): AppError {
  const isKey = principal.keyNumber !== null;
  // The role of a system key comes from its scopes: they are what its owner chose.
  const isViewer = principal.role === 'VIEWER' && principal.kind !== 'system-key';
  if (isViewer && !scope.endsWith(':read'))
    return new AppError('forbidden', 'Viewers cannot perform this action.');
  if (isKey)
    return new AppError('forbidden', `The API key '${principal.name}' lacks the scope ${scope}.`);
  if (principal.kind === 'app' && ROLE_SCOPES[principal.role].includes(scope))
    return new AppError('forbidden', `The app was not given the scope ${scope}.`);
  return new AppError('forbidden', 'Only admin or system users can perform this action.');
}
