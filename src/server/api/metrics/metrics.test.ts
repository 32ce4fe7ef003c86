import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp } from '../../../../test/api-app.ts';
import type { ApiApp } from '../../../../test/api-app.ts';
import { exportOf, testTime } from '../../../../test/api-spans.ts';

let api: ApiApp;
const encode = encodeURIComponent;
const LLM = { 'openinference.span.kind': 'LLM', 'llm.model_name': 'gpt-5', 'llm.token_count.prompt': 10, 'llm.token_count.completion': 4 };
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      { trace: 1, span: 1, durationMs: 100, attributes: LLM },
      { trace: 2, span: 2, startMs: 60_000, durationMs: 200, error: 'x', attributes: { 'user.id': 'ann' } },
      { trace: 2, span: 3, parent: 2, startMs: 60_000, attributes: LLM },
    ),
    'busy',
  );
});
afterAll(() => api.close());

describe('figures of a project', () => {
  it('over time, empty intervals included', async () => {
    const reply = await api.get(
      `/v1/projects/busy/series?buckets=3&start_time=${encode(testTime(0))}&end_time=${encode(testTime(180_000))}`,
    );
    expect(reply.body).toMatchObject({
      data: [
        {
          start_time: testTime(0),
          spans: 1,
          traces: 1,
          errors: 0,
          token_count_prompt: 10,
          token_count_completion: 4,
          models: { 'gpt-5': { token_count_prompt: 10 } },
        },
        { start_time: testTime(60_000), spans: 2, traces: 1, errors: 1 },
        { start_time: testTime(120_000), spans: 0, traces: 0, latency_p50_ms: null, models: {} },
      ],
    });
    const [first] = (reply.body as { data: { latency_p50_ms: number }[] }).data; // as: checked by the harness
    expect(Math.abs((first?.latency_p50_ms ?? 0) - 100)).toBeLessThanOrEqual(1);
  });

  it('by value, with the filters of the span list', async () => {
    const facets = async (query: string) => (await api.get(`/v1/projects/busy/facets${query}`)).body;
    expect(await facets('')).toMatchObject({
      data: {
        status: expect.arrayContaining([
          { value: 'OK', count: 2 },
          { value: 'ERROR', count: 1 },
        ]),
        kind: expect.arrayContaining([{ value: 'LLM', count: 2 }]),
        model: [{ value: 'gpt-5', count: 2 }],
        user: [{ value: 'ann', count: 1 }],
        scanned: 3,
        complete: true,
      },
    });
    expect(await facets('?status_code=ERROR')).toMatchObject({ data: { scanned: 1, model: [] } });
    expect(await facets(`?filter=${encode("span_kind == 'LLM'")}`)).toMatchObject({ data: { scanned: 2 } });
  });

  it('refuse windows that end before they start, and unknown projects', async () => {
    const query = `start_time=${encode(testTime(10))}&end_time=${encode(testTime(0))}`;
    for (const path of ['/v1/projects/busy/series', '/v1/project_summaries']) expect((await api.get(`${path}?${query}`)).status).toBe(422);
    for (const path of ['series', 'facets']) expect((await api.get(`/v1/projects/none/${path}`)).status).toBe(404);
    expect((await api.get('/v1/projects/busy/series?buckets=501')).status).toBe(422);
  });
});

describe('the server', () => {
  it('tells about itself and what it stores', async () => {
    expect((await api.get('/v1/server')).body).toMatchObject({
      data: { name: 'Telltale', http_port: 6006, grpc_port: 4317, authentication: false },
    });
    const reply = await api.get('/v1/storage');
    expect(Object.values((reply.body as { data: Record<string, number> }).data).every((figure) => Number.isFinite(figure))).toBe(true); // as: checked by the harness
  });
});
