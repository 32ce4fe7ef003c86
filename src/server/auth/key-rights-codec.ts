import {
  LEAST_APP_SCOPES,
  effectiveScopes,
  isScope,
  type Role,
  type Scope,
} from '#contracts/access/access.ts';
import type { UserRecord } from '#server/stores/meta/access-tables.ts';

/** The scopes of a key as they are stored, without those of another version. */
export function storedScopes({ scopes }: { readonly scopes: string }): readonly Scope[] {
  return listOf(scopes).filter(
    (scope): scope is Scope => typeof scope === 'string' && isScope(scope),
  );
}

/**
 * The scopes granted to an app. Null is from the time when a request without scopes granted all of
 * them: such an app can only read until it is authorized again.
 */
export function appScopes(scopes: string | null): readonly Scope[] {
  return scopes === null ? LEAST_APP_SCOPES : storedScopes({ scopes });
}

/** An app's effective scopes: those granted, as far as its user's role still has them. */
export function grantedScopes(scopes: string | null, role: Role): ReadonlySet<Scope> {
  return effectiveScopes(appScopes(scopes), role);
}

/** The numbers of the projects that a key is limited to; null for all. */
export function storedProjects({
  project_ids: ids,
}: {
  readonly project_ids: string | null;
}): readonly number[] | null {
  return ids === null ? null : listOf(ids).filter((number) => typeof number === 'number');
}

/** The permissions of a user's role: the built-in account has those of an admin. */
export function roleOfUser(role: UserRecord['role']): Role {
  return role === 'SYSTEM' ? 'ADMIN' : role;
}

function listOf(json: string): readonly unknown[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : [];
}
