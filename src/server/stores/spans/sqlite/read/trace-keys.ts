import type Database from 'better-sqlite3';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { numbersOfTraceRun, TRACE_RUN_SQL } from '../index/trace-run.ts';
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
/** Keys of a run with the last value of a page, beyond which the runs are merged one by one. */
const TIES_MAX = 32;
const STATEMENTS_KEPT = 64;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * The statements for keys from a place to another. `keys`: of one run, from a value on, in order.
 * `ties`: those of one value, from a number on. `edges`: for each run of a list, the value of the
 * key that is so many behind its first. `top`: the first keys of a list of runs.
 */
export function traceKeySelects(
  by: TraceKeyRange['by'],
  order: Order,
  conditions: readonly string[] = [],
): Readonly<Record<'keys' | 'ties' | 'edges' | 'top', string>> {
  const { index, value } = INDEXES[by];
  const [direction, from, to] = order === 'asc' ? ['', '>', '<'] : [' DESC', '<', '>'];
  const where = [
    't.project_id = +?',
    ...(by === 'start with error' ? ['t.error_count > 0'] : []),
    ...conditions,
  ].join(' AND ');
  const traces = `traces t INDEXED BY ${index}`;
  const inOrder = `ORDER BY ${value}${direction}, t.id${direction}`;
  const ofRun = `SELECT ${value}, t.id FROM ${traces} WHERE t.${TRACE_RUN_SQL} = +? AND ${where}`;
  // Compared once more as a plain value, because SQLite can't seek in an index on an expression
  // otherwise.
  const ofListed = `t.${TRACE_RUN_SQL} = +j.value AND ${where} AND ${value} ${from}= +?
 AND (${value}, t.id) ${from}= (+?, +?) AND ${value} ${to}= +?`;
  return {
    keys: `${ofRun} AND ${value} ${from}= +? AND ${value} ${to}= +? ${inOrder} LIMIT ?`,
    ties: `${ofRun} AND ${value} = +? AND t.id ${from}= +? ORDER BY t.id${direction} LIMIT ?`,
    edges: `SELECT (SELECT ${value} FROM ${traces} WHERE ${ofListed} ${inOrder} LIMIT 1 OFFSET ?) FROM json_each(+?) j`,
    top: `SELECT ${value}, t.id FROM json_each(+?) j CROSS JOIN ${traces} WHERE ${ofListed} ${inOrder} LIMIT ?`,
  };
}

interface Statements {
  readonly keys: KeyStatement;
  readonly ties: KeyStatement;
  readonly edges: Database.Statement<Param[], bigint | null>;
  readonly top: KeyStatement;
}

/** A run by the best key that it could have, or with a chunk of its keys and the next of them. */
interface Turn {
  readonly run: number;
  /** The last value that it could have. */
  readonly far: bigint;
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
  readonly #prepared = new Map<string, Statements>();

  constructor(db: Database.Database) {
    this.#db = db;
    this.#runs = new TraceRuns(db);
  }

  /** The first keys, as many as are asked for if there are so many. */
  first(range: TraceKeyRange, count: number): readonly KeyCells[] {
    const sign = range.order === 'asc' ? 1 : -1;
    const statements = this.#statements(range);
    const turns = [...this.#turns(range)].sort((a, b) => compareKeys(a.head, b.head) * sign);
    const [first] = turns;
    if (first === undefined) return [];
    const near = turns.filter((turn) => isNear(first, turn));
    if (near.length === 1) {
      const keys = readKeys(statements, range, first.run, first.head, count);
      const end = keys[count - 1];
      const others = turns.slice(1);
      if (others.length === 0 || (end && others.every(({ head }) => isAfter(head, end, sign))))
        return keys;
      return this.#merged(range, count);
    }
    // So many of each are enough of a part of the runs, where these are alike.
    const each = Math.ceil((2 * count) / near.length);
    const edges = edgesOf(statements, range, near, each);
    const at = Math.ceil(count / each) - 1;
    const last = edges[at];
    if (last === undefined) return this.#merged(range, count);
    const end: KeyCells = [last, sign > 0 ? INT64_MAX : 0n];
    // Where very many are equal, all of them would be read.
    if (last === edges[at - 1] || last === edges[at + 1]) {
      const [far] = edgesOf(statements, range, near, each + TIES_MAX);
      if (far !== undefined && !isAfter([far, 0n], end, sign)) return this.#merged(range, count);
    }
    const runs = turns.filter(({ head }) => !isAfter(head, end, sign));
    return groupsOf(range, runs)
      .flatMap(([from, some]) =>
        statements.top.all(listOf(some), ...boundsOf({ ...range, last }, from), count),
      )
      .sort((a, b) => compareKeys(a, b) * sign)
      .slice(0, count);
  }

  #merged(range: TraceKeyRange, count: number): readonly KeyCells[] {
    const merged: KeyCells[] = [];
    for (const keys of this.inOrder(range)) {
      for (const key of keys) merged.push(key);
      if (merged.length >= count) break;
    }
    return merged.slice(0, count);
  }

