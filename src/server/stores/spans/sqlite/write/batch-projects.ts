import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import { insertProject, projectByName } from '../both/project-queries.ts';
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
  const isInside = insideOf(parts, projectName, allowedProjectIds);
  return records.every((record) => isInside(record.traceId, record.resource.projectName));
}

/** Tells of a trace, and the project that is named for it, whether it is or would be in these projects. */
export function insideOf(
  parts: WriteParts,
  projectName: string | null,
  allowedProjectIds: readonly number[],
): (traceId: Uint8Array, named: string | null) => boolean {
  const allowed = new Set(allowedProjectIds);
  return (traceId, named) => {
    const home = parts.traces.projectOf(traceId);
    if (home !== null) return allowed.has(home);
    const name = projectName ?? named;
    if (name === null && allowedProjectIds.length === 1) return true;
    const project = knownProject(parts, name ?? DEFAULT_PROJECT);
    return project !== null && allowed.has(project);
  };
}

/** The outcome of a batch that doesn't. */
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
