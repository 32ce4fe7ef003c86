import type Database from 'better-sqlite3';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { TRACE_RUN_SQL } from '../index/trace-run.ts';
import { Heap } from './heap.ts';
import { compareKeys, type KeyCells } from './shape-keys.ts';
import { clamp, type Param } from './trace-select.ts';
import { TraceRuns, type TraceRun } from './trace-runs.ts';

type Order = 'asc' | 'desc';
type KeyStatement = Database.Statement<Param[], KeyCells>;

/** What the indexes of traces are sorted by, within a run. */
const INDEXES = {
  start: { index: 'traces_by_start', value: 't.start_time' },
  'start with error': { index: 'traces_with_errors', value: 't.start_time' },
  latency: { index: 'traces_by_latency', value: 't.end_time - t.start_time' },
  'end of user': { index: 'traces_by_user', value: 't.end_time' },
} as const;

/** Traces of a project by an index, from a value to another, both included. */
export interface TraceKeyRange {
  readonly projectId: number;
  readonly by: keyof typeof INDEXES;
  readonly order: Order;
  /** The first key that is wanted. */
  readonly from: KeyCells;
  /** No trace is wanted with a value beyond this. */
  readonly last: bigint;
  /** When they start, if their order says nothing about it. */
  readonly window: TimeWindow;
  /** Further conditions, in SQL about `t`. */
  readonly where: { readonly conditions: readonly string[]; readonly params: readonly Param[] };
}

const CHUNK_MIN = 8;
const CHUNK_MAX = 1_024;
/** Keys held at most, about: where many runs overlap, each is read in smaller pieces. */
const KEYS_HELD = 100_000;
const STATEMENTS_KEPT = 64;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Keys of traces in one run, from a place on. */
export function traceKeySelect(
  by: TraceKeyRange['by'],
  order: Order,
  conditions: readonly string[] = [],
): string {
  const { index, value } = INDEXES[by];
  const [direction, from, to] = order === 'asc' ? ['', '>', '<'] : [' DESC', '<', '>'];
  // Compared once more as a plain value, because SQLite can't seek in an index on an expression
  // otherwise.
  const where = [
    `t.${TRACE_RUN_SQL} = +?`,
    't.project_id = +?',
    ...(by === 'start with error' ? ['t.error_count > 0'] : []),
    ...conditions,
    `${value} ${from}= +?`,
    `(${value}, t.id) ${from}= (+?, +?)`,
    `${value} ${to}= +?`,
  ];
  return `SELECT ${value} AS value, t.id FROM traces t INDEXED BY ${index}
WHERE ${where.join(' AND ')} ORDER BY value${direction}, t.id${direction} LIMIT ?`;
}

/** A run by the best key that it could have, or with a chunk of its keys and the next of them. */
interface Turn {
  readonly run: number;
  keys: readonly KeyCells[] | null;
  at: number;
  chunk: number;
  head: KeyCells;
}

/**
 * Merges the keys of runs by the value of an index, ties by number. A run is read only once its turn
 * may have come, by the bounds of its traces: of a list by time where times rise by and large, it is
 * one run.
 */
export class TraceKeys {
  readonly #db: Database.Database;
  readonly #runs: TraceRuns;
  readonly #statements = new Map<string, KeyStatement>();

  constructor(db: Database.Database) {
    this.#db = db;
    this.#runs = new TraceRuns(db);
  }

  /** The keys in order, as many at a time as come from one run. */
  *inOrder(range: TraceKeyRange): Generator<readonly KeyCells[]> {
    const sign = range.order === 'asc' ? 1 : -1;
    const statement = this.#statement(range);
    const heap = new Heap<Turn>((a, b) => isBefore(a, b, sign));
    for (const run of this.#runs.of(range.projectId)) {
      const head = firstOf(run, range);
      if (head !== null) heap.push({ run: run.run, keys: null, at: 0, chunk: CHUNK_MIN, head });
    }
    let open = 0;
    for (let turn = heap.pop(); turn !== undefined; turn = heap.pop()) {
      if (turn.keys === null) {
        if (readKeys(statement, range, turn, turn.head)) heap.push(turn);
        open += 1;
        continue;
      }
      const end = endBefore(turn.keys, turn.at, heap.first, sign);
      yield turn.keys.slice(turn.at, end);
      if (advance(statement, range, turn, end, Math.floor(KEYS_HELD / open))) heap.push(turn);
      else open -= 1;
    }
  }

