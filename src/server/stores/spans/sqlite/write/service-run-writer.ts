import type Database from 'better-sqlite3';
import { RUN_GAP_SLOTS, SLOT_NANOS } from '#core/figures/deployments.ts';
import { RecentMap } from '../both/recent-map.ts';
import { ROLLUP_LEVELS } from '../rollups/rollup.ts';

const SLOTS_PER_HOUR = ROLLUP_LEVELS[1].nanos / Number(SLOT_NANOS);
/** Runs remembered between transactions. */
const RUNS_KEPT = 2_048;

interface Run {
  readonly first: number;
  readonly last: number;
  readonly since: bigint;
}

interface RunCells {
  readonly first_slot: bigint;
  readonly last_slot: bigint;
  readonly first_time: bigint;
}

/** A ten-minute slot of a project that spans of a context start in, and the first of them. */
interface Visit {
  readonly projectId: number;
  readonly contextId: number;
  readonly slot: number;
  since: bigint;
}

/**
 * Keeps from when to when spans of a context came into a project: one row for each stretch without
 * a pause of half an hour. The file is touched once in ten minutes for a context; in between a span
 * costs two comparisons.
 */
export class ServiceRunWriter {
  readonly #near: Database.Statement<[number, number, number, number], RunCells>;
  readonly #drop: Database.Statement<[number, number, number]>;
  readonly #insert: Database.Statement<[number, number, number, number, bigint]>;
  readonly #trims: readonly Database.Statement<[{ project: number; from: number; to: number }]>[];
  #recent = new RecentMap<string, Run>(RUNS_KEPT);
  readonly #visits = new Map<string, Visit>();
  /** The last span's resource, and the times between which another span of it changes nothing. */
  #last: {
    readonly projectId: number;
    readonly contextId: number;
    readonly from: bigint;
    readonly to: bigint;
  } | null = null;

  constructor(db: Database.Database) {
    this.#near = db
      .prepare<[number, number, number, number], RunCells>(
        'SELECT first_slot, last_slot, first_time FROM service_runs WHERE project_id = ? AND context_id = ? AND last_slot >= ? AND first_slot <= ?',
      )
      .safeIntegers(true);
    this.#drop = db.prepare(
      'DELETE FROM service_runs WHERE project_id = ? AND context_id = ? AND first_slot = ?',
    );
    this.#insert = db.prepare(
      'INSERT INTO service_runs (project_id, context_id, first_slot, last_slot, first_time) VALUES (?, ?, ?, ?, ?)',
    );
    this.#trims = [
      'DELETE FROM service_runs WHERE project_id = @project AND first_slot >= @from AND last_slot < @to',
      `UPDATE service_runs SET first_slot = @to, first_time = @to * ${SLOT_NANOS} WHERE project_id = @project AND first_slot >= @from AND first_slot < @to`,
      'UPDATE service_runs SET last_slot = @from - 1 WHERE project_id = @project AND last_slot >= @from AND last_slot < @to',
    ].map((sql) => db.prepare(sql));
  }

  /** A span of a context that says which service it is of. */
  note(projectId: number, contextId: number, startTime: bigint): void {
    const last = this.#last;
    if (
      last !== null &&
      last.contextId === contextId &&
      last.projectId === projectId &&
      startTime >= last.from &&
      startTime < last.to
    )
      return;
    const slot = Number(startTime / SLOT_NANOS);
    const to = BigInt(slot + 1) * SLOT_NANOS;
    this.#last = {
      projectId,
      contextId,
      from: this.#visit(projectId, contextId, slot, startTime),
      to,
    };
  }

  /** Stores what is new; after the roll-ups, which may have emptied an hour. */
  flush(): void {
    for (const { projectId, contextId, slot, since } of this.#visits.values()) {
      let run: Run = { first: slot, last: slot, since };
      for (const near of this.#near.all(
        projectId,
        contextId,
        slot - RUN_GAP_SLOTS,
        slot + RUN_GAP_SLOTS,
      )) {
        run = joined(run, near);
        this.#drop.run(projectId, contextId, Number(near.first_slot));
      }
      this.#insert.run(projectId, contextId, run.first, run.last, run.since);
      this.#recent.set(`${projectId}:${contextId}`, run);
    }
    this.#visits.clear();
    this.#last = null;
  }

  /** An hour of the project is empty now: deletes its service runs. */
  trim(projectId: number, hour: number): void {
    const bounds = {
      project: projectId,
      from: hour * SLOTS_PER_HOUR,
      to: (hour + 1) * SLOTS_PER_HOUR,
    };
    for (const trim of this.#trims) trim.run(bounds);
    this.#recent = new RecentMap(RUNS_KEPT);
  }

  /** From when on another span of this slot changes nothing. */
  #visit(projectId: number, contextId: number, slot: number, startTime: bigint): bigint {
    const start = BigInt(slot) * SLOT_NANOS;
    const known = this.#recent.get(`${projectId}:${contextId}`);
    if (
      known !== undefined &&
      slot >= known.first &&
      slot <= known.last &&
      startTime >= known.since
    )
      return known.since > start ? known.since : start;
    const key = `${projectId}:${contextId}:${slot}`;
    const visit = this.#visits.get(key);
    if (visit === undefined)
      this.#visits.set(key, { projectId, contextId, slot, since: startTime });
    else if (startTime < visit.since) visit.since = startTime;
    return visit === undefined || startTime < visit.since ? startTime : visit.since;
  }
}

function joined(run: Run, near: RunCells): Run {
  return {
    first: Math.min(run.first, Number(near.first_slot)),
    last: Math.max(run.last, Number(near.last_slot)),
    since: near.first_time < run.since ? near.first_time : run.since,
  };
}
