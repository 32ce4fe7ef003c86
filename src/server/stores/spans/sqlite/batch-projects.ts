import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-store.ts';
import { insertProject, projectByName } from './project-queries.ts';
import type { WriteParts } from './write-parts.ts';

export const DEFAULT_PROJECT = 'default';

/** The project of a span that starts a trace: as the batch says, before what the resource says. Makes one that is new. */
export function projectOfNewTrace(parts: WriteParts, { projectName, allowedProjectIds }: SpanBatch, record: SpanRecord): number {
  const name = projectName ?? record.resource.projectName;
  const [only] = allowedProjectIds ?? [];
  if (name === null && only !== undefined && allowedProjectIds?.length === 1) return only;
  return projectNumber(parts, name ?? DEFAULT_PROJECT);
}

/** Whether all of a limited batch stays in its projects. Makes nothing, so that a batch that does not leaves no trace. */
export function staysInside(parts: WriteParts, { projectName, records }: SpanBatch, allowedProjectIds: readonly number[]): boolean {
  const allowed = new Set(allowedProjectIds);
  return records.every((record) => {
    const home = parts.traces.projectOf(record.traceId);
    if (home !== null) return allowed.has(home);
    const name = projectName ?? record.resource.projectName;
    if (name === null && allowedProjectIds.length === 1) return true;
    const named = knownProject(parts, name ?? DEFAULT_PROJECT);
    return named !== null && allowed.has(named);
  });
}

/** What became of a batch that does not. */
export function forbiddenBatch({ records }: SpanBatch): WriteOutcome {
  const refused = records.map((_, index) => ({ index, reason: 'beyond the projects of its key' }));
  return { stored: 0, duplicates: 0, refused, projectIds: [], isForbidden: true };
}

function projectNumber(parts: WriteParts, name: string): number {
  const known = knownProject(parts, name);
  if (known !== null) return known;
  const id = insertProject(parts.db, name, null);
  parts.projectIds.set(name, id);
  return id;
}

function knownProject(parts: WriteParts, name: string): number | null {
  const known = parts.projectIds.get(name) ?? projectByName(parts.db, name)?.id;
  if (known !== undefined) parts.projectIds.set(name, known);
  return known ?? null;
}
