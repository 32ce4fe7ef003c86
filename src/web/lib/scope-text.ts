import { SCOPES } from '#contracts/access.ts';
import type { Scope } from '#contracts/access.ts';

/** What a scope lets do, in words; those of one thing together. */
const THINGS = [
  ['traces', 'traces, spans, sessions and their annotations'],
  ['projects', 'projects'],
  ['datasets', 'datasets'],
  ['experiments', 'experiments'],
] as const;

/** What `admin` lets an app do besides; it stands apart, in red. */
export const ADMIN_RIGHTS = 'read users and the audit log, delete projects and change retention';

/** What scopes let do, a line for each thing; `admin` stands for all of them, and has `ADMIN_RIGHTS` besides. */
export function scopeLines(scopes: readonly Scope[]): readonly string[] {
  const has = new Set(scopes.includes('admin') ? SCOPES : scopes);
  return THINGS.flatMap(([thing, text]) => {
    const [reads, writes] = [has.has(`${thing}:read`), has.has(`${thing}:write`)];
    if (!reads && !writes) return [];
    return [`${reads && writes ? 'Read and change' : reads ? 'Read' : 'Send and change'} ${text}`];
  });
}
