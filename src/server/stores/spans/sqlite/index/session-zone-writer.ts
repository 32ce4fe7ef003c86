import type Database from 'better-sqlite3';

/** So many consecutive session numbers are one zone of sessions. */
const SESSIONS_IN_ZONE = 256;

/**
 * How far the cost that sessions are ranked by may be from `cost_sum`: each trace's is rounded there
 * by itself, negative ones upwards, and a double holds large ones less exactly.
 */
const COST_SLACK = '(2 * trace_count + 1 + abs(cost_sum) / 1e12)';
export const COST_LOW = `CAST(cost_sum - ${COST_SLACK} AS INTEGER)`;
export const COST_HIGH = `CAST(cost_sum + ${COST_SLACK} AS INTEGER)`;

const COLUMNS = [
  ['start_min', 'min', 'start_time'],
  ['end_max', 'max', 'end_time'],
  ['duration_min', 'min', 'end_time - start_time'],
  ['duration_max', 'max', 'end_time - start_time'],
  ['traces_min', 'min', 'trace_count'],
  ['traces_max', 'max', 'trace_count'],
  ['errors_min', 'min', 'error_count'],
  ['errors_max', 'max', 'error_count'],
  ['tokens_min', 'min', 'token_count'],
  ['tokens_max', 'max', 'token_count'],
  ['cost_min', 'min', COST_LOW],
  ['cost_max', 'max', COST_HIGH],
] as const;
const INTO = `INSERT INTO session_zones (project_id, zone, ${COLUMNS.map(([name]) => name).join(', ')})
SELECT project_id, id >> 8, ${COLUMNS.map(([, extreme, value]) => `${extreme}(${value})`).join(', ')}
FROM sessions NOT INDEXED`;
const GIVEN = 'id IN (SELECT value FROM json_each(?))';

/** Takes sessions into their zones as they are. */
export const WIDEN_ZONES_SQL = `${INTO} WHERE ${GIVEN} GROUP BY project_id, id >> 8
ON CONFLICT DO UPDATE SET ${COLUMNS.map(([name, extreme]) => `${name} = ${extreme}(${name}, excluded.${name})`).join(', ')}`;

/** The zone of the sessions in a range of numbers, as they are. */
export const SESSION_ZONE_SQL = `${INTO} WHERE id BETWEEN ? AND ? AND project_id = ? GROUP BY project_id`;

/**
 * Keeps the lowest and highest values of 256 consecutive sessions by each sort that no index has, so
 * that a list that is sorted by one reads the zones that may hold its rows and no others. They may
 * be wider than the sessions are, never narrower.
 */
export class SessionZoneWriter {
  readonly #widen: Database.Statement<[string]>;
  readonly #soil: Database.Statement<[string]>;
  readonly #drop: Database.Statement<[number, number]>;
  readonly #make: Database.Statement<[number, number, number]>;

  constructor(db: Database.Database) {
    this.#widen = db.prepare(WIDEN_ZONES_SQL);
    this.#soil = db.prepare(
      `INSERT OR IGNORE INTO soiled_session_zones (zone, project_id)
       SELECT DISTINCT id >> 8, project_id FROM sessions NOT INDEXED WHERE ${GIVEN}`,
    );
    this.#drop = db.prepare('DELETE FROM session_zones WHERE project_id = ? AND zone = ?');
    this.#make = db.prepare(SESSION_ZONE_SQL);
  }

  /** Takes in sessions as they are stored now. */
  add(numbers: readonly number[]): void {
    if (numbers.length > 0) this.#widen.run(JSON.stringify(numbers));
  }

  /** Sessions changed, or are about to leave: their zones are narrowed in the background. */
  soil(numbers: readonly number[]): void {
    if (numbers.length > 0) this.#soil.run(JSON.stringify(numbers));
  }

  /** Makes a zone of a project anew from the stored sessions; none of them, no zone. */
  remake(projectId: number, zone: number): void {
    this.#drop.run(projectId, zone);
    this.#make.run(...numbersOfSessionZone(zone), projectId);
  }
}

/** The numbers that the sessions of a zone may have, both included. */
export function numbersOfSessionZone(zone: number): readonly [low: number, high: number] {
  return [zone * SESSIONS_IN_ZONE, (zone + 1) * SESSIONS_IN_ZONE - 1];
}
