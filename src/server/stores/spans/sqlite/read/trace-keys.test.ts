import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import { numbersOfTraceRun } from '../index/trace-run.ts';
import { compareKeys, type KeyCells } from './shape-keys.ts';
import { behind, TraceKeys, type TraceKeyRange } from './trace-keys.ts';

const RUNS = 40;
const TRACES_IN_RUN = 2_000;
const COUNT = 20;

let db: Database.Database;
/** How many traces were read. */
let read: number;
beforeEach(() => {
  db = new Database(':memory:');
  db.exec(`CREATE TABLE traces (id INTEGER PRIMARY KEY, project_id INTEGER, start_time INTEGER, end_time INTEGER);
CREATE INDEX traces_by_latency ON traces (id >> 14, project_id, end_time - start_time);
CREATE TABLE trace_runs (project_id INTEGER, run INTEGER, start_min INTEGER, start_max INTEGER, latency_min INTEGER, latency_max INTEGER)`);
  db.function('seen', () => {
    read += 1;
    return 1;
  });
  read = 0;
});

type Latency = (n: number, run: number) => number;

/** All keys in order, after traces of so many latencies were stored. */
function fill(latency: Latency, order: 'asc' | 'desc'): KeyCells[] {
  const insert = db.prepare('INSERT INTO traces VALUES (?, 1, 0, ?)');
  const keys: KeyCells[] = [];
  for (let run = 0; run < RUNS; run += 1)
    for (let n = 0; n < TRACES_IN_RUN; n += 1) {
      const id = numbersOfTraceRun(run)[0] + n;
      insert.run(id, latency(n, run));
      keys.push([BigInt(latency(n, run)), BigInt(id)]);
    }
  db.exec(
    'INSERT INTO trace_runs SELECT 1, id >> 14, 0, 0, min(end_time), max(end_time) FROM traces GROUP BY 2',
  );
  return keys.sort((a, b) => compareKeys(a, b) * (order === 'asc' ? 1 : -1));
}

it.each<[string, Latency]>([
  ['all are equal', () => 0],
  ['nearly all are equal', (n, run) => (n % 50 === 49 ? (n * 37 + run) % 1_000 : 5)],
  ['many of some runs are equal', (n, run) => (run % 3 === 0 ? 5 : (n * 37 + run) % 1_000)],
  ['few are equal', (n, run) => (n * 37 + run * 11) % 100_000],
])('reads few traces for a page where %s', (_, latency) => {
  for (const order of ['asc', 'desc'] as const) {
    db.exec('DELETE FROM traces; DELETE FROM trace_runs');
    const expected = fill(latency, order);
    const traceKeys = new TraceKeys(db);
    const start: KeyCells = order === 'asc' ? [-1n, 0n] : [10n ** 9n, 0n];
    for (let at = 0; at < expected.length; at += 1_997) {
      const before = expected[at - 1];
      const from = before === undefined ? start : behind(before, order);
      const range: TraceKeyRange = {
        projectId: 1,
        by: 'latency',
        order,
        from,
        last: order === 'asc' ? 10n ** 9n : -1n,
        window: {},
        where: { conditions: ['seen()'], params: [] },
      };
      read = 0;
      const page = traceKeys.first(range, COUNT);
      expect(page).toEqual(expected.slice(at, at + COUNT));
      // Those before the page in its own run are passed over twice at most.
      expect(read).toBeLessThan(2 * (RUNS * COUNT + TRACES_IN_RUN));
    }
  }
});
