import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  await api.ingest(
    exportOf(
      { trace: 1, span: 1, durationMs: 100, attributes: LLM },
      {
        trace: 2,
        span: 2,
        startMs: 60_000,
        durationMs: 200,
        error: 'x',
        attributes: { 'user.id': 'ann' },
      },
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
    // as: checked by the harness
    const [first] = (reply.body as { data: { latency_p50_ms: number }[] }).data;
    expect(Math.abs((first?.latency_p50_ms ?? 0) - 100)).toBeLessThanOrEqual(1);
  });

  it('of a call that two spans report, once', async () => {
    const call = { ...LLM, 'llm.cost.total': 0.5 };
    await api.ingest(
      exportOf({ trace: 71, span: 72, parent: 71, attributes: call, name: 'inner' }),
      'twice',
    );
    await api.ingest(exportOf({ trace: 71, span: 71, attributes: call, name: 'outer' }), 'twice');
    const at = `start_time=${encode(testTime(-60_000))}&end_time=${encode(testTime(60_000))}`;
    const figures = async (path: string) =>
      (await api.get(`/v1/projects/twice/${path}&${at}`)).body;
    const once = { token_count_prompt: 10, token_count_completion: 4, cost_usd: 0.5 };
    for (const query of [
      'series?buckets=1',
      'series?buckets=1&of=spans&span_kind=LLM',
      'series?buckets=1&of=traces&filter=latency_ms+>+0',
    ])
      expect(await figures(query)).toMatchObject({ data: [once] });
    expect(await figures('series_breakdown?buckets=1&by=name&of=spans')).toMatchObject({
      data: {
        parts: [
          { value: 'inner', totals: { spans: 1, cost_usd: 0 } },
          { value: 'outer', totals: once },
        ],
      },
    });
    expect(await figures('groups?by=name&of=spans')).toMatchObject({
      data: {
        groups: [
          { value: 'inner', count: 1, token_count_total: 0, cost_usd: 0 },
          { value: 'outer', count: 1, token_count_total: 14, cost_usd: 0.5 },
        ],
      },
    });
  });

  it('by value, with the filters of the span list', async () => {
    const facets = async (query: string) =>
      (await api.get(`/v1/projects/busy/facets${query}`)).body;
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
    expect(await facets('')).toMatchObject({
      data: {
        exact: ['status', 'kind', 'name', 'model', 'user', 'session', 'annotations'],
        counted: { user: 3 },
      },
    });
    expect(await facets(`?filter=${encode("span_kind == 'LLM'")}`)).toMatchObject({
      data: { scanned: 2 },
    });
  });

  it('by the values of attributes and in groups over all that match, step by step for who accepts lines', async () => {
    const tiers = Array.from({ length: 900 }, (_, at) => ({
      trace: 5_000 + at,
      span: 5_000 + at,
      startMs: at,
      durationMs: 1 + at,
      attributes: { metadata: JSON.stringify({ tier: at < 600 ? 'free' : 'paid' }) },
    }));
    await api.ingest(exportOf(...tiers), 'tiers');
    const facets = '/v1/projects/tiers/facets?of=traces&attribute_key=metadata.tier';
    const attributes = {
      'metadata.tier': [
        { value: 'free', count: 600 },
        { value: 'paid', count: 300 },
      ],
    };
    expect((await api.get(facets)).body).toMatchObject({
      data: { attributes_scanned: 500, attributes_complete: false, progress: null },
    });
    for (const filter of ['', `&filter=${encode('num_spans == 1')}`]) {
      expect((await api.get(`${facets}${filter}&thorough=true`)).body).toMatchObject({
        data: {
          attributes,
          attributes_scanned: 900,
          attributes_complete: true,
          complete: true,
          progress: 1,
        },
      });
    }
    const window = `start_time=${encode(testTime(0))}&end_time=${encode(testTime(60_000))}&thorough=true`;
    const reply = await api.app.inject({
      url: `/v1/projects/tiers/groups?by=kind&${window}`,
      headers: { accept: 'application/x-ndjson' },
    });
    expect(reply.headers['content-type']).toBe('application/x-ndjson');
    const lines = reply.body
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({
      data: { groups: [{ count: 900 }], coverage: { scanned: 900, complete: true, progress: 1 } },
    });
    const heat = (
      await api.get(`/v1/projects/tiers/latency_heatmap?of=spans&rows=4&columns=2&${window}`)
    ).body;
    expect(heat).toMatchObject({ data: { coverage: { scanned: 900, complete: true } } });
    // as: checked by the harness
    const { columns } = (heat as { data: { columns: number[][] } }).data;
    expect(columns.flat().reduce((sum, count) => sum + count, 0)).toBe(900);
  });

  it('tells of a name in a filter of spans that is nearly a field, and takes it for an attribute all the same', async () => {
    const asked = (path: string) =>
      api.app.inject(`/v1/projects/busy/${path}filter=${encode('latencyms > 100')}`);
    for (const path of [
      'facets?',
      'span_rows?',
      'spans?',
      'series?',
      'groups?by=name&',
      'latency_heatmap?',
    ]) {
      const { statusCode, headers } = await asked(path);
      expect([path, statusCode, headers['x-filter-warning']]).toEqual([
        path,
        200,
        'latencyms is no field of a span and was read as an attribute; did you mean latency_ms?',
      ]);
    }
    const { headers } = await api.app.inject(
      `/v1/projects/busy/span_rows?filter=${encode('latency_ms > 100')}`,
    );
    expect(headers).not.toHaveProperty('x-filter-warning');
    const refused = await api.get(
      `/v1/projects/busy/facets?of=traces&filter=${encode("model_name == 'gpt-5'")}`,
    );
    expect(refused).toMatchObject({
      status: 422,
      body: {
        detail: expect.stringContaining("write any(s.llm.model_name == 'gpt-5' for s in spans)"),
      },
    });
  });

  it('by value over all that match, for who asks a second time', async () => {
    const traces = Array.from({ length: 700 }, (_, at) => ({
      trace: 1_000 + at,
      span: 1_000 + at,
      attributes: LLM,
    }));
    await api.ingest(exportOf(...traces), 'many');
    const facets = async (query: string) =>
      (
        await api.get(
          `/v1/projects/many/facets?of=traces&filter=${encode('num_spans == 1')}${query}`,
        )
      ).body;
    expect(await facets('')).toMatchObject({
      data: { model: [{ value: 'gpt-5', count: 300 }], counted: { status: 700, model: 300 } },
    });
    expect(await facets('&thorough=true')).toMatchObject({
      data: {
        model: [{ value: 'gpt-5', count: 700 }],
        exact: ['status', 'kind', 'name', 'model', 'user', 'session', 'annotations'],
      },
    });
  });

  it('over time for what matches a filter, of traces and of spans', async () => {
    const window = `start_time=${encode(testTime(0))}&end_time=${encode(testTime(180_000))}`;
    const series = async (query: string) =>
      (await api.get(`/v1/projects/busy/series?buckets=3&${window}&${query}`)).body;
    expect(await series(`of=traces&filter=${encode('error_count > 0')}`)).toMatchObject({
      data: [
        { traces: 0 },
        { traces: 1, failed_traces: 1, spans: 2, errors: 1, latency_p50_ms: 200 },
        { traces: 0, latency_p99_ms: null },
      ],
      totals: { traces: 1, failed_traces: 1, latency_p99_ms: 200 },
      coverage: { source: 'scan', scanned: 1, complete: true, since: null },
      end_time: testTime(180_000),
    });
    expect(await series('span_kind=LLM')).toMatchObject({
      data: [
        { spans: 1, traces: null, models: { 'gpt-5': { token_count_completion: 4 } } },
        { spans: 1 },
        { spans: 0 },
      ],
      totals: { spans: 2, token_count_prompt: 20 },
    });
    // Summed over the intervals, as without a filter.
    const { totals: unfiltered } = (await series('')) as { totals: { models: object } };
    expect(Object.keys(unfiltered.models)).toEqual(['gpt-5']);
    expect(await series('span_kind=LLM')).toMatchObject({ totals: { models: unfiltered.models } });
    expect(await series('of=traces')).toMatchObject({
      data: [{ failed_traces: 0 }, { failed_traces: 1 }, { failed_traces: 0 }],
      coverage: { source: 'rollups', complete: true },
    });
    const whole = await api.get(
      `/v1/projects/busy/series?whole=true&buckets=1&end_time=${encode(testTime(180_000))}`,
    );
    expect(whole.body).toMatchObject({ data: [{ start_time: testTime(0), traces: 2 }] });
    expect((await api.get('/v1/projects/busy/series?of=traces&span_kind=LLM')).body).toMatchObject({
      detail: expect.stringContaining('span_kind narrows spans, not traces'),
    });
    expect(
      (await api.get(`/v1/projects/busy/series?of=traces&filter=${encode('latencyms > 1')}`))
        .status,
    ).toBe(422);
  });

  it('as counts in a grid of time and latency, from roll-ups and from a scan alike', async () => {
    const window = `start_time=${encode(testTime(0))}&end_time=${encode(testTime(120_000))}&columns=2&rows=2`;
    const grid = async (query: string) =>
      (await api.get(`/v1/projects/busy/latency_heatmap?of=traces&${window}${query}`)).body;
    const columns = [
      [1, 0],
      [0, 1],
    ];
    expect(await grid('')).toMatchObject({ data: { columns, coverage: { source: 'rollups' } } });
    expect(await grid(`&filter=${encode('num_spans > 0')}`)).toMatchObject({
      data: {
        columns,
        edges_ms: [100, expect.any(Number), 204],
        coverage: { source: 'scan', scanned: 2 },
      },
    });
    expect(await grid(`&filter=${encode('num_spans > 9')}`)).toMatchObject({
      data: { edges_ms: [], columns: [[], []] },
    });
  });

  it('by group, with the spans of a trace behind its models and errors', async () => {
    const window = `start_time=${encode(testTime(0))}&end_time=${encode(testTime(180_000))}`;
    const groups = async (query: string) =>
      (await api.get(`/v1/projects/busy/groups?${window}&${query}`)).body;
    expect(await groups('of=traces&by=user')).toMatchObject({
      data: {
        groups: [
          { value: null, count: 1, errors: 0 },
          { value: 'ann', count: 1, errors: 1, latency_p50_ms: 200 },
        ],
      },
    });
    expect(await groups('of=traces&by=error')).toMatchObject({
      data: {
        groups: [
          { value: null, count: 1 },
          { value: 'x', count: 1 },
        ],
      },
    });
    expect(await groups('of=traces&by=model')).toMatchObject({
      data: { groups: [{ value: 'gpt-5', count: 2, token_count_total: 28 }] },
    });
    expect(await groups('by=kind')).toMatchObject({ data: { coverage: { scanned: 3 } } });
  });

  it('by value of traces and of chosen attributes, and of what is searched for', async () => {
    const facets = async (query: string) =>
      (await api.get(`/v1/projects/busy/facets?${query}`)).body;
    expect(await facets('of=traces&attribute_key=user.id&attribute_key=none')).toMatchObject({
      data: {
        status: [
          { value: 'ERROR', count: 1 },
          { value: 'OK', count: 1 },
        ],
        name: [
          { value: 'span 1', count: 1 },
          { value: 'span 2', count: 1 },
        ],
        model: [{ value: 'gpt-5', count: 2 }],
        attributes: { 'user.id': [{ value: 'ann', count: 1 }], none: [] },
        scanned: 2,
        models_scanned: 2,
        complete: true,
      },
    });
    expect(await facets('search=SPAN 3')).toMatchObject({
      data: { name: [{ value: 'span 3', count: 1 }], model: [], scanned: 3 },
    });
    expect((await api.get('/v1/projects/busy/attribute_keys')).body).toMatchObject({
      data: { keys: expect.arrayContaining([{ key: 'llm.model_name', count: 2 }]), scanned: 3 },
    });
  });

  it('refuse windows that end before they start, and unknown projects', async () => {
    const query = `start_time=${encode(testTime(10))}&end_time=${encode(testTime(0))}`;
    for (const path of ['/v1/projects/busy/series', '/v1/project_summaries'])
      expect((await api.get(`${path}?${query}`)).status).toBe(422);
    for (const path of ['series', 'facets', 'latency_heatmap', 'groups?by=name', 'attribute_keys'])
      expect((await api.get(`/v1/projects/none/${path}`)).status).toBe(404);
    expect((await api.get('/v1/projects/busy/series?buckets=501')).status).toBe(422);
  });
});

describe('the server', () => {
  it('tells about itself and what it stores', async () => {
    expect((await api.get('/v1/server')).body).toMatchObject({
      data: { name: 'Telltale', http_port: 6006, grpc_port: 4317, authentication: false },
    });
    const reply = await api.get('/v1/storage');
    expect(
      Object.values((reply.body as { data: Record<string, number> }).data).every((figure) =>
        Number.isFinite(figure),
      ),
    ).toBe(true); // as: checked by the harness
  });
});
