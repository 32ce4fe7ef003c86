import { expect, it } from 'vitest';
import type { FigureCoverage } from '#contracts/metrics/figures.ts';
import type { ReadContext } from '#server/threads/query.ts';
import { BreakdownTally, beginWith, type SavedBreakdown } from './breakdown.service.ts';
import { type Tally, decodeState, encodeState } from './count-steps.ts';
import type { FigureRow } from './figure-source.ts';
import { FigureSum } from './figure-sum.ts';
import { HeatTally } from './heatmap.service.ts';
import { SeriesTally, type SavedSeries } from './series.service.ts';

const ALL: FigureCoverage = {
  source: 'scan',
  scanned: 0,
  complete: true,
  since: null,
  progress: 1,
};
const WINDOW = { startUnixNano: 0n, endUnixNano: 3_000_000_000n };

function row(number: number): FigureRow {
  return {
    number,
    startTimeUnixNano: BigInt(number % 3_000) * 1_000_000n,
    latencyMs: 1 + (number % 997),
    firstTokenMs: number % 3 === 0 ? 1 + (number % 499) : null,
    spans: 1,
    errors: number % 10 === 0 ? 1 : 0,
    status: number % 10 === 0 ? 'ERROR' : 'OK',
    name: `n${number % 7}`,
    kind: 'LLM',
    model: number % 2 === 0 ? 'gpt-5' : null,
    user: null,
    session: null,
    error: null,
    prompt: 2,
    completion: 1,
    costUsd: 0.5,
    attributesOf: number,
    traceId: null,
  };
}

const ROWS = Array.from({ length: 5_000 }, (_, number) => row(number));

/** Counts in steps, with all state that crosses between two of them. */
async function inSteps<Saved, Body>(
  make: (saved: Saved | null) => Tally<Saved, Body>,
): Promise<Body> {
  let saved: Saved | null = null;
  for (let from = 0; from < ROWS.length; from += 700) {
    const tally: Tally<Saved, Body> = make(saved);
    await tally.add(ROWS.slice(from, from + 700));
    saved = decodeState<Saved>(encodeState(tally.save()));
  }
  return make(saved).body(ALL);
}

it('sums up intervals in steps as at once', async () => {
  const frame = { of: 'spans', window: WINDOW, buckets: 3 } as const;
  const once = new SeriesTally(frame);
  once.add(ROWS);
  const whole = once.body(ALL);
  const stepped = await inSteps(
    (saved: SavedSeries | null) => new SeriesTally({ ...frame, exactMax: 256 }, saved),
  );
  expect(stepped.data.map(({ spans, errors, models }) => ({ spans, errors, models }))).toEqual(
    whole.data.map(({ spans, errors, models }) => ({ spans, errors, models })),
  );
  for (const [at, bucket] of stepped.data.entries())
    for (const figure of [
      'latency_p99_ms',
      'time_to_first_token_p50_ms',
      'time_to_first_token_p95_ms',
    ] as const) {
      const exact = whole.data[at]?.[figure] ?? 0;
      expect(exact).toBeGreaterThan(0);
      expect(Math.abs((bucket[figure] ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.011);
    }
});

it('keeps latencies as they are while they are few', () => {
  const sum = new FigureSum(256);
  for (const one of ROWS.slice(0, 100)) sum.add(one);
  const restored = FigureSum.restore(decodeState(encodeState(sum.save())), 256);
  expect(restored.quantiles([0, 0.5, 1])).toEqual([1, 50, 100]);
  expect(restored.count).toBe(100);
});

it('counts every latency once in the grid', async () => {
  const { data } = await inSteps(
    (saved: ReturnType<HeatTally['save']> | null) =>
      new HeatTally({ window: WINDOW, columns: 6, rows: 10 }, saved),
  );
  expect(data.columns.flat().reduce((sum, count) => sum + count, 0)).toBe(ROWS.length);
  expect(data.edges_ms[0]).toBe(1);
});

it('begins anew with a value that was rare among the newest, and is frequent in all', async () => {
  // as: rows bring their values themselves, nothing is read.
  const context = {} as ReadContext;
  const frame = {
    projectId: 1,
    of: 'spans',
    by: 'name',
    attributeKey: null,
    window: WINDOW,
    buckets: 3,
    valuesMax: 2,
    keptMax: 3,
  } as const;
  const rows = (names: Readonly<Record<string, number>>): FigureRow[] =>
    Object.entries(names).flatMap(([name, count]) =>
      Array.from({ length: count }, (_, at) => ({ ...row(at), name })),
    );
  const pages = [
    rows({ a: 5, b: 4, c: 3, late: 1 }),
    rows({ a: 1, late: 90 }),
    rows({ b: 2, late: 9, '': 3 }),
  ];
  const through = async (from: SavedBreakdown): Promise<BreakdownTally> => {
    let saved = from;
    for (const page of pages) {
      const tally = new BreakdownTally(context, frame, saved);
      await tally.add(page);
      saved = decodeState(encodeState(tally.save()));
    }
    return new BreakdownTally(context, frame, saved);
  };
  const first = await through(beginWith(null));
  expect(
    first.body({ ...ALL, complete: false }).data.parts.map(({ value, totals }) => [value, totals]),
  ).toEqual([
    ['a', null],
    ['b', null],
  ]);
  const again = first.again();
  if (again === null) throw new Error('not begun anew');
  const second = await through(decodeState(encodeState(again)));
  expect(second.again()).toBeNull();
  const { parts, others, value_count, values_complete } = second.body(ALL).data;
  expect(parts.map(({ value, count, totals }) => [value, count, totals?.spans])).toEqual([
    ['late', 100, 100],
    ['a', 6, 6],
  ]);
  expect([others?.totals?.spans, value_count, values_complete]).toEqual([12, 4, true]);
});

it('adds up sums, whether they keep their latencies or have sketched them', () => {
  const [few, many] = [new FigureSum(256), new FigureSum(256)];
  for (const one of ROWS.slice(0, 100)) few.add(one);
  for (const one of ROWS.slice(100)) many.add(one);
  const once = new FigureSum(256);
  for (const one of ROWS) once.add(one);
  for (const [into, from] of [
    [few, many],
    [FigureSum.restore(many.save(), 256), FigureSum.restore(few.save(), 256)],
  ] as const) {
    // as: pairs
    into.merge(from);
    if (into === few) expect(into.quantiles([0.5, 0.99])).toEqual(once.quantiles([0.5, 0.99]));
    expect([into.count > 0, into.costUsd]).toEqual([true, into.count * 0.5]);
  }
});
