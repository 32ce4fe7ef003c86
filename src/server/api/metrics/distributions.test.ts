import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Distributions } from '#contracts/metrics/distribution.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, testTime, traceHex } from '#test/api-spans.ts';

const SPANS = 40;

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  const spans = Array.from({ length: SPANS }, (_, at) => ({
    trace: at + 1,
    span: at + 1,
    startMs: at * 1000,
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': at < 10 ? 1 : 1000,
      'llm.token_count.completion': at < 10 ? 0 : 24,
      ...(at < 20 ? { 'llm.cost.total': 0.00002 } : {}),
    },
  }));
  await api.ingest(exportOf(...spans), 'p');
  const data = Array.from({ length: 4 }, (_, at) => ({
    trace_id: traceHex(at + 1),
    name: 'correctness',
    annotator_kind: 'HUMAN',
    result: { score: at < 3 ? 1 : 0.25 },
  }));
  const headers = { 'content-type': 'application/json' };
  await api.call({
    method: 'POST',
    url: '/v1/trace_annotations?sync=true',
    headers,
    payload: { data },
  });
});
afterAll(() => api.close());

async function distributions(query: Record<string, string>): Promise<Distributions> {
  const times = { start_time: testTime(0), end_time: testTime(SPANS * 1000) };
  const { status, body } = await api.get(
    `/v1/projects/p/distributions?${new URLSearchParams({ ...times, ...query })}`,
  );
  expect(status).toBe(200);
  return (body as { data: Distributions }).data; // as: checked by the harness
}

it('counts how latency, tokens, cost and scores of traces are distributed', async () => {
  const { latency_ms, token_count, cost_usd, scores, coverage } = await distributions({
    of: 'traces',
  });
  expect(coverage).toMatchObject({ scanned: SPANS, complete: true });
  expect(latency_ms.count).toBe(SPANS);
  expect([token_count.counts[0], token_count.counts.at(-1), token_count.count]).toEqual([
    10, 30, 40,
  ]);
  expect(token_count.edges[0]).toBe(1);
  expect([cost_usd.count, cost_usd.edges[0]]).toEqual([20, 0.00002]);
  expect(scores).toEqual([
    {
      name: 'correctness',
      histogram: { count: 4, edges: expect.any(Array), counts: [0, 0, 1, 0, 0, 0, 0, 0, 0, 3] },
    },
  ]);
});

it('obeys the filter and the window, and says that there is nothing', async () => {
  expect(
    (await distributions({ of: 'spans', filter: 'llm.token_count.total < 10' })).token_count.count,
  ).toBe(10);
  const none = await distributions({ of: 'traces', filter: 'latency_ms > 1000000' });
  expect(none).toMatchObject({ latency_ms: { count: 0, edges: [], counts: [] }, scores: [] });
  expect((await api.get('/v1/projects/none/distributions')).status).toBe(404);
});
