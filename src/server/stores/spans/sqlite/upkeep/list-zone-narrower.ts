import type Database from 'better-sqlite3';
import type { StepTime } from '../both/step-time.ts';
import type { WriteParts } from '../write/write-parts.ts';

/** Zones of traces, and those of sessions. */
const KINDS = ['trace', 'session'] as const;
/**
 * Fewer wait until there are so many: the zone of the newest traces is soiled by nearly every
 * commit.
 */
const ZONES_MIN = 8;
const ZONES_IN_STEP = 64;

/** Whether zones are to be narrowed: from so many of a kind on, and then all of them. */
export class ListZoneQueries {
  readonly #kinds: { readonly soiled: Database.Statement<[number]>; hasBegun: boolean }[];

  constructor(db: Database.Database) {
    this.#kinds = KINDS.map((kind) => ({
      soiled: db.prepare(`SELECT 1 FROM soiled_${kind}_zones LIMIT 1 OFFSET ?`),
      hasBegun: false,
    }));
  }

  get areSoiled(): boolean {
    for (const kind of this.#kinds)
      kind.hasBegun = kind.soiled.get(kind.hasBegun ? 0 : ZONES_MIN - 1) !== undefined;
    return this.#kinds.some((kind) => kind.hasBegun);
  }
}

/**
 * Makes the bounds of zones exact whose traces or sessions grew, shrank or left, within a
 * transaction; what there is no time for stays listed.
 */
export function narrowListZones(parts: WriteParts, time: StepTime): void {
  for (const kind of KINDS) {
    const soiled = parts.db
      .prepare<[], { readonly zone: number; readonly project_id: number }>(
        `SELECT zone, project_id FROM soiled_${kind}_zones ORDER BY zone LIMIT ${ZONES_IN_STEP}`,
      )
      .all();
    const done = parts.db.prepare(
      `DELETE FROM soiled_${kind}_zones WHERE zone = ? AND project_id = ?`,
    );
    const zones = kind === 'trace' ? parts.traceZones : parts.sessionZones;
    for (const { zone, project_id: projectId } of soiled) {
      zones.remake(projectId, zone);
      done.run(zone, projectId);
      if (time.isOver) return;
    }
  }
}
