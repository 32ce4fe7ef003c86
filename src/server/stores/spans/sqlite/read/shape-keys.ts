import type Database from 'better-sqlite3';
import { RUN_SQL } from '../index/span-run.ts';
import { Heap } from './heap.ts';
import { SpanRuns, type SpanRun } from './span-runs.ts';

/** A span's start and number. */
export type KeyCells = [start: bigint, id: bigint];
type Order = 'asc' | 'desc';
type RunCells = [run: bigint, startMin: bigint, startMax: bigint];
type KeyStatement = Database.Statement<[number, number, bigint, bigint, number], KeyCells>;

/** A shape, with the times its spans cover at most. */
export interface KeyedShape {
  readonly id: number;
  readonly startMin: bigint;
  readonly startMax: bigint;
}

interface KeyRange {
  readonly projectId: number;
  readonly order: Order;
  /** The first key that is wanted. */
  readonly from: KeyCells;
  /** No span is wanted that starts beyond this. */
  readonly last: bigint;
}

const CHUNK_MIN = 4;
const CHUNK_MAX = 1_024;
/** Keys held at most, about: where many runs overlap, each is read in smaller pieces. */
const KEYS_HELD = 100_000;
const INT64_MAX = 2n ** 63n - 1n;

export const SHAPE_KEYS_SQL = {
  desc: `SELECT start_time, id FROM spans INDEXED BY spans_by_run WHERE ${RUN_SQL} = ? AND shape_id = ? AND (start_time, id) <= (?, ?) ORDER BY start_time DESC, id DESC LIMIT ?`,
  asc: `SELECT start_time, id FROM spans INDEXED BY spans_by_run WHERE ${RUN_SQL} = ? AND shape_id = ? AND (start_time, id) >= (?, ?) ORDER BY start_time, id LIMIT ?`,
} as const;

/** The times that the spans of a shape cover in each run, at most. */
export const SHAPE_RUNS_SQL =
  'SELECT run, start_min, start_max FROM shape_runs WHERE shape_id = ? AND start_max >= ? AND start_min <= ?';

/** A chunk of the keys of one shape in one run. */
interface OpenRun {
  readonly turn: ShapeTurn;
  readonly run: number;
  keys: KeyCells[];
  at: number;
  chunk: number;
  head: KeyCells;
}

/** A run of a shape that is not open, by the best key it could have. */
interface RunTurn {
  readonly turn: ShapeTurn;
  readonly run: number;
  readonly head: KeyCells;
}

/** A shape's next run that was not looked at, by the best key it could have. */
interface ShapeTurn {
  readonly shape: KeyedShape;
  next: number;
  chunk: number;
  head: KeyCells;
}

type Turn = OpenRun | RunTurn | ShapeTurn;

/**
 * Merges the keys of shapes by start time, ties by number. A shape is read in a run only once its
 * turn may have come, by the times that both cover: what arrived long ago costs nothing, if times
 * rise by and large.
 */
export class ShapeKeys {
  readonly #runs: SpanRuns;
  readonly #keys: Record<Order, KeyStatement>;
  readonly #runsOfShape: Database.Statement<[number, bigint, bigint], RunCells>;

  constructor(db: Database.Database) {
    this.#runs = new SpanRuns(db);
    const keys = (sql: string): KeyStatement =>
      db
        .prepare<[number, number, bigint, bigint, number], KeyCells>(sql)
        .safeIntegers(true)
        .raw(true);
    this.#keys = { asc: keys(SHAPE_KEYS_SQL.asc), desc: keys(SHAPE_KEYS_SQL.desc) };
    this.#runsOfShape = db
      .prepare<[number, bigint, bigint], RunCells>(SHAPE_RUNS_SQL)
      .safeIntegers(true)
      .raw(true);
  }

