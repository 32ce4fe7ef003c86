import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { INSERT_SPAN_SQL, spanParameters, type StoredSpan } from '../both/columns.ts';
import { SPAN_MIGRATIONS } from '../migrations/span-migrations.ts';
import { STAGED_ROWS_MAX, StagedRows } from './staged-rows.ts';

function emptyDatabase(): Database.Database {
  const db = new Database(':memory:');
  for (const { sql } of SPAN_MIGRATIONS) db.exec(sql);
  return db;
}

/**
 * All that is stored of spans, in a form that tells types apart and shows doubles to the last bit.
 */
function rowsOf(db: Database.Database): unknown[] {
  const names = db
    .prepare<[], string>("SELECT name FROM pragma_table_info('spans')")
    .pluck(true)
    .all();
  const cells = names.map((name) => `typeof(${name}), ${name}`).join(', ');
  return db.prepare(`SELECT ${cells} FROM spans ORDER BY id`).safeIntegers(true).raw(true).all();
}

function mostly<Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: usual, weight: 60 }, { arbitrary: odd, weight: 1 });
}

const bytes = fc.uint8Array({ minLength: 8, maxLength: 8 });
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(arbitrary, { nil: null, freq: 2 });
/** Mostly what is staged, and now and then what is not. */
const count = mostly(
  fc.nat(5_000),
  fc.oneof(fc.integer(), fc.maxSafeNat(), fc.double({ noNaN: true })),
);
const text = fc.oneof(
  fc.constant(''),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constant('a\0b'),
  fc.constant('x'.repeat(9_000)),
);
const span: fc.Arbitrary<StoredSpan> = fc.record({
  id: fc.constant(0),
  traceNumber: mostly(fc.integer({ min: 1, max: 40 }), fc.maxSafeNat()),
  spanId: bytes,
  parentSpanId: orNull(bytes),
  shapeId: fc.nat(),
  startTime: mostly(
    fc.bigInt(1_763_700_000_000_000_000n, 1_763_700_100_000_000_000n),
    fc.bigInt(0n, 2n ** 63n - 1n),
  ),
  duration: mostly<number | bigint>(
    fc.oneof(fc.integer(), fc.maxSafeInteger()),
    fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  ),
  payloadBytes: fc.nat(),
  tokens: fc.record({
    prompt: orNull(count),
    completion: orNull(count),
    total: orNull(count),
    cacheRead: orNull(count),
    cacheWrite: orNull(count),
    reasoning: orNull(count),
    audio: orNull(count),
  }),
  costUsd: orNull(
    mostly(
      fc.oneof(fc.double({ min: 1e-9, max: 10, noNaN: true }), fc.constantFrom(0, 0.1)),
      fc.double({ noNaN: true }),
    ),
  ),
  documentCount: fc.nat(20),
  userId: orNull(text),
  errorMessage: orNull(text),
  name: orNull(text),
  modelName: orNull(text),
  modelProvider: orNull(text),
  firstTokenNano: orNull(count),
});

it('stores what inserting one by one would, to the last bit', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 20 }), (spans) => {
      const [staged, single] = [emptyDatabase(), emptyDatabase()];
      const rows = new StagedRows(staged);
      const insert = single.prepare(INSERT_SPAN_SQL);
      const chunk: StoredSpan[] = [];
      for (const wanted of spans) {
        const numbered = { ...wanted, id: 7 + chunk.length };
        if (rows.put(numbered)) chunk.push(numbered);
      }
      for (const each of chunk) insert.run(...spanParameters(each));
      taken += chunk.length;
      if (chunk.length > 0) expect(rows.insert()).toBe(rowsOf(single).length);
      expect(rowsOf(staged)).toEqual(rowsOf(single));
      staged.close();
      single.close();
    }),
    { numRuns: 60 },
  );
  expect(taken).toBeGreaterThan(100);
});

it('says when it is full, and takes the next chunk after an insert', () => {
  const db = emptyDatabase();
  const rows = new StagedRows(db);
  const numbered = (id: number): StoredSpan => ({
    ...fc.sample(span, { numRuns: 1, seed: 1 })[0]!,
    id,
    traceNumber: id,
    startTime: 5n,
    duration: 1,
    tokens: {
      prompt: 1,
      completion: null,
      total: null,
      cacheRead: null,
      cacheWrite: null,
      reasoning: null,
      audio: null,
    },
    costUsd: 0.25,
    firstTokenNano: null,
    name: null,
    errorMessage: null,
    modelName: null,
    modelProvider: null,
    userId: '',
  });
  for (let id = 1; id <= STAGED_ROWS_MAX; id += 1) expect(rows.put(numbered(id))).toBe(true);
  expect(rows.put(numbered(STAGED_ROWS_MAX + 1))).toBe(false);
  expect(rows.insert()).toBe(STAGED_ROWS_MAX);
  expect(rows.put(numbered(STAGED_ROWS_MAX + 1))).toBe(true);
  expect(rows.insert()).toBe(1);
  expect(db.prepare('SELECT count(*), max(id), sum(cost_usd) FROM spans').raw(true).get()).toEqual([
    513,
    513,
    513 / 4,
  ]);
  db.close();
});
