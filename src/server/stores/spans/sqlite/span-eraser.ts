import { setImmediate } from 'node:timers/promises';
import type { Settled, SpanEraser, TimeWindow } from '#core/ports/span-store.ts';
import { BlockRepacker } from './block-repacker.ts';
import { erasedSpan } from './erased-span.ts';
import type { ErasedSpan } from './erased-span.ts';
import { Purger } from './purger.ts';
import { Settler } from './settler.ts';
import { StepTime } from './step-time.ts';
import type { Clock } from './step-time.ts';
import { TraceRepairer } from './trace-repairer.ts';
import type { WriteConnection } from './write-connection.ts';
import type { WriteParts } from './write-parts.ts';

/** Spans purged along with the call that deletes their traces, so that small deletes show in every figure at once. */
const PURGED_AT_ONCE = 1_000;
/** Spans deleted in one transaction, traces at most: some tens of milliseconds, and then waiting writes get their turn. */
const CHUNK = 500;
/** A transaction takes no further trace after this. */
const CHUNK_MS = 20;

/** Deletes. What was named is gone for readers when a call resolves; `settle` takes it out of the file. */
export class SqliteSpanEraser implements SpanEraser {
  readonly #connection: WriteConnection;
  readonly #clock: Clock;
  readonly #settler: Settler;

  constructor(connection: WriteConnection, clock: Clock = () => performance.now(), repacker = new BlockRepacker(null)) {
    this.#connection = connection;
    this.#clock = clock;
    this.#settler = new Settler(connection, clock, repacker);
  }

  async deleteSpans(numbers: readonly number[]): Promise<number> {
    let deleted = 0;
    for (const chunk of chunksOf(numbers)) {
      deleted += this.#erase((parts) => {
        const spans = [...new Set(chunk)]
          .map((number) => erasedSpan(parts.db, number))
          .filter((span) => span !== null && isLive(parts, span));
        const live = spans.filter((span) => span !== null);
        const purger = new Purger(parts);
        purger.dropSpans(live);
        const repairer = new TraceRepairer(parts, purger);
        for (const traceNumber of new Set(live.map((span) => span.traceNumber))) repairer.repair(traceNumber);
        return live.length;
      });
      await setImmediate();
    }
    return deleted;
  }

  async deleteTraces(numbers: readonly number[]): Promise<number> {
    const waiting = [...new Set(numbers)];
    let deleted = 0;
    let purgeable = PURGED_AT_ONCE;
    for (let next = 0; next < waiting.length;) {
      this.#erase((parts) => {
        const purger = new Purger(parts);
        const time = new StepTime(this.#clock, CHUNK_MS);
        const end = Math.min(waiting.length, next + CHUNK);
        let [at, gone, left] = [next, 0, purgeable];
        do {
          const number = waiting[at++] ?? 0;
          const spans = purger.killTrace(number);
          if (spans === null) continue;
          gone += 1;
          if (spans < left) left -= purger.purgeTrace(number, left) + 1;
        } while (at < end && !time.isOver);
        [next, deleted, purgeable] = [at, deleted + gone, left];
      });
      await setImmediate();
    }
    return deleted;
  }

  async deleteTracesIn(projectId: number, window: Required<TimeWindow>): Promise<number> {
    let deleted = 0;
    for (;;) {
      const numbers = this.#connection.db
        .prepare<[number, bigint, bigint, number], number>(
          'SELECT id FROM traces WHERE project_id = ? AND start_time >= ? AND start_time < ? LIMIT ?',
        )
        .pluck(true)
        .all(projectId, window.startUnixNano, window.endUnixNano, CHUNK);
      if (projectId === 0 || numbers.length === 0) return deleted;
      const gone = await this.deleteTraces(numbers);
      deleted += gone;
      if (gone === 0) return deleted;
    }
  }

  async deleteSessions(numbers: readonly number[]): Promise<number> {
    let deleted = 0;
    for (const number of new Set(numbers)) {
      const exists = this.#connection.db
        .prepare<[number], number>('SELECT 1 FROM sessions z JOIN projects p ON p.id = z.project_id WHERE z.id = +?')
        .pluck(true)
        .get(number);
      if (exists === undefined) continue;
      const traces = this.#connection.db
        .prepare<[number], number>('SELECT id FROM traces WHERE session_number = ?')
        .pluck(true)
        .all(number);
      await this.deleteTraces(traces);
      this.#erase((parts) => new Purger(parts).dropSession(number));
      deleted += 1;
    }
    return deleted;
  }

  async deleteProject(projectId: number): Promise<boolean> {
    return this.#erase(({ db }) => {
      if (db.prepare('DELETE FROM projects WHERE id = ?').run(projectId).changes === 0) return false;
      db.prepare('DELETE FROM shapes WHERE project_id = ?').run(projectId);
      db.prepare('INSERT OR IGNORE INTO dead_projects (id) VALUES (?)').run(projectId);
      return true;
    });
  }

  async settle(what: 'deletes' | 'all'): Promise<Settled> {
    return this.#settler.step(what);
  }

  /** Rows change behind what the writer remembers, so it forgets. */
  #erase<Result>(work: (parts: WriteParts) => Result): Result {
    try {
      return this.#connection.transaction(work);
    } finally {
      this.#connection.forget();
    }
  }
}

function isLive(parts: WriteParts, span: ErasedSpan): boolean {
  const sql = 'SELECT 1 FROM traces t JOIN projects p ON p.id = t.project_id WHERE t.id = +?';
  return parts.db.prepare<[number], number>(sql).pluck(true).get(span.traceNumber) !== undefined;
}

function* chunksOf(numbers: readonly number[]): Generator<readonly number[]> {
  for (let i = 0; i < numbers.length; i += CHUNK) yield numbers.slice(i, i + CHUNK);
}
