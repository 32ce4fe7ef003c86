import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RUN_SQL } from '../index/span-run.ts';
import { ShapeWindows, type ShapeCells } from './shape-windows.ts';

/** Of shape 1 each start from 100 to 1,099, of shape 2 every tenth. */
const STARTS = Array.from({ length: 1_000 }, (_, n) => 100 + n);
const OF_SHAPE = [STARTS, STARTS.filter((start) => start % 10 === 0)];

let db: Database.Database;
beforeEach(() => {
  db = new Database(':memory:');
  db.exec('CREATE TABLE spans (id INTEGER PRIMARY KEY, shape_id INTEGER, start_time INTEGER)');
  db.exec(`CREATE INDEX spans_by_run ON spans (${RUN_SQL}, shape_id, start_time)`);
  db.exec('CREATE TABLE shape_runs (shape_id INTEGER, run INTEGER, start_min INTEGER, start_max INTEGER)'); // prettier-ignore
  const insert = db.prepare('INSERT INTO spans (shape_id, start_time) VALUES (?, ?)');
  for (const [at, starts] of OF_SHAPE.entries())
    for (const start of starts) insert.run(at + 1, start);
  const runs = `SELECT shape_id, ${RUN_SQL}, min(start_time), max(start_time) FROM spans GROUP BY 1, 2`;
  db.exec(`INSERT INTO shape_runs ${runs}`);
});
afterEach(() => db.close());

function shapes(): ShapeCells[] {
  const rest = { is_root: 1n, kind: 1n, status: 1n, name: 'a', model_name: null };
  // The extent may be wider than what is left.
  return OF_SHAPE.map((starts, at) => ({
    ...rest,
    id: BigInt(at + 1),
    span_count: BigInt(starts.length),
    start_min: 90n,
    start_max: 1_100n,
  }));
}

it.each([
  [undefined, undefined],
  [0n, 2_000n],
  [95n, 1_090n],
  [150n, undefined],
  [undefined, 1_050n],
  [300n, 400n],
  [300n, 1_000n],
  [1_099n, 1_100n],
  [1_100n, 1_200n],
  [0n, 100n],
  [500n, 500n],
])('counts the starts from %s to %s, inside or outside', (startUnixNano, endUnixNano) => {
  const windows = new ShapeWindows(db);
  const window = {
    ...(startUnixNano === undefined ? {} : { startUnixNano }),
    ...(endUnixNano === undefined ? {} : { endUnixNano }),
  };
  const isIn = (start: number): boolean =>
    start >= (startUnixNano ?? 0n) && start < (endUnixNano ?? 10_000n);
  expect(shapes().map((shape) => windows.count(shape, window))).toEqual(
    OF_SHAPE.map((starts) => starts.filter(isIn).length),
  );
});

it('takes the newest of more spans than are looked at, as many as the sample', () => {
  const windows = new ShapeWindows(db);
  const all = shapes();
  const whole = { startUnixNano: 0n, endUnixNano: 2_000n };
  expect(windows.newest(all, whole, { spansMax: 1_100, sample: 110 })).toEqual(whole);
  const newest = windows.newest(all, whole, { spansMax: 1_099, sample: 110 });
  expect(newest.endUnixNano).toBe(whole.endUnixNano);
  const count = windows.countAll(all, newest);
  expect(count).toBeLessThanOrEqual(110);
  expect(count).toBeGreaterThan(90);
});
