import { ROLE_SCOPES, effectiveScopes, isScope } from '#contracts/access.ts';
import type { Role, Scope } from '#contracts/access.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';

/** The scopes of a key as they are stored, without those of another version. */
export function storedScopes({ scopes }: { readonly scopes: string }): readonly Scope[] {
  return listOf(scopes).filter((scope): scope is Scope => typeof scope === 'string' && isScope(scope));
}

/** What an app may: the scopes it was given as far as its user's role has them now, or all that the role has. */
export function grantedScopes(scopes: string | null, role: Role): ReadonlySet<Scope> {
  return scopes === null ? new Set(ROLE_SCOPES[role]) : effectiveScopes(storedScopes({ scopes }), role);
}

/** The numbers of the projects that a key is limited to; null for all. */
export function storedProjects({ project_ids: ids }: { readonly project_ids: string | null }): readonly number[] | null {
  return ids === null ? null : listOf(ids).filter((number) => typeof number === 'number');
}

/** What the role of a user lets do: the built-in account does what admins do. */
export function roleOfUser(role: UserRecord['role']): Role {
  return role === 'SYSTEM' ? 'ADMIN' : role;
}

function listOf(json: string): readonly unknown[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : [];
}
