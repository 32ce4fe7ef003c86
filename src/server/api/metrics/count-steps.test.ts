import { expect, it } from 'vitest';
import { openApiApp } from '#test/api-app.ts';
import { exportOf, testTime } from '#test/api-spans.ts';
import type { FigureCoverage } from '#contracts/metrics/figures.ts';
import type { ReadContext } from '#server/threads/query.ts';
import { countQuery, type CountPlace } from './count-steps.ts';

const SPANS = 500;

it('takes many steps through one large part, and counts every row once', async () => {
  const api = await openApiApp();
  const { reader: spans, projectReader: projects, ...stores } = api.store;
  const context: ReadContext = {
    ...stores,
    spans,
    projects,
    budget: { over: () => false },
    limitedTo: null,
  };
  // Three at a time start together, and those that start last came first.
  const late = Array.from({ length: SPANS }, (_, at) => ({
    trace: 1 + at,
    span: 1 + at,
    startMs: SPANS - Math.floor(at / 3),
  }));
  await api.ingest(exportOf(...late), 'late');
  const { id: projectId } = (await projects.findProject({ name: 'late' })) ?? { id: 0 };
  const window = {
    startUnixNano: BigInt(Date.parse(testTime(0))) * 1_000_000n,
    endUnixNano: BigInt(Date.parse(testTime(1_000))) * 1_000_000n,
  };
  const count = countQuery<object, number[], { seen: number[]; coverage: FigureCoverage }>(
    'test.count',
    async (_context, _params, saved) => {
      const seen = [...(saved ?? [])];
      const tally = {
        add: (rows: readonly { number: number }[]) =>
          void seen.push(...rows.map(({ number }) => number)),
        body: (coverage: FigureCoverage) => ({ seen, coverage }),
        save: () => seen,
      };
      return { projectId, scope: { of: 'spans', window, filters: {} }, tally, pageMax: 70 };
    },
    // Each page takes a whole step.
    () => () => true,
  );
  const bodies: { seen: number[]; coverage: FigureCoverage }[] = [];
  let place: CountPlace | null = null;
  do {
    const step: { body: Uint8Array; next: CountPlace | null } = await count.run(context, { place });
    bodies.push(JSON.parse(new TextDecoder().decode(step.body)));
    place = step.next;
  } while (place !== null);
  await api.close();
  expect(bodies).toHaveLength(Math.ceil(SPANS / 70));
  const last = bodies.at(-1);
  expect(last?.coverage).toEqual({
    source: 'scan',
    scanned: SPANS,
    complete: true,
    since: null,
    progress: 1,
  });
  expect(new Set(last?.seen).size).toBe(SPANS);
  const rising = bodies.map(({ coverage }) => coverage.progress ?? 0);
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  // All in one part: the first 70 are some 23 of 1,000 ms, behind 500 without any.
  expect(rising[0]).toBeCloseTo(0.52, 2);
  for (const { seen, coverage } of bodies.slice(0, -1)) {
    expect(coverage).toMatchObject({ complete: false, scanned: seen.length });
    // Whatever starts at that time or later is counted.
    const sinceMs = Math.ceil(Date.parse(coverage.since ?? '') - Date.parse(testTime(0)) + 0.001);
    const startOf = (number: number): number => SPANS - Math.floor((number - 1) / 3);
    const due = late.filter(({ startMs }) => startMs >= sinceMs).length;
    expect(seen.filter((number) => startOf(number) >= sinceMs)).toHaveLength(due);
  }
});
