import type Database from 'better-sqlite3';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { Repeat } from '#core/trace/repeated-call.ts';
import type { SqlValue } from '../both/columns.ts';
import type { Counters } from './counters.ts';
import { RecentMap } from '../both/recent-map.ts';
import type { RollupWriter } from '../rollups/rollup-writer.ts';
import type { TraceIdFilters } from '../index/trace-id-filters.ts';
import { TRACE_RUN_SQL } from '../index/trace-run.ts';
import type { TraceZoneWriter } from '../index/trace-zone-writer.ts';
import type { SessionWriter } from './session-writer.ts';
import { TraceRootFinder } from './trace-root.ts';
import {
  addToTrace,
  newTraceState,
  TRACE_COLUMNS,
  traceStateFromCells,
  type TraceCells,
  type TraceState,
} from '../both/trace-state.ts';

/**
 * Traces seen lately stay in memory, since their spans come in several requests; some 400 bytes
 * each.
 */
const TRACES_KEPT = 16_384;

/**
 * Assigns each trace id a sequential number once, and keeps the trace's row consistent with its
 * spans. A trace is written once for each transaction, however many spans it gained.
 */
export class TraceWriter {
  readonly #counters: Counters;
  readonly #sessions: SessionWriter;
  readonly #rollups: RollupWriter;
  readonly #zones: TraceZoneWriter;
  readonly #ids: TraceIdFilters;
  readonly #roots: TraceRootFinder;
  readonly #find: Database.Statement<
    [number, Uint8Array],
    TraceCells & { readonly is_alive: bigint }
  >;
  readonly #forget: Database.Statement<[bigint]>;
  readonly #insert: Database.Statement<SqlValue[]>;
  readonly #update: Database.Statement<SqlValue[]>;
  readonly #otherUser: Database.Statement<[number, string]>;
  readonly #recent = new RecentMap<string, TraceState>(TRACES_KEPT);
  /** Those of the running transaction. */
  readonly #found = new Map<string, TraceState>();
  /** Traces that took their user from a span whose row is staged. */
  #lent: TraceState[] = [];
  #last: TraceState | null = null;