  /** The value of the trace that is so many keys behind the first one; null where it ends before. */
  valueAt(range: TraceKeyRange, offset: number): bigint | null {
    let left = offset;
    for (const keys of this.inOrder(range)) {
      const key = keys[left];
      if (key !== undefined) return key[0];
      left -= keys.length;
    }
    return null;
  }

  #statement({ by, order, where }: TraceKeyRange): KeyStatement {
    const sql = traceKeySelect(by, order, where.conditions);
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare<Param[], KeyCells>(sql).safeIntegers(true).raw(true);
    if (this.#statements.size < STATEMENTS_KEPT) this.#statements.set(sql, statement);
    return statement;
  }
}

/** Reads the next chunk of a run from a key on; false where there is none. */
function readKeys(
  statement: KeyStatement,
  { projectId, where, last }: TraceKeyRange,
  turn: Turn,
  [value, id]: KeyCells,
): boolean {
  const { run, chunk } = turn;
  turn.keys = statement.all(run, projectId, ...where.params, value, value, id, last, chunk);
  turn.at = 0;
  const [head] = turn.keys;
  if (head !== undefined) turn.head = head;
  return head !== undefined;
}

/**
 * Moves to a key; false at the end of the run. Chunks grow, so that a page reads little and a walk
 * reads well.
 */
function advance(
  statement: KeyStatement,
  range: TraceKeyRange,
  turn: Turn,
  at: number,
  chunkMax: number,
): boolean {
  const head = turn.keys?.[at];
  if (head !== undefined) {
    turn.at = at;
    turn.head = head;
    return true;
  }
  const last = turn.keys?.at(-1);
  if (last === undefined || at < turn.chunk) return false;
  turn.chunk = Math.max(CHUNK_MIN, Math.min(CHUNK_MAX, chunkMax, turn.chunk * 4));
  return readKeys(statement, range, turn, [last[0], last[1] + (range.order === 'asc' ? 1n : -1n)]);
}

/** How many keys of a chunk come before another run has its turn: one at least. */
function endBefore(
  keys: readonly KeyCells[],
  at: number,
  next: Turn | undefined,
  sign: number,
): number {
  if (next === undefined) return keys.length;
  let end = at + 1;
  for (let key = keys[end]; key !== undefined; key = keys[end]) {
    if (compareKeys(key, next.head) * sign >= 0) break;
    end += 1;
  }
  return end;
}

/** The first wanted key that traces of a run may have; null where it can have none. */
function firstOf(run: TraceRun, range: TraceKeyRange): KeyCells | null {
  const { order, from, last, window } = range;
  const { startUnixNano = INT64_MIN, endUnixNano = INT64_MAX } = window;
  if (run.startMax < startUnixNano || run.startMin >= endUnixNano) return null;
  const [least, most] = valuesOf(run, range.by);
  if (order === 'asc') {
    if (most < from[0] || least > last) return null;
    return least > from[0] ? [least, 0n] : from;
  }
  if (least > from[0] || most < last) return null;
  return most < from[0] ? [most, INT64_MAX] : from;
}

function valuesOf(run: TraceRun, by: TraceKeyRange['by']): readonly [least: bigint, most: bigint] {
  if (by === 'latency') return [run.latencyMin, run.latencyMax];
  if (by === 'end of user') return [run.startMin, clamp(run.startMax + run.latencyMax)];
  return [run.startMin, run.startMax];
}

function isBefore(a: Turn, b: Turn, sign: number): boolean {
  const difference = compareKeys(a.head, b.head) * sign;
  return difference === 0 ? a.keys === null && b.keys !== null : difference < 0;
}
