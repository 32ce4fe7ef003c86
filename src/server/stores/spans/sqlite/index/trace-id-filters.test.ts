import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import { StepTime } from '../both/step-time.ts';
import { TraceIdFilters } from './trace-id-filters.ts';
import { numbersOfTraceRun, traceRunOf } from './trace-run.ts';

let db: Database.Database;
beforeEach(() => {
  db = new Database(':memory:');
  db.exec(`CREATE TABLE traces (id INTEGER PRIMARY KEY, trace_id BLOB);
CREATE UNIQUE INDEX traces_by_id ON traces (id >> 14, trace_id) WHERE trace_id IS NOT NULL;
CREATE TABLE trace_id_filters (run INTEGER PRIMARY KEY, filter BLOB NOT NULL)`);
});

/** Ids that merely count up, in their first or their last bytes: they must spread all the same. */
function idOf(number: number): Uint8Array {
  const id = Buffer.alloc(16);
  id.writeUInt32BE(number, number % 2 === 0 ? 0 : 12);
  return id;
}

function store(filters: TraceIdFilters, numbers: Iterable<number>): void {
  const insert = db.prepare('INSERT INTO traces VALUES (?, ?)');
  db.transaction(() => {
    for (const number of numbers) {
      insert.run(number, idOf(number));
      filters.add(number, idOf(number));
    }
    filters.flush();
  })();
}

function* range(from: number, to: number): Generator<number> {
  for (let number = from; number < to; number += 1) yield number;
}

const END = numbersOfTraceRun(2)[0] + 100;

it('knows the run of each id, and hardly any for an unknown one', () => {
  const filters = new TraceIdFilters(db);
  for (let from = 1; from < END; from += 1_000)
    store(filters, range(from, Math.min(END, from + 1_000)));
  for (const known of [filters, new TraceIdFilters(db)]) {
    const missed = [...range(1, END)].filter(
      (number) => ![...known.runsOf(idOf(number))].includes(traceRunOf(number)),
    );
    expect(missed).toEqual([]);
    const mistaken = [...range(END, END + 20_000)].filter(
      (number) => [...known.runsOf(idOf(number))].length > 0,
    );
    expect(mistaken.length).toBeLessThan(100);
  }
  expect(db.prepare('SELECT run FROM trace_id_filters').pluck().all()).toEqual([0, 1]);
});

it('makes filters of runs that have none stored in steps, and looks into these until then', () => {
  store(new TraceIdFilters(db), range(1, END));
  db.exec('DELETE FROM trace_id_filters; DELETE FROM traces WHERE id IN (3, 4, 5)');
  const filters = new TraceIdFilters(db);
  let now = 0;
  const step = (): boolean => {
    const areLeft = filters.build(new StepTime(() => (now += 1), 1));
    filters.flush();
    return areLeft;
  };
  const stored = (): unknown[] => db.prepare('SELECT run FROM trace_id_filters').pluck().all();
  expect(stored()).toEqual([]);
  expect(TraceIdFilters.areStored(db)).toBe(false);
  expect([...filters.runsOf(idOf(99_999))]).toEqual([1, 0]);
  expect(step()).toBe(true);
  expect(stored()).toEqual([]);
  store(filters, [3]);
  while (!stored().includes(1)) step();
  expect(stored()).toEqual([1]);
  step();
  // Before and behind the place that the step has come to.
  store(filters, [4, 5]);
  let steps = 0;
  while (step()) steps += 1;
  expect(steps).toBeGreaterThan(20);
  expect(stored()).toEqual([0, 1]);
  for (const known of [filters, new TraceIdFilters(db)])
    for (const number of range(1, END))
      if (![...known.runsOf(idOf(number))].includes(traceRunOf(number)))
        expect.fail(`does not know trace ${number}`);
  expect([...filters.runsOf(idOf(99_999))]).toEqual([]);
  expect(TraceIdFilters.areStored(db)).toBe(true);
});

it('takes in numbers of older runs, as a copy of a store brings them', () => {
  const filters = new TraceIdFilters(db);
  store(filters, [END, 5]);
  store(filters, [6]);
  const known = new TraceIdFilters(db);
  // The run between the two has no traces, and so no filter.
  expect([...known.runsOf(idOf(6))]).toEqual([1, 0]);
  while (known.build(new StepTime(() => 0, 1)));
  expect([...known.runsOf(idOf(6))]).toEqual([0]);
});
