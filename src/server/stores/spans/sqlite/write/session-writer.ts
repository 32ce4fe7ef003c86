import type Database from 'better-sqlite3';
import type { SqlValue } from '../both/columns.ts';
import { shareOf, type SessionShare, type TraceState } from '../both/trace-state.ts';
import type { SessionZoneWriter } from '../index/session-zone-writer.ts';
import type { Counters } from './counters.ts';
import { RecentMap } from '../both/recent-map.ts';
import type { SessionHeirs } from './session-heirs.ts';
import { SESSION_TRACES_SQL, traceRunOf } from '../index/trace-run.ts';

interface Session {
  readonly id: number;
  readonly projectId: number;
  startTime: bigint;
  endTime: bigint;
  /** The run of the trace that it took in last. */
  run: number | null;
}

interface SessionCells {
  readonly id: bigint;
  readonly project_id: bigint;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly is_alive: bigint;
}

/** What the traces of a transaction add to a session. */
interface Gain {
  startTime: bigint;
  endTime: bigint;
  traces: number;
  errors: number;
  tokens: number;
  cost: number;
  /** A double may not hold the sums: they are made anew. */
  isInexact: boolean;
}

const SESSIONS_KEPT = 4_096;
const TOTALS =
  'trace_count = trace_count + ?, error_count = error_count + ?, token_count = token_count + ?, cost_sum = cost_sum + ?';
const TIMES = 'start_time = min(start_time, ?), end_time = max(end_time, ?)';
const OF_SESSION = `${SESSION_TRACES_SQL} WHERE runs.session_number = sessions.id`;

/** Sums a session over its traces; without effect on one that has none. */
export const SUM_SESSION_SQL = `UPDATE sessions SET (start_time, end_time, trace_count, error_count, token_count, cost_sum) = (
  SELECT min(t.start_time), max(t.end_time), count(*), sum(t.error_count > 0),
    CAST(total(t.prompt_tokens + t.completion_tokens) AS INTEGER), total(CAST(t.cost_usd * 1e9 + 0.5 AS INTEGER)) ${OF_SESSION})
WHERE id = ? AND EXISTS (SELECT 1 ${OF_SESSION})`;

/**
 * Sessions are created as traces name them, and grow with their traces. Each is written once for
 * each transaction, and so are the zones of those that changed.
 */
export class SessionWriter {
  readonly #counters: Counters;
  readonly #heirs: SessionHeirs;
  readonly #zones: SessionZoneWriter;
  readonly #find: Database.Statement<[string], SessionCells>;
  readonly #forget: Database.Statement<[bigint]>;
  readonly #insert: Database.Statement<SqlValue[]>;
  readonly #addRun: Database.Statement<[number, number]>;
  readonly #grow: Database.Statement<SqlValue[]>;
  readonly #growWithin: Database.Statement<SqlValue[]>;
  readonly #sum: Database.Statement<[number]>;
  #known = new RecentMap<string, Session>(SESSIONS_KEPT);
  #byNumber = new RecentMap<number, Session>(SESSIONS_KEPT);
  readonly #fresh = new Map<string, Session>();
  readonly #gains = new Map<number, Gain>();

  constructor(
    db: Database.Database,
    counters: Counters,
    heirs: SessionHeirs,
    zones: SessionZoneWriter,
  ) {
    this.#counters = counters;
    this.#heirs = heirs;
    this.#zones = zones;
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
    this.#grow = db.prepare(`UPDATE sessions SET ${TOTALS}, ${TIMES} WHERE id = ?`);
    // Apart, because its times have an index each, which would be written for nothing.
    this.#growWithin = db.prepare(`UPDATE sessions SET ${TOTALS} WHERE id = ?`);
    this.#sum = db.prepare(SUM_SESSION_SQL);
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

  /** Takes in a trace that is stored now. The session that it left is summed by who moved it. */
  add(trace: TraceState): void {
    const before = trace.share;
    const now = shareOf(trace);
    trace.share = now;
    if (now === null) return;
    this.#coverRun(now.session, traceRunOf(trace.number));
    this.#gain(trace, now, before?.session === now.session ? before : null);
  }

  #coverRun(number: number, run: number): void {
    const known = this.#byNumber.get(number);
    if (known?.run === run) return;
    this.#addRun.run(number, run);
    if (known !== undefined) known.run = run;
  }

  #gain({ startTime, endTime }: TraceState, now: SessionShare, before: SessionShare | null): void {
    let gain = this.#gains.get(now.session);
    if (gain === undefined) {
      gain = { startTime, endTime, traces: 0, errors: 0, tokens: 0, cost: 0, isInexact: false };
      this.#gains.set(now.session, gain);
    }
    if (startTime < gain.startTime) gain.startTime = startTime;
    if (endTime > gain.endTime) gain.endTime = endTime;
    gain.traces += before === null ? 1 : 0;
    gain.errors += now.errors - (before?.errors ?? 0);
    gain.tokens += now.tokens - (before?.tokens ?? 0);
    gain.cost += now.cost - (before?.cost ?? 0);
    if (!isExact(now) || (before !== null && !isExact(before))) gain.isInexact = true;
  }

  /** Stores sessions that are new, and what others gained; call after their traces are stored. */
  flush(): void {
    for (const [sessionId, session] of this.#fresh) {
      const { id, projectId } = session;
      const { startTime, endTime } = this.#gains.get(id) ?? session;
      this.#insert.run(id, sessionId, projectId, startTime, endTime);
      [session.startTime, session.endTime] = [startTime, endTime];
      this.#known.set(sessionId, session);
    }
    const numbers = [...this.#gains].flatMap(([number, gain]) =>
      this.#store(number, gain) ? [number] : [],
    );
    this.#zones.add(numbers);
    this.#zones.soil(numbers);
    this.#fresh.clear();
    this.#gains.clear();
  }

  /**
   * Sums a session anew over its stored traces, and narrows it to their times; false when it has
   * none.
   */
  sum(number: number): boolean {
    this.forget();
    if (this.#sum.run(number).changes === 0) return false;
    this.#zones.add([number]);
    this.#zones.soil([number]);
    return true;
  }

  /** Forgets what is remembered, after some shrank or went. Not before all new ones are stored. */
  forget(): void {
    this.#known = new RecentMap(SESSIONS_KEPT);
    this.#byNumber = new RecentMap(SESSIONS_KEPT);
  }

  /** False for a session that is as it was. */
  #store(number: number, { startTime, endTime, isInexact, ...gain }: Gain): boolean {
    const { traces, errors, tokens, cost } = gain;
    const known = this.#byNumber.get(number);
    if (isInexact) this.#sum.run(number);
    else if (known !== undefined && known.startTime <= startTime && known.endTime >= endTime) {
      if (traces === 0 && errors === 0 && tokens === 0 && cost === 0) return false;
      this.#growWithin.run(traces, errors, tokens, cost, number);
    } else this.#grow.run(traces, errors, tokens, cost, startTime, endTime, number);
    if (known !== undefined && startTime < known.startTime) known.startTime = startTime;
    if (known !== undefined && endTime > known.endTime) known.endTime = endTime;
    return true;
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

function isExact({ tokens, cost }: SessionShare): boolean {
  return Number.isSafeInteger(tokens) && Number.isSafeInteger(cost);
}
