import { LEAST_APP_SCOPES, effectiveScopes, isScope } from '#contracts/access.ts';
import type { Role, Scope } from '#contracts/access.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';

/** The scopes of a key as they are stored, without those of another version. */
export function storedScopes({ scopes }: { readonly scopes: string }): readonly Scope[] {
  return listOf(scopes).filter((scope): scope is Scope => typeof scope === 'string' && isScope(scope));
}

/** The scopes an app was given. Null was stored while a request without scopes stood for all of them: such an app reads, until it asks anew. */
export function appScopes(scopes: string | null): readonly Scope[] {
  return scopes === null ? LEAST_APP_SCOPES : storedScopes({ scopes });
}

/** What an app may: the scopes it was given, as far as its user's role has them now. */
export function grantedScopes(scopes: string | null, role: Role): ReadonlySet<Scope> {
  return effectiveScopes(appScopes(scopes), role);
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
