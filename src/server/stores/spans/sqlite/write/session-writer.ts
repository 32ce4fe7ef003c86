import type Database from 'better-sqlite3';
import type { SqlValue } from '../both/columns.ts';
import type { Counters } from './counters.ts';
import { RecentMap } from '../both/recent-map.ts';
import type { SessionHeirs } from './session-heirs.ts';
import { traceRunOf } from '../index/trace-run.ts';

interface Session {
  readonly id: number;
  readonly projectId: number;
  startTime: bigint;
  endTime: bigint;
  /** The run of the trace that it covered last. */
  run: number | null;
}

interface CoveredTrace {
  readonly number: number;
  readonly startTime: bigint;
  readonly endTime: bigint;
}

interface SessionCells {
  readonly id: bigint;
  readonly project_id: bigint;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly is_alive: bigint;
}

const SESSIONS_KEPT = 4_096;

/**
 * Sessions are created as traces name them, and widen with their traces; their totals are summed
 * over the traces when read.
 */
export class SessionWriter {
  readonly #counters: Counters;
  readonly #heirs: SessionHeirs;
  readonly #find: Database.Statement<[string], SessionCells>;
  readonly #forget: Database.Statement<[bigint]>;
  readonly #insert: Database.Statement<SqlValue[]>;
  readonly #widen: Database.Statement<SqlValue[]>;
  readonly #addRun: Database.Statement<[number, number]>;
  #known = new RecentMap<string, Session>(SESSIONS_KEPT);
  #byNumber = new RecentMap<number, Session>(SESSIONS_KEPT);
  readonly #fresh = new Map<string, Session>();

  constructor(db: Database.Database, counters: Counters, heirs: SessionHeirs) {
    this.#counters = counters;
    this.#heirs = heirs;
    this.#find = db
      .prepare<[string], SessionCells>(
        `SELECT z.id, z.project_id, z.start_time, z.end_time, p.id IS NOT NULL AS is_alive
         FROM sessions z LEFT JOIN projects p ON p.id = z.project_id WHERE z.session_id = +?`,
      )
      .safeIntegers(true);
    this.#forget = db.prepare('UPDATE sessions SET session_id = NULL WHERE id = ?');
    this.#insert = db.prepare(
      'INSERT INTO sessions (id, session_id, project_id, start_time, end_time) VALUES (?, ?, ?, ?, ?)',
    );
    this.#addRun = db.prepare(
      'INSERT OR IGNORE INTO session_runs (session_number, run) VALUES (?, ?)',
    );
    this.#widen = db.prepare(
      'UPDATE sessions SET start_time = min(start_time, ?), end_time = max(end_time, ?) WHERE id = ?',
    );
  }

  /**
   * The number of the session with this id; one that is new belongs to the project of the trace
   * that named it.
   */
  findOrCreate(sessionId: string, projectId: number, startTime: bigint, endTime: bigint): number {
    const session =
      this.#fresh.get(sessionId) ?? this.#known.get(sessionId) ?? this.#load(sessionId);
    if (session !== null) return session.id;
    const id = this.#counters.take('session');
    const created: Session = { id, projectId, startTime, endTime, run: null };
    this.#fresh.set(sessionId, created);
    this.#byNumber.set(created.id, created);
    return created.id;
  }

  /** Makes the session cover a trace: its time, and the run that it is in. */
  cover(number: number, { number: trace, startTime, endTime }: CoveredTrace): void {
    const known = this.#byNumber.get(number);
    const run = traceRunOf(trace);
    if (known?.run !== run) this.#addRun.run(number, run);
    if (known !== undefined) known.run = run;
    if (known !== undefined && known.startTime <= startTime && known.endTime >= endTime) return;
    if (known !== undefined) {
      if (startTime < known.startTime) known.startTime = startTime;
      if (endTime > known.endTime) known.endTime = endTime;
    }
    this.#widen.run(startTime, endTime, number);
  }

  /** Stores new sessions; call before the traces that name them are covered. */
  flush(): void {
    for (const [sessionId, session] of this.#fresh) {
      this.#insert.run(
        session.id,
        sessionId,
        session.projectId,
        session.startTime,
        session.endTime,
      );
      this.#known.set(sessionId, session);
    }
    this.#fresh.clear();
  }

  /** Forgets what is remembered, after some shrank or went. Not before all new ones are stored. */
  forget(): void {
    this.#known = new RecentMap(SESSIONS_KEPT);
    this.#byNumber = new RecentMap(SESSIONS_KEPT);
  }

  #load(sessionId: string): Session | null {
    const row = this.#find.get(sessionId);
    if (row === undefined) return null;
    const id = Number(row.id);
    const projectId = row.is_alive === 1n ? Number(row.project_id) : this.#heirs.passOn(id);
    if (projectId === null) {
      this.#forget.run(row.id);
      return null;
    }
    const session = {
      id,
      projectId,
      startTime: row.start_time,
      endTime: row.end_time,
      run: null,
    };
    this.#known.set(sessionId, session);
    this.#byNumber.set(session.id, session);
    return session;
  }
}
