import {
  LEVEL_SCOPES,
  PERMISSION_LEVELS,
  ROLES,
  ROLE_SCOPES,
  SCOPES,
  effectiveScopes,
  roleCovers,
  type PermissionLevel,
  type Role,
  type Scope,
} from '#contracts/access/access.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { Principal } from './principal.ts';

/** The scopes and role requested for a new key. */
export interface AskedRights {
  readonly scopes?: readonly Scope[];
  readonly level?: PermissionLevel;
  readonly role?: Role;
}

/** The scopes and role a key receives; the role is that of a system key. */
export interface KeyRights {
  readonly scopes: readonly Scope[];
  readonly role: Role | null;
}

/** The rights of a user's key. Throws `unprocessable` for what makes no sense. */
export function userKeyRights(asked: AskedRights): KeyRights {
  if (asked.role !== undefined)
    throw new AppError(
      'unprocessable',
      'body.role is of system keys; a user key has the role of its user.',
    );
  const scopes = askedScopes(asked);
  if (scopes === null) {
    throw new AppError(
      'unprocessable',
      `body.scopes is required: any of ${SCOPES.join(', ')}. Or give body.level: ${PERMISSION_LEVELS.join(', ')}.`,
    );
  }
  return { scopes, role: null };
}

/**
 * The rights of a system key: without scopes all that its role may, without a role the least that
 * may do what the scopes say.
 */
export function systemKeyRights(asked: AskedRights): KeyRights {
  const scopes = askedScopes(asked);
  const role = asked.role ?? (scopes === null ? null : leastRole(scopes));
  if (role === null) {
    throw new AppError(
      'unprocessable',
      `body.role is required for a system key: one of ${ROLES.join(', ')}. Or give body.scopes or body.level.`,
    );
  }
  const beyond = scopes?.find((scope) => !ROLE_SCOPES[role].includes(scope));
  if (beyond !== undefined) {
    throw new AppError(
      'unprocessable',
      `body.scopes has ${beyond}, which the role ${role} may not; give a role that may, or leave it out.`,
    );
  }
  return { scopes: scopes ?? ROLE_SCOPES[role], role };
}

/** Callers can only grant what they have themselves. Throws `forbidden`. */
export function assertCanGive(caller: Principal, { scopes, role }: KeyRights): void {
  const lacking = scopes.find((scope) => !caller.scopes.has(scope));
  if (lacking !== undefined) {
    throw new AppError(
      'forbidden',
      `The scope ${lacking} cannot be given by '${caller.name}', who does not have it.`,
    );
  }
  if (role !== null && !roleCovers(caller.role, role)) {
    throw new AppError(
      'forbidden',
      `The role ${role} cannot be given by '${caller.name}', whose role is ${caller.role}.`,
    );
  }
}

/**
 * The scopes a key shows: as created, except that `admin`, which includes all, shows only if the
 * role behind it has all.
 */
export function shownScopes(given: readonly Scope[], role: Role | null): readonly Scope[] {
  if (role === null || !given.includes('admin') || role === 'ADMIN') return given;
  return [...effectiveScopes(given, role)];
}

/** The permission level that is just these scopes, or null. */
export function levelOf(scopes: readonly Scope[]): PermissionLevel | null {
  if (scopes.includes('admin')) return 'admin';
  return (
    PERMISSION_LEVELS.find(
      (level) =>
        LEVEL_SCOPES[level].length === scopes.length &&
        LEVEL_SCOPES[level].every((one) => scopes.includes(one)),
    ) ?? null
  );
}

function askedScopes({ scopes, level }: AskedRights): readonly Scope[] | null {
  if (scopes !== undefined && level !== undefined) {
    throw new AppError(
      'unprocessable',
      'body.level and body.scopes say the same thing twice; give one of them.',
    );
  }
  if (level !== undefined) return LEVEL_SCOPES[level];
  return scopes === undefined ? null : [...new Set(scopes)];
}

function leastRole(scopes: readonly Scope[]): Role {
  return (
    ROLES.findLast((role) => scopes.every((scope) => ROLE_SCOPES[role].includes(scope))) ?? 'ADMIN'
  );
}
