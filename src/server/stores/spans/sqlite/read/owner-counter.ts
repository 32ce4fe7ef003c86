import type Database from 'better-sqlite3';
import type { ValueCounts } from '#core/ports/figure-reader.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import { boundsOf, ShapeWindows, type ShapeCells } from './shape-windows.ts';
import { checkBudget } from './span-list-reader.ts';
import { Counts } from './value-counts.ts';

/** Rows looked at, one by one: some 100 ms. */
const ROWS_MAX = 50_000;

export const TRACE_OWNERS_SQL = `SELECT user_id, session_number FROM traces INDEXED BY traces_by_start
WHERE project_id = ? AND start_time >= ? AND start_time < ? ORDER BY start_time DESC LIMIT ${ROWS_MAX}`;
/** The empty text is short for the user of the trace. */
export const SPAN_OWNERS_SQL = `SELECT CASE s.user_id WHEN '' THEN t.user_id ELSE s.user_id END, t.session_number
FROM spans s INDEXED BY spans_by_shape CROSS JOIN traces t ON t.id = s.trace_number
WHERE s.shape_id = ? AND s.start_time >= ? AND s.start_time < ?`;
export const SESSION_ID_SQL = 'SELECT session_id FROM sessions WHERE id = ?';

type OwnerCells = [user: string | null, session: number | null];

/** The number of spans or traces by user and session; of more than can be looked at, the newest. */
export class OwnerCounter {
  readonly #windows: ShapeWindows;
  readonly #ofTraces: Database.Statement<[number, bigint, bigint], OwnerCells>;
  readonly #ofSpans: Database.Statement<[bigint, bigint, bigint], OwnerCells>;
  readonly #sessionId: Database.Statement<[number], string | null>;

  constructor(db: Database.Database, windows: ShapeWindows) {
    this.#windows = windows;
    this.#ofTraces = db.prepare<[number, bigint, bigint], OwnerCells>(TRACE_OWNERS_SQL).raw(true);
    this.#ofSpans = db.prepare<[bigint, bigint, bigint], OwnerCells>(SPAN_OWNERS_SQL).raw(true);
    this.#sessionId = db.prepare<[number], string | null>(SESSION_ID_SQL).pluck(true);
  }

  /** `all` is how many traces start in the window. */
  traces(projectId: number, window: TimeWindow, all: number): ValueCounts {
    const rows = this.#ofTraces.all(projectId, ...boundsOf(window));
    return this.#counted([rows], all);
  }

  spans(shapes: readonly ShapeCells[], window: TimeWindow, budget: ReadBudget): ValueCounts {
    const newest = this.#windows.newest(shapes, window, ROWS_MAX);
    const [from, to] = boundsOf(newest);
    const pages = shapes
      .filter((shape) => shape.start_max >= from && shape.start_min < to)
      .map((shape) => {
        checkBudget(budget);
        return this.#ofSpans.all(shape.id, from, to);
      });
    return this.#counted(pages, this.#windows.countAll(shapes, window));
  }

  #counted(pages: readonly (readonly OwnerCells[])[], all: number): ValueCounts {
    const users = new Counts();
    const bySession = new Map<number, number>();
    let rows = 0;
    for (const page of pages) {
      rows += page.length;
      for (const [user, session] of page) {
        users.add(user, 1);
        if (session !== null) bySession.set(session, (bySession.get(session) ?? 0) + 1);
      }
    }
    // So many at one instant that none of them could be taken.
    if (rows === 0 && all > 0) return {};
    const sessions = new Counts();
    for (const [number, count] of bySession) sessions.add(this.#sessionId.get(number), count);
    return { user: users.over(rows, all), session: sessions.over(rows, all) };
  }
}
