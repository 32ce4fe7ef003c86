import type Database from 'better-sqlite3';

/**
 * Above this many spans a trace without a root is not searched whole after each commit: its
 * candidate climbs to the top of its chain.
 */
const SPANS_SEARCHED_MAX = 10_000;
const CLIMB_MAX = 100_000;

interface Candidate {
  readonly id: bigint;
  readonly start_time: bigint;
  readonly parent_span_id: Uint8Array | null;
}

export interface TraceRoot {
  readonly spanNumber: number;
  readonly startTime: bigint;
  readonly isOrphan: boolean;
}

/**
 * Finds the span that represents a trace in lists: its earliest root, else its earliest span whose
 * parent is not stored, else its earliest span.
 */
export class TraceRootFinder {
  readonly #root: Database.Statement<[number], Candidate>;
  readonly #orphan: Database.Statement<[number], Candidate>;
  readonly #earliest: Database.Statement<[number], Candidate>;
  readonly #byNumber: Database.Statement<[number], Candidate>;
  readonly #bySpanId: Database.Statement<[number, Uint8Array], Candidate>;

  constructor(db: Database.Database) {
    const prepare = (where: string): Database.Statement<[number], Candidate> =>
      db
        .prepare<[number], Candidate>(
          `SELECT s.id, s.start_time, s.parent_span_id FROM spans s WHERE ${where} ORDER BY s.start_time, s.id LIMIT 1`,
        )
        .safeIntegers(true);
    this.#root = prepare('s.trace_number = +? AND s.parent_span_id IS NULL');
    this.#orphan = prepare(
      's.trace_number = +? AND NOT EXISTS (SELECT 1 FROM spans p WHERE p.trace_number = s.trace_number AND p.span_id = s.parent_span_id)',
    );
    this.#earliest = prepare('s.trace_number = ?');
    this.#byNumber = prepare('s.id = ?');
    this.#bySpanId = db
      .prepare<[number, Uint8Array], Candidate>(
        'SELECT id, start_time, parent_span_id FROM spans WHERE trace_number = ? AND span_id = ?',
      )
      .safeIntegers(true);
  }

  /** Null only for a trace without spans. */
  find(traceNumber: number): TraceRoot | null {
    const root = this.#root.get(traceNumber);
    if (root !== undefined) return rootOf(root, false);
    const orphan = this.#orphan.get(traceNumber) ?? this.#earliest.get(traceNumber);
    return orphan === undefined ? null : rootOf(orphan, true);
  }

  /** The representative orphan of a trace known to have no root, given the previous one. */
  findOrphan(traceNumber: number, spanCount: number, previous: number | null): TraceRoot | null {
    const start =
      previous === null || spanCount <= SPANS_SEARCHED_MAX
        ? undefined
        : this.#byNumber.get(previous);
    if (start === undefined) {
      const orphan = this.#orphan.get(traceNumber) ?? this.#earliest.get(traceNumber);
      return orphan === undefined ? null : rootOf(orphan, true);
    }
    let top = start;
    for (let steps = 0; steps < CLIMB_MAX && top.parent_span_id !== null; steps += 1) {
      const parent = this.#bySpanId.get(traceNumber, top.parent_span_id);
      if (parent === undefined || parent.id === start.id || parent.id === top.id) break;
      top = parent;
    }
    return rootOf(top, true);
  }
}

function rootOf(candidate: Candidate, isOrphan: boolean): TraceRoot {
  return { spanNumber: Number(candidate.id), startTime: candidate.start_time, isOrphan };
}
