import type { Scope } from '#contracts/access.ts';

/** What a scope lets do, in words; those of one thing together. */
const THINGS = [
  ['traces', 'traces, spans, sessions and their annotations'],
  ['projects', 'projects'],
  ['datasets', 'datasets'],
  ['experiments', 'experiments'],
] as const;

/** What scopes let do, a line for each thing; `admin` is the last. */
export function scopeLines(scopes: readonly Scope[]): readonly string[] {
  const has = new Set(scopes);
  const lines = THINGS.flatMap(([thing, text]) => {
    const [reads, writes] = [has.has(`${thing}:read`), has.has(`${thing}:write`)];
    if (!reads && !writes) return [];
    return [`${reads && writes ? 'Read and change' : reads ? 'Read' : 'Send and change'} ${text}`];
  });
  return has.has('admin') ? [...lines, 'Administer the server: users, settings, the audit log'] : lines;
}
