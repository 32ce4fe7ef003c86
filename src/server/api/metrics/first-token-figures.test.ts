import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, testTime } from '#test/api-spans.ts';

let api: ApiApp;
const encode = encodeURIComponent;
const LLM = {
  'openinference.span.kind': 'LLM',
  'llm.model_name': 'gpt-5',
  'llm.token_count.prompt': 10,
  'llm.token_count.completion': 4,
};
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

it('has figures of times to the first token, from roll-ups, of what a filter leaves, and by model', async () => {
  const call = (at: number, model: string, seconds: number) => ({
    trace: 800 + at,
    span: 800 + at,
    startMs: at,
    durationMs: 2_000,
    attributes: { ...LLM, 'llm.model_name': model, 'gen_ai.server.time_to_first_token': seconds },
  });
  await api.ingest(
    exportOf(call(1, 'quick', 0.2), call(2, 'slow', 0.8), {
      trace: 803,
      span: 803,
      startMs: 3,
      attributes: LLM,
    }),
    'streams',
  );
  const window = `buckets=1&start_time=${encode(testTime(0))}&end_time=${encode(testTime(60_000))}`;
  const firstTokens = async (query: string): Promise<unknown> => {
    const { body } = await api.get(`/v1/projects/streams/series?${window}${query}`);
    // as: checked by the harness
    const [first] = (body as { data: Record<string, number | null>[] }).data;
    return ['p50', 'p95'].map(
      (name) => Math.round((first?.[`time_to_first_token_${name}_ms`] ?? 0) / 20) * 20,
    );
  };
  expect(await firstTokens('')).toEqual([200, 800]);
  const filter = encode('latency_ms > 1');
  expect(await firstTokens(`&filter=${filter}`)).toEqual([200, 800]);
  expect(await firstTokens(`&filter=${filter}&thorough=true`)).toEqual([200, 800]);
  expect(await firstTokens(`&filter=${encode('time_to_first_token_ms > 500')}`)).toEqual([
    800, 800,
  ]);
  const parts = await api.get(`/v1/projects/streams/series_breakdown?by=model&${window}`);
  expect(parts.body).toMatchObject({
    data: {
      parts: [
        { value: 'gpt-5', data: [{ time_to_first_token_p50_ms: null }] },
        {
          value: 'quick',
          data: [{ time_to_first_token_p50_ms: 200, time_to_first_token_p95_ms: 200 }],
        },
        {
          value: 'slow',
          data: [{ time_to_first_token_p50_ms: 800, time_to_first_token_p95_ms: 800 }],
        },
      ],
    },
  });
});
