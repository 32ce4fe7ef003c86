import type { Static } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SeriesBreakdownReply } from '#contracts/metrics/series.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, testTime } from '#test/api-spans.ts';

/** More than the first look counts, and than one part of a thorough count holds. */
const SPANS = 20_400;
const STEP_MS = 10;
const BUCKETS = 6;
const VERSIONS = ['1.0', '1.1', '1.2'] as const;
const QUERY = new URLSearchParams({
  by: 'model',
  buckets: String(BUCKETS),
  start_time: testTime(0),
  end_time: testTime(SPANS * STEP_MS),
});

type Breakdown = Static<typeof SeriesBreakdownReply>['data'];

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  const spans = Array.from({ length: SPANS }, (_, at) => ({
    trace: 1 + Math.floor(at / 4),
    span: at + 1,
    // Not below the root: a call that its parent reports too would count there alone.
    ...(at % 4 === 0 ? {} : { parent: SPANS + 1 }),
    startMs: at * STEP_MS,
    ...(at % 10 === 0 ? { error: 'no' } : {}),
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.model_name': at % 3 === 0 ? 'small' : 'large',
      'llm.token_count.prompt': 10,
      'llm.token_count.completion': 1,
      'llm.cost.total': 0.5,
      // Each version is followed by the next.
      'app.version': VERSIONS[Math.floor((at * VERSIONS.length) / SPANS)],
    },
  }));
  for (let from = 0; from < SPANS; from += 5_100)
    await api.ingest(exportOf(...spans.slice(from, from + 5_100)), 'busy');
}, 120_000);
afterAll(() => api.close());

async function breakdown(more: Record<string, string>): Promise<Breakdown> {
  const { status, body } = await api.get(
    `/v1/projects/busy/series_breakdown?${new URLSearchParams({ ...Object.fromEntries(QUERY), ...more })}`,
  );
  expect(status).toBe(200);
  return (body as { data: Breakdown }).data; // as: checked by the harness
}

/** Spans of each series, over all intervals. */
function spansOf({ parts, others }: Breakdown): readonly (readonly [string, number])[] {
  const all = [
    ...parts.map(({ value, data }) => [value, data] as const),
    ...(others === null ? [] : [['others', others.data] as const]),
  ];
  return all.map(([value, data]) => [value, data.reduce((sum, { spans }) => sum + spans, 0)]);
}

it('counts the newest of all values over one common time, and gives no total of a part', async () => {
  const quick = await breakdown({});
  expect(quick.coverage).toMatchObject({ complete: false, since: expect.any(String) });
  const first = Math.ceil(
    ((Date.parse(quick.coverage.since ?? '') - Date.parse(testTime(0))) / (SPANS * STEP_MS)) *
      BUCKETS,
  );
  for (const { data, totals } of [...quick.parts, quick.others ?? { data: [], totals: null }]) {
    expect(totals).toBeNull();
    expect(data).toHaveLength(BUCKETS);
  }
  // From there on every series has all that it has in the end.
  const whole = await breakdown({ thorough: 'true' });
  for (const [at, { value, data }] of quick.parts.entries()) {
    expect(whole.parts[at]?.value).toBe(value);
    expect(data.slice(first).map(({ spans }) => spans)).toEqual(
      whole.parts[at]?.data.slice(first).map(({ spans }) => spans),
    );
  }
});

it('counts all that there are, step by step for those who accept lines', async () => {
  const whole = await breakdown({ thorough: 'true' });
  expect(whole).toMatchObject({
    parts: [
      {
        value: 'large',
        count: (SPANS / 3) * 2,
        totals: {
          spans: (SPANS / 3) * 2,
          cost_usd: SPANS / 3,
          token_count_prompt: (SPANS / 3) * 20,
        },
      },
      {
        value: 'small',
        count: SPANS / 3,
        totals: { spans: SPANS / 3, cost_usd: SPANS / 6, token_count_completion: SPANS / 3 },
      },
    ],
    others: { totals: { spans: 0 } },
    value_count: 2,
    values_complete: true,
    coverage: { complete: true, since: null, progress: 1, scanned: SPANS },
    end_time: testTime(SPANS * STEP_MS),
  });
  const reply = await api.app.inject({
    url: `/v1/projects/busy/series_breakdown?${QUERY}&thorough=true&filter=${encodeURIComponent('latency_ms > 0')}`,
    headers: { accept: 'application/x-ndjson' },
  });
  const lines = reply.body
    .trim()
    .split('\n')
    // as: the harness checks the same query without a filter
    .map((line) => (JSON.parse(line) as { data: Breakdown }).data);
  for (const line of lines.slice(0, -1)) {
    expect(line.coverage.complete).toBe(false);
    expect([...line.parts, line.others].every((one) => one?.totals === null)).toBe(true);
  }
  expect(lines.at(-1)).toMatchObject({
    parts: whole.parts.map(({ value, count }) => ({ value, count })),
    coverage: { complete: true },
  });
});

it('counts attributes whose values follow each other, and gathers what has another value', async () => {
  const attribute = { by: 'attribute', attribute_key: 'app.version', thorough: 'true' };
  const whole = await breakdown({ ...attribute, values: '2' });
  expect(spansOf(whole)).toEqual([
    ['1.0', SPANS / 3],
    ['1.1', SPANS / 3],
    ['others', SPANS / 3],
  ]);
  expect(whole).toMatchObject({ value_count: 3, values_complete: true });
  expect(whole.parts.map(({ data }) => data.map(({ spans }) => spans > 0))).toEqual([
    [true, true, false, false, false, false],
    [false, false, true, true, false, false],
  ]);
  const traces = await breakdown({ ...attribute, of: 'traces' });
  expect(traces.parts.map(({ value, totals }) => [value, totals?.traces])).toEqual(
    VERSIONS.map((value) => [value, SPANS / 12]),
  );
});

it('counts a trace with each of its models', async () => {
  const { parts, others } = await breakdown({ of: 'traces', thorough: 'true' });
  expect(parts.map(({ value, count, totals }) => [value, count, totals?.spans])).toEqual([
    ['large', SPANS / 4, SPANS],
    ['small', SPANS / 4, SPANS],
  ]);
  expect(others).toBeNull();
});

it('says which parameters do not fit', async () => {
  const status = async (query: string) =>
    (await api.get(`/v1/projects/busy/series_breakdown?${query}`)).status;
  expect(await status('by=attribute')).toBe(422);
  expect(await status('by=model&attribute_key=a')).toBe(422);
  expect(await status('by=model&values=11')).toBe(422);
  expect((await api.get('/v1/projects/none/series_breakdown?by=model')).status).toBe(404);
});
