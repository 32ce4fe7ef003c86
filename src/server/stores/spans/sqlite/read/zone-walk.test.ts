import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RUN_SPANS, runOf } from '../index/span-run.ts';
import { ZONE_SPANS, zoneOf } from '../index/zone-writer.ts';
import type { SpanKey } from './span-keys.ts';
import { ZoneWalk, type NumberRange } from './zone-walk.ts';

const PROJECTS = [1, 2, 3];
const RUNS = 5;

interface Span extends SpanKey {
  readonly project: number;
}

/** Some next to each other, some in runs of their own; times in no order, many of them equal. */
const SPANS = fc.uniqueArray(
  fc.record({
    id: fc.oneof(
      fc.integer({ min: 0, max: RUNS * RUN_SPANS - 1 }),
      fc.integer({ min: RUN_SPANS - 700, max: RUN_SPANS + 700 }),
    ),
    start: fc.bigInt({ min: 0n, max: 60n }),
    project: fc.constantFrom(...PROJECTS),
  }),
  { selector: ({ id }) => id, maxLength: 80, size: 'max' },
);

/** Zones and runs as a writer keeps them. */
function storeOf(
  spans: readonly Span[],
  verbose: (sql: unknown) => void = () => undefined,
): Database.Database {
  const db = new Database(':memory:', { verbose });
  for (const [table, place] of [
    ['zones', 'zone'],
    ['span_runs', 'run'],
  ] as const) {
    db.exec(`CREATE TABLE ${table} (project_id INTEGER, ${place} INTEGER, start_min INTEGER,
      start_max INTEGER, PRIMARY KEY (project_id, ${place})) WITHOUT ROWID`);
    const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      start_min = min(start_min, excluded.start_min), start_max = max(start_max, excluded.start_max)`);
    for (const { project, id, start } of spans)
      insert.run(project, place === 'zone' ? zoneOf(id) : runOf(id), start, start);
  }
  return db;
}

function inOrder(sort: 'id' | 'start_time', sign: number): (a: SpanKey, b: SpanKey) => number {
  return (a, b) => sign * ((sort === 'id' ? 0 : Number(a.start - b.start)) || a.id - b.id);
}

it('gives the spans of all runs in the order of a list', () => {
  fc.assert(
    fc.property(
      SPANS,
      fc.record({
        projects: fc.subarray(PROJECTS, { minLength: 1 }),
        sort: fc.constantFrom('id' as const, 'start_time' as const),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        startMin: fc.option(fc.bigInt({ min: 0n, max: 60n })),
        startEnd: fc.option(fc.bigInt({ min: 0n, max: 60n })),
        placesOfHalf: fc.boolean(),
      }),
      (spans, { projects, sort, order, startMin, startEnd, placesOfHalf }) => {
        const db = storeOf(spans);
        const isAsked = ({ id, start, project }: Span): boolean =>
          projects.includes(project) &&
          (!placesOfHalf || id % 2 === 0) &&
          (startMin === null || start >= startMin) &&
          (startEnd === null || start < startEnd);
        const read: number[] = [];
        const keys = new ZoneWalk(db).keys(
          { projectId: projects[0] ?? 0, projectIds: projects, startMin, startEnd },
          { sort, order },
          () => undefined,
          (low) => {
            read.push(low);
            return spans.filter((span) => isAsked(span) && zoneOf(span.id) * ZONE_SPANS === low);
          },
          () =>
            placesOfHalf ? spans.filter(isAsked).map(({ id }): NumberRange => [id, id + 1]) : null,
        );
        const expected = spans.filter(isAsked).sort(inOrder(sort, order === 'asc' ? 1 : -1));
        expect([...keys].map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        expect(new Set(read).size).toBe(read.length);
        db.close();
      },
    ),
    { numRuns: 300 },
  );
});

it('reads the zones of a run only when the list may come to it', () => {
  const spans = Array.from({ length: RUNS * 20 }, (_, i): Span => {
    const id = Math.floor(i / 20) * RUN_SPANS + (i % 20) * ZONE_SPANS;
    return { id, start: BigInt(i), project: 1 };
  });
  const asked: string[] = [];
  const db = storeOf(spans, (sql) => void asked.push(String(sql)));
  const keys = new ZoneWalk(db).keys(
    { projectId: 1, startMin: null, startEnd: null },
    { sort: 'start_time', order: 'desc' },
    () => undefined,
    (low) => spans.filter(({ id }) => id === low),
  );
  const asks = (): number => asked.filter((sql) => sql.includes('FROM zones')).length;
  for (let i = 0; i < 10; i += 1) keys.next();
  expect(asks()).toBe(1);
  for (let i = 0; i < 15; i += 1) keys.next();
  expect(asks()).toBe(2);
  db.close();
});
