import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
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

it('makes filters of runs that have none stored, and stores them', () => {
  store(new TraceIdFilters(db), range(1, END));
  db.exec('DELETE FROM trace_id_filters');
  const filters = new TraceIdFilters(db);
  expect([...filters.runsOf(idOf(7))]).toContain(0);
  filters.flush();
  expect(db.prepare('SELECT run FROM trace_id_filters').pluck().all()).toEqual([0, 1]);
});

it('takes in numbers of older runs, as a copy of a store brings them', () => {
  const filters = new TraceIdFilters(db);
  store(filters, [END, 5]);
  store(filters, [6]);
  expect([...new TraceIdFilters(db).runsOf(idOf(6))]).toEqual([0]);
});
