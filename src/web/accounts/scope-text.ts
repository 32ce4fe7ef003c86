import { SCOPES, type Scope } from '#contracts/access/access.ts';

/** A scope's permissions in words; those of one subject together. */
const THINGS = [
  ['traces', 'traces, spans, sessions and their annotations'],
  ['projects', 'projects'],
  ['datasets', 'datasets'],
  ['experiments', 'experiments'],
] as const;

/** The additional rights of `admin` for an app; listed separately, in red. */
export const ADMIN_RIGHTS = 'read users and the audit log, delete projects and change retention';

/**
 * The scopes' permissions, a line for each subject; `admin` includes all of them, and
 * `ADMIN_RIGHTS` besides.
 */
export function scopeLines(scopes: readonly Scope[]): readonly string[] {
  const has = new Set(scopes.includes('admin') ? SCOPES : scopes);
  return THINGS.flatMap(([thing, text]) => {
    const [reads, writes] = [has.has(`${thing}:read`), has.has(`${thing}:write`)];
    if (!reads && !writes) return [];
    return [`${reads && writes ? 'Read and change' : reads ? 'Read' : 'Send and change'} ${text}`];
  });
}
