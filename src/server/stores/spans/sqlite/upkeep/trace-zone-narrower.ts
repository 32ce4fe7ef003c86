import type Database from 'better-sqlite3';
import type { StepTime } from '../both/step-time.ts';
import type { WriteParts } from '../write/write-parts.ts';

/**
 * Fewer wait until there are so many: the zone of the newest traces is soiled by nearly every
 * commit.
 */
const ZONES_MIN = 8;
const ZONES_IN_STEP = 64;

/** Whether zones of traces are to be narrowed: from so many on, and then all of them. */
export class TraceZoneQueries {
  readonly #soiled: Database.Statement<[number]>;
  #hasBegun = false;

  constructor(db: Database.Database) {
    this.#soiled = db.prepare('SELECT 1 FROM soiled_trace_zones LIMIT 1 OFFSET ?');
  }

  get areSoiled(): boolean {
    this.#hasBegun = this.#soiled.get(this.#hasBegun ? 0 : ZONES_MIN - 1) !== undefined;
    return this.#hasBegun;
  }
}

/**
 * Makes the bounds of zones exact whose traces grew, shrank or left, within a transaction; what
 * there is no time for stays listed.
 */
export function narrowTraceZones(parts: WriteParts, time: StepTime): void {
  const soiled = parts.db
    .prepare<[], { readonly zone: number; readonly project_id: number }>(
      `SELECT zone, project_id FROM soiled_trace_zones ORDER BY zone LIMIT ${ZONES_IN_STEP}`,
    )
    .all();
  const done = parts.db.prepare('DELETE FROM soiled_trace_zones WHERE zone = ? AND project_id = ?');
  for (const { zone, project_id: projectId } of soiled) {
    parts.traceZones.remake(projectId, zone);
    done.run(zone, projectId);
    if (time.isOver) return;
  }
}
