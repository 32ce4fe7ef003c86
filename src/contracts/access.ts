/**
 * Who may do what: the one table. Scopes are those of section 5 of the service's specification; roles, and what a role may do, follow
 * the permission matrix that clients of Phoenix know.
 */

/** What a key can be allowed, and what a route can ask for. */
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

/** What the page offers in place of single scopes. */
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

/** What an app gets that names no scope: it reads. */
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

/** The scopes a key has in the end: those it was given, as far as the role behind it has them now. The scope `admin` stands for all. */
export function effectiveScopes(given: readonly Scope[], role: Role): ReadonlySet<Scope> {
  const allowed = ROLE_SCOPES[role];
  return new Set(given.includes('admin') ? allowed : given.filter((scope) => allowed.includes(scope)));
}

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