  constructor(
    db: Database.Database,
    counters: Counters,
    sessions: SessionWriter,
    rollups: RollupWriter,
    index: { readonly zones: TraceZoneWriter; readonly ids: TraceIdFilters },
  ) {
    this.#counters = counters;
    this.#sessions = sessions;
    this.#rollups = rollups;
    this.#zones = index.zones;
    this.#ids = index.ids;
    this.#roots = new TraceRootFinder(db);
    this.#find = db
      .prepare<[number, Uint8Array], TraceCells & { readonly is_alive: bigint }>(
        `SELECT ${TRACE_COLUMNS.map((name) => `t.${name}`).join(', ')}, p.id IS NOT NULL AS is_alive
         FROM traces t INDEXED BY traces_by_id LEFT JOIN projects p ON p.id = t.project_id
         WHERE t.${TRACE_RUN_SQL} = +? AND t.trace_id = +?`,
      )
      .safeIntegers(true);
    this.#forget = db.prepare('UPDATE traces SET trace_id = NULL WHERE id = ?');
    this.#insert = db.prepare(
      `INSERT INTO traces (${TRACE_COLUMNS.join(', ')}) VALUES (${TRACE_COLUMNS.map(() => '?').join(', ')})`,
    );
    this.#update = db.prepare(
      `UPDATE traces SET start_time = ?, end_time = ?, span_count = ?, error_count = ?, prompt_tokens = ?, completion_tokens = ?, cost_usd = ?,
       session_number = ?, user_id = ?, root_span = ?, root_start = ?, root_is_orphan = ? WHERE id = ?`,
    );
    this.#otherUser = db.prepare(
      'INSERT OR IGNORE INTO trace_other_users (trace_number, user_id) VALUES (?, ?)',
    );
  }

  /**
   * The trace with this id, or a new one in the project that `projectOf` names (asked only then: a
   * trace stays where it was first seen).
   */
  findOrCreate(record: SpanRecord, projectOf: () => number): TraceState {
    const { traceId } = record;
    if (this.#last !== null && sameId(this.#last.traceId, traceId)) return this.#last;
    const key = keyOf(traceId);
    let trace = this.#found.get(key);
    if (trace === undefined) {
      const known = this.#recent.get(key) ?? this.#load(traceId);
      trace =
        known ?? newTraceState(this.#counters.take('trace'), traceId.slice(), projectOf(), record);
      this.#found.set(key, trace);
    }
    this.#last = trace;
    return trace;
  }

  /**
   * A stored trace whose totals are about to change without a new span; null when there is none.
   * The next flush stores it.
   */
  change(traceId: Uint8Array): TraceState | null {
    const key = keyOf(traceId);
    const trace = this.#found.get(key) ?? this.#recent.get(key) ?? this.#load(traceId);
    if (trace === undefined) return null;
    trace.changed = true;
    this.#found.set(key, trace);
    return trace;
  }

  /** The project of the trace with this id; null when there is none. */
  projectOf(traceId: Uint8Array): number | null {
    if (this.#last !== null && sameId(this.#last.traceId, traceId)) return this.#last.projectId;
    const key = keyOf(traceId);
    return (
      (this.#found.get(key) ?? this.#recent.get(key) ?? this.#load(traceId))?.projectId ?? null
    );
  }

  /** The span's `user_id` cell: empty when it is the trace's own, as the first one becomes. */
  userCell(trace: TraceState, userId: string | null): string | null {
    return userId === null || (trace.userId ?? userId) === userId
      ? userId === null
        ? null
        : ''
      : userId;
  }

  /**
   * Has the trace take the user of a span whose row is staged, so that the cells of those behind it
   * are right.
   */
  lendUser(trace: TraceState, userId: string | null): void {
    if (userId === null || trace.userId !== null) return;
    trace.userId = userId;
    this.#lent.push(trace);
  }

  /**
   * The spans whose rows were staged are stored; or they are not, and their traces have no more
   * than they had before.
   */
  settleUsers(areStored: boolean): void {
    if (!areStored) for (const trace of this.#lent) trace.userId = null;
    this.#lent = [];
  }

  /** Adds a span that was stored; `repeats` is what totals leave out of it. */
  add(trace: TraceState, record: SpanRecord, spanNumber: number, repeats: Repeat): void {
    addToTrace(trace, record, spanNumber, repeats);
    trace.changed = true;
    if (record.sessionId !== null && trace.sessionNumber === null) {
      trace.sessionNumber = this.#sessions.findOrCreate(
        record.sessionId,
        trace.projectId,
        trace.startTime,
        trace.endTime,
      );
    }
    if (record.userId === null || record.userId === trace.userId) return;
    if (trace.userId === null) trace.userId = record.userId;
    else this.#otherUser.run(trace.number, record.userId);
  }

  flush(): void {
    for (const [key, trace] of this.#found) {
      this.#recent.set(key, trace);
      if (trace.changed) this.#store(trace);
    }
    this.#sessions.flush();
    this.#found.clear();
    this.#last = null;
  }

  #store(t: TraceState): void {
    if (t.rootIsOrphan) {
      const root = this.#roots.findOrphan(t.number, t.spanCount, t.rootSpan);
      t.rootSpan = root?.spanNumber ?? null;
      t.rootStart = root?.startTime ?? null;
    }
    if (t.isNew) this.#rollups.addTrace(t.projectId, t.startTime, 1);
    else if (t.startTime !== t.countedStart) {
      this.#rollups.addTrace(t.projectId, t.countedStart, -1);
      this.#rollups.addTrace(t.projectId, t.startTime, 1);
    }
    const totals = [
      t.startTime,
      t.endTime,
      t.spanCount,
      t.errorCount,
      t.promptTokens,
      t.completionTokens,
      t.costUsd,
      t.sessionNumber,
      t.userId,
      t.rootSpan,
      t.rootStart,
      t.rootIsOrphan ? 1 : 0,
    ];
    if (t.isNew) {
      this.#insert.run(t.number, t.traceId, t.projectId, ...totals);
      this.#ids.add(t.number, t.traceId);
    } else {
      this.#update.run(...totals, t.number);
      this.#zones.soil(t.projectId, t.number);
    }
    this.#zones.add(t);
    this.#sessions.add(t);
    t.countedStart = t.startTime;
    t.isNew = false;
    t.changed = false;
  }

  /**
   * A trace of a deleted project still waits to be purged: it gives up its id, and what comes now
   * is a new trace.
   */
  #load(traceId: Uint8Array): TraceState | undefined {
    for (const run of this.#ids.runsOf(traceId)) {
      const row = this.#find.get(run, traceId);
      if (row?.is_alive === 1n) return traceStateFromCells(row);
      if (row !== undefined) this.#forget.run(row.id);
    }
    return undefined;
  }
}

function keyOf(id: Uint8Array): string {
  return Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString('latin1');
}

function sameId(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < 16; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
