import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { Project } from '#contracts/projects/project.ts';
import type { ProjectRow } from '#core/ports/span-rows.ts';

const NANOS_PER_MILLI = 1_000_000;

/** A project as replies show it. */
export function projectReply(row: ProjectRow): Project {
  return { id: encodeGlobalId('Project', row.id), name: row.name, description: row.description };
}

/** The time between two moments in milliseconds, exact to the nanosecond up to three months. */
export function millisBetween(startUnixNano: bigint, endUnixNano: bigint): number {
  return Number(endUnixNano - startUnixNano) / NANOS_PER_MILLI;
}
