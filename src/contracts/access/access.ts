/**
 * Who may do what: the one table. Scopes are those of section 5 of the service's specification;
 * roles, and what a role may do, follow the permission matrix that clients of Phoenix know.
 */

/** The scopes a key can have, and the access a route can require. */
export const SCOPES = [
  'traces:read',
  'traces:write',
  'projects:read',
  'projects:write',
  'datasets:read',
  'datasets:write',
  'experiments:read',
  'experiments:write',
  'admin',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Roles of users and of system keys, the most powerful first. */
export const ROLES = ['ADMIN', 'MEMBER', 'VIEWER'] as const;
export type Role = (typeof ROLES)[number];

/** The choices the page offers in place of single scopes. */
export const PERMISSION_LEVELS = ['read-only', 'read-write', 'admin'] as const;
export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];

const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(':read'));
const READ_WRITE_SCOPES = SCOPES.filter((scope) => scope !== 'admin');

/** The scopes behind a permission level. */
export const LEVEL_SCOPES: Readonly<Record<PermissionLevel, readonly Scope[]>> = {
  'read-only': READ_SCOPES,
  'read-write': READ_WRITE_SCOPES,
  admin: SCOPES,
};

/** The scopes of an app that requests none: read access. */
export const LEAST_APP_SCOPES: readonly Scope[] = READ_SCOPES;

/** The most that a user of a role may do. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  VIEWER: LEVEL_SCOPES['read-only'],
  MEMBER: LEVEL_SCOPES['read-write'],
  ADMIN: LEVEL_SCOPES.admin,
};

/** Whether a user of a role may do all that one of another role may. */
export function roleCovers(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}

/**
 * A key's effective scopes: those it was created with, as far as the role behind it still has them.
 * The scope `admin` includes all.
 */
export function effectiveScopes(given: readonly Scope[], role: Role): ReadonlySet<Scope> {
  const allowed = ROLE_SCOPES[role];
  return new Set(
    given.includes('admin') ? allowed : given.filter((scope) => allowed.includes(scope)),
  );
}

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
