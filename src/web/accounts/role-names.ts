import type { Role } from '#contracts/access/access.ts';
import type { AuthMethod } from '#contracts/users/user.ts';

/** Roles in words. */
export const ROLE_NAMES: Readonly<Record<Role | 'SYSTEM', string>> = {
  ADMIN: 'Admin',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
  SYSTEM: 'System',
};

/** A role's permissions. */
export const ROLE_NOTES: Readonly<Record<Role, string>> = {
  ADMIN: 'Everything, users and settings included.',
  MEMBER: 'Read, send, annotate and change data.',
  VIEWER: 'Read.',
};

/** A user's sign-in method. */
export const METHOD_NAMES: Readonly<Record<AuthMethod, string>> = {
  LOCAL: 'Password',
  OAUTH2: 'Identity provider',
  LDAP: 'Directory',
};