  /** The keys in order, as many at a time as come from one run. `step` is called for each run. */
  *inOrder(range: TraceKeyRange, step: () => void = () => {}): Generator<readonly KeyCells[]> {
    const sign = range.order === 'asc' ? 1 : -1;
    const statements = this.#statements(range);
    const heap = new Heap<Turn>((a, b) => isBefore(a, b, sign));
    for (const turn of this.#turns(range)) heap.push(turn);
    let open = 0;
    for (let turn = heap.pop(); turn !== undefined; turn = heap.pop()) {
      if (turn.keys === null) {
        step();
        if (!readChunk(statements, range, turn, turn.head)) continue;
        heap.push(turn);
        open += 1;
        continue;
      }
      const end = endBefore(turn.keys, turn.at, heap.first, sign);
      yield turn.keys.slice(turn.at, end);
      if (advance(statements, range, turn, end, Math.floor(KEYS_HELD / open))) heap.push(turn);
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

  /** The runs that may have wanted traces, by the best key of each. */
  *#turns(range: TraceKeyRange): Generator<Turn> {
    for (const run of this.#runs.of(range.projectId)) {
      const head = firstOf(run, range);
      const far = valuesOf(run, range.by)[range.order === 'asc' ? 1 : 0];
      if (head !== null) yield { run: run.run, far, keys: null, at: 0, chunk: CHUNK_MIN, head };
    }
  }

  #statements({ by, order, where }: TraceKeyRange): Statements {
    const sql = traceKeySelects(by, order, where.conditions);
    const known = this.#prepared.get(sql.keys);
    if (known !== undefined) return known;
    const keys = (text: string): KeyStatement =>
      this.#db.prepare<Param[], KeyCells>(text).safeIntegers(true).raw(true);
    const edges = this.#db
      .prepare<Param[], bigint | null>(sql.edges)
      .safeIntegers(true)
      .pluck(true);
    const [ofRun, ties, top] = [keys(sql.keys), keys(sql.ties), keys(sql.top)];
    const statements = { keys: ofRun, ties, edges, top };
    if (this.#prepared.size < STATEMENTS_KEPT) this.#prepared.set(sql.keys, statements);
    return statements;
  }
}

function isAfter(key: KeyCells, end: KeyCells, sign: number): boolean {
  return compareKeys(key, end) * sign > 0;
}

function listOf(turns: readonly Turn[]): string {
  return JSON.stringify(turns.map(({ run }) => run));
}

/**
 * The runs by where their keys are sought from. Those that have none left with the first value must
 * not be sought by it: all that have it would be passed over.
 */
function groupsOf(
  { from, order }: TraceKeyRange,
  turns: readonly Turn[],
): (readonly [from: KeyCells, turns: readonly Turn[]])[] {
  const [value] = from;
  const next: KeyCells = order === 'asc' ? [value + 1n, 0n] : [value - 1n, INT64_MAX];
  const having = turns.filter(({ head }) => head[0] === value);
  const passed = turns.filter(({ head }) => head[0] !== value);
  const groups = [[from, having] as const, [next, passed] as const];
  return groups.filter(([, some]) => some.length > 0);
}

function boundsOf(
  { projectId, where, last }: TraceKeyRange,
  [value, id]: KeyCells,
): readonly Param[] {
  return [projectId, ...where.params, value, value, id, last];
}

/** For each run that has so many keys the value of the last of them, the best first. */
function edgesOf(
  statements: Statements,
  range: TraceKeyRange,
  turns: readonly Turn[],
  count: number,
): bigint[] {
  const sign = range.order === 'asc' ? 1 : -1;
  return groupsOf(range, turns)
    .flatMap(([from, some]) =>
      statements.edges.all(...boundsOf(range, from), count - 1, listOf(some)),
    )
    .filter((edge) => edge !== null)
    .sort((a, b) => (a < b ? -sign : a > b ? sign : 0));
}

/** Whether a run has its turn before half of the values of the first one are passed. */
function isNear(first: Turn, turn: Turn): boolean {
  return turn === first || 2n * abs(turn.head[0] - first.head[0]) < abs(first.far - first.head[0]);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The keys of a run from one on. Those with its value are sought by number: there may be very many. */
function readKeys(
  { keys, ties }: Statements,
  { projectId, where, order, last }: TraceKeyRange,
  run: number,
  [value, id]: KeyCells,
  count: number,
): readonly KeyCells[] {
  const of: readonly Param[] = [run, projectId, ...where.params];
  const [low, high] = numbersOfTraceRun(run);
  if (order === 'asc' ? id <= low : id >= high) return keys.all(...of, value, last, count);
  const equal = ties.all(...of, value, id, count);
  if (equal.length === count || value === last) return equal;
  const next = value + (order === 'asc' ? 1n : -1n);
  return [...equal, ...keys.all(...of, next, last, count - equal.length)];
}

/** Reads the next chunk of a run from a key on; false where there is none. */
function readChunk(
  statements: Statements,
  range: TraceKeyRange,
  turn: Turn,
  from: KeyCells,
): boolean {
  turn.keys = readKeys(statements, range, turn.run, from, turn.chunk);
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
  statements: Statements,
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
  return readChunk(statements, range, turn, behind(last, range.order));
}

/** The place right behind a key. */
export function behind([value, id]: KeyCells, order: Order): KeyCells {
  return [value, id + (order === 'asc' ? 1n : -1n)];
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
  const [low = 0n, high = 0n] = numbersOfTraceRun(run.run).map(BigInt);
  const [value, id] = from;
  if (order === 'asc') {
    if (compareKeys(from, [most, high]) > 0 || least > last) return null;
    if (least > value) return [least, low];
    // No number of the run comes behind this one, so only the next value may.
    return id > high ? [value + 1n, low] : [value, id < low ? low : id];
  }
  if (compareKeys(from, [least, low]) < 0 || most < last) return null;
  if (most < value) return [most, high];
  return id < low ? [value - 1n, high] : [value, id > high ? high : id];
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
