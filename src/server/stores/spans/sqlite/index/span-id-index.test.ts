import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import { SpanIdFinder } from './span-id-finder.ts';
import { SpanIdAppender } from './span-id-index.ts';

const RUN_SPANS = 102_400;
let db: Database.Database;
let appender: SpanIdAppender;
let finder: SpanIdFinder;

beforeEach(() => {
  db = new Database(':memory:');
  db.exec('CREATE TABLE span_id_batches (first_id INTEGER PRIMARY KEY, hashes BLOB NOT NULL)');
  db.exec(
    'CREATE TABLE span_id_buckets (bucket INTEGER, first_id INTEGER, entries BLOB, PRIMARY KEY (bucket, first_id)) WITHOUT ROWID',
  );
  appender = new SpanIdAppender(db);
  finder = new SpanIdFinder(db);
});

function idOf(number: number): Uint8Array {
  const id = Buffer.alloc(8);
  id.writeDoubleBE(number * Math.PI);
  return id;
}

/** Writes spans in transactions of so many. */
function write(from: number, to: number, each: number): void {
  for (let number = from; number < to; number += 1) {
    appender.add(number, idOf(number));
    if ((number + 1 - from) % each === 0) appender.flush();
  }
  appender.flush();
}

const rows = (): number =>
  Number(db.prepare('SELECT count(*) FROM span_id_batches').pluck(true).get());

it('leaves few rows to a look-up when spans come one by one', () => {
  write(1, 5_001, 1);
  expect(rows()).toBeLessThan(20);
  for (const number of [1, 383, 384, 385, 2_500, 5_000])
    expect(finder.candidates(idOf(number))).toEqual([number]);
});

it('finds what came since the last look-up: in a row that grew, in a new one, and after a run was written', () => {
  for (const [from, to] of [
    [1, 10],
    [10, 300],
    [300, 5_000],
    [5_000, 5_001],
    [5_001, RUN_SPANS - 5],
    [RUN_SPANS - 5, RUN_SPANS + 5],
    [RUN_SPANS + 5, RUN_SPANS + 6],
  ] as const) {
    write(from, to, 100);
    for (const number of [1, from, to - 1])
      expect(finder.candidates(idOf(number))).toEqual([number]);
    expect(finder.candidates(idOf(to))).toEqual([]);
  }
  expect(rows()).toBe(1);
});

it('continues in the newest row after it was opened again, unless numbers were skipped', () => {
  write(1, 4, 1);
  appender = new SpanIdAppender(db);
  write(4, 6, 1);
  expect(rows()).toBe(1);
  write(9, 10, 1);
  expect(rows()).toBe(2);
  for (const number of [1, 3, 4, 5, 9]) expect(finder.candidates(idOf(number))).toEqual([number]);
  expect(finder.candidates(idOf(7))).toEqual([]);
});

it('finds many at once as it finds each', () => {
  write(1, RUN_SPANS + 500, 700);
  const asked = [1, 77, RUN_SPANS, RUN_SPANS + 1, RUN_SPANS + 499].map(idOf);
  const finding = finder.candidatesOf(asked);
  let step = finding.next();
  while (step.done !== true) step = finding.next();
  expect(step.value).toEqual(asked.map((id) => finder.candidates(id)));
});
