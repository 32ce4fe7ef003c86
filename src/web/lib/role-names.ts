import type { Role } from '#contracts/access.ts';
import type { AuthMethod } from '#contracts/user.ts';

/** Roles in words. */
export const ROLE_NAMES: Readonly<Record<Role | 'SYSTEM', string>> = {
  ADMIN: 'Admin',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
  SYSTEM: 'System',
};

/** What somebody of a role may do. */
export const ROLE_NOTES: Readonly<Record<Role, string>> = {
  ADMIN: 'Everything, users and settings included.',
  MEMBER: 'Read, send, annotate and change data.',
  VIEWER: 'Read.',
};

/** How somebody signs in. */
export const METHOD_NAMES: Readonly<Record<AuthMethod, string>> = { LOCAL: 'Password', OAUTH2: 'Identity provider', LDAP: 'Directory' };