  *byStart(shapes: readonly KeyedShape[], range: KeyRange): Generator<KeyCells> {
    const { projectId, order, from, last } = range;
    const sign = order === 'asc' ? 1 : -1;
    const [least, most] = order === 'asc' ? [from[0], last] : [last, from[0]];
    if (least > most) return;
    const runs = this.#runs.of(projectId, least, most, order);
    const heap = new Heap<Turn>((a, b) => isBefore(a, b, sign));
    let open = 0;
    for (const shape of shapes) {
      const turn = { shape, next: 0, chunk: CHUNK_MIN, head: from };
      if (takeTurn(turn, runs, range)) heap.push(turn);
    }
    for (let first = heap.pop(); first !== undefined; first = heap.pop()) {
      if (isBeyond(first.head[0], last, order)) return;
      const chunkMax = Math.max(CHUNK_MIN, Math.min(CHUNK_MAX, Math.floor(KEYS_HELD / (open + 1))));
      if ('keys' in first) {
        yield first.head;
        if (this.#advance(first, order, chunkMax)) heap.push(first);
        else open -= 1;
        continue;
      }
      const turn = 'turn' in first ? first.turn : first;
      const run = 'turn' in first ? first.run : (runs[turn.next]?.run ?? 0);
      const opened = this.#open(turn, run, first.head, order, chunkMax);
      if (opened !== null) {
        heap.push(opened);
        open += 1;
      }
      if ('turn' in first) continue;
      turn.next += 1;
      if (!takeTurn(turn, runs, range)) continue;
      if (opened === null || isBeyond(turn.head[0], opened.head[0], order)) heap.push(turn);
      else for (const one of this.#turns(turn, runs, range, opened.head[0])) heap.push(one);
    }
  }

  /**
   * The runs of a shape whose times overlap those of one that is open, by the best key that each
   * may have. The others wait their turn.
   */
  *#turns(
    turn: ShapeTurn,
    runs: readonly SpanRun[],
    range: KeyRange,
    opened: bigint,
  ): Generator<RunTurn | ShapeTurn> {
    const { order, last } = range;
    const [from] = turn.head;
    const [least, most] = order === 'asc' ? [from, last] : [last, from];
    const times = new Map(
      this.#runsOfShape
        .all(turn.shape.id, least, most)
        .map(([run, startMin, startMax]) => [Number(run), { startMin, startMax }]),
    );
    do {
      const run = runs[turn.next]?.run ?? 0;
      const covered = times.get(run);
      if (covered !== undefined) yield { turn, run, head: firstOf(covered, range) };
      turn.next += 1;
      if (!takeTurn(turn, runs, range)) return;
    } while (!isBeyond(turn.head[0], opened, order));
    yield turn;
  }

  #open(
    turn: ShapeTurn,
    run: number,
    from: KeyCells,
    order: Order,
    chunkMax: number,
  ): OpenRun | null {
    const chunk = Math.min(chunkMax, turn.chunk);
    const keys = this.#keys[order].all(run, turn.shape.id, ...from, chunk);
    const [head] = keys;
    return head === undefined ? null : { turn, run, keys, at: 0, chunk, head };
  }

  /**
   * Moves to the next key; false at the end of the run. Chunks grow, so that a page reads little
   * and a scan reads well.
   */
  #advance(cursor: OpenRun, order: Order, chunkMax: number): boolean {
    cursor.at += 1;
    if (cursor.at >= cursor.keys.length) {
      if (cursor.keys.length < cursor.chunk) return false;
      const { run, turn } = cursor;
      cursor.chunk = Math.min(chunkMax, cursor.chunk * 4);
      turn.chunk = Math.max(turn.chunk, cursor.chunk);
      const [start, id] = cursor.head;
      const next = id + (order === 'asc' ? 1n : -1n);
      cursor.keys = this.#keys[order].all(run, turn.shape.id, start, next, cursor.chunk);
      cursor.at = 0;
    }
    const head = cursor.keys[cursor.at];
    if (head === undefined) return false;
    cursor.head = head;
    return true;
  }
}

/** Finds the best key that the shape's next run could have; false when no run is left. */
function takeTurn(turn: ShapeTurn, runs: readonly SpanRun[], range: KeyRange): boolean {
  const { shape } = turn;
  for (; ; turn.next += 1) {
    const run = runs[turn.next];
    if (run === undefined) return false;
    if (run.startMax < shape.startMin || run.startMin > shape.startMax) continue;
    turn.head = firstOf(
      {
        startMin: run.startMin > shape.startMin ? run.startMin : shape.startMin,
        startMax: run.startMax < shape.startMax ? run.startMax : shape.startMax,
      },
      range,
    );
    return !isBeyond(turn.head[0], range.last, range.order);
  }
}

/** The first wanted key that spans with these times may have. */
function firstOf(
  { startMin, startMax }: { readonly startMin: bigint; readonly startMax: bigint },
  { order, from }: KeyRange,
): KeyCells {
  const edge: KeyCells = order === 'asc' ? [startMin, 0n] : [startMax, INT64_MAX];
  return compareKeys(edge, from) * (order === 'asc' ? 1 : -1) > 0 ? edge : from;
}

function isBeyond(start: bigint, last: bigint, order: Order): boolean {
  return order === 'asc' ? start > last : start < last;
}

export function compareKeys(a: KeyCells, b: KeyCells): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  return a[1] === b[1] ? 0 : a[1] < b[1] ? -1 : 1;
}

function isBefore(a: Turn, b: Turn, sign: number): boolean {
  const difference = compareKeys(a.head, b.head) * sign;
  return difference === 0 ? !('keys' in a) && 'keys' in b : difference < 0;
}
