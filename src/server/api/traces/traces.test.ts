import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { exportOf, spanHex, testTime, traceHex } from '#test/api-spans.ts';

let api: ApiApp;
const LLM = {
  'openinference.span.kind': 'LLM',
  'llm.model_name': 'gpt-5',
  'llm.token_count.prompt': 7,
  'llm.token_count.completion': 3,
};
const json = { 'content-type': 'application/json' };

interface Row {
  readonly id: string;
  readonly trace_id: string;
  readonly [key: string]: unknown;
}
// as: the harness has checked the reply against its schema
const rowsOf = (reply: Reply): Row[] => (reply.body as { data: Row[] }).data;
const traceNumbers = (reply: Reply): number[] =>
  rowsOf(reply).map(({ trace_id }) => Number.parseInt(trace_id, 16));
const list = (query: string, kind = 'traces') => api.get(`/v1/projects/shop/${kind}${query}`);
const encode = encodeURIComponent;

beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      {
        trace: 1,
        span: 10,
        name: 'ask',
        durationMs: 100,
        attributes: {
          'openinference.span.kind': 'AGENT',
          'input.value': 'Where is it?',
          'output.value': 'Here.',
          'session.id': 'chat',
          'user.id': 'ann',
        },
      },
      {
        trace: 1,
        span: 11,
        parent: 10,
        name: 'complete',
        startMs: 10,
        durationMs: 50,
        attributes: LLM,
      },
      { trace: 1, span: 12, parent: 99, name: 'stray', startMs: 20, durationMs: 5 },
      {
        trace: 2,
        span: 20,
        name: 'ask',
        startMs: 1000,
        durationMs: 400,
        attributes: { 'session.id': 'chat' },
      },
      {
        trace: 2,
        span: 21,
        parent: 20,
        name: 'tool',
        startMs: 1100,
        error: 'tool broke',
        attributes: { 'openinference.span.kind': 'tool' },
      },
      { trace: 3, span: 30, name: 'other', startMs: 2000, durationMs: 250.5 },
    ),
    'shop',
  );
});
afterAll(() => api.close());

describe('the list of traces', () => {
  it('gives the fields that clients read, newest first', async () => {
    const reply = await list('');
    expect(traceNumbers(reply)).toEqual([3, 2, 1]);
    expect(rowsOf(reply)[2]).toEqual({
      id: expect.any(String),
      trace_id: traceHex(1),
      project_id: expect.any(String),
      start_time: testTime(0),
      end_time: testTime(100),
      token_count_prompt: 7,
      token_count_completion: 3,
      token_count_total: 10,
      spans: null,
    });
  });

  it('gives spans when asked, with orphans', async () => {
    const reply = await list('?include_spans=true&order=asc&limit=1');
    expect(rowsOf(reply)[0]?.['spans']).toMatchObject([
      {
        span_id: spanHex(10),
        parent_id: null,
        name: 'ask',
        span_kind: 'AGENT',
        status_code: 'OK',
        start_time: testTime(0),
        end_time: testTime(100),
      },
      { span_id: spanHex(11), parent_id: spanHex(10), span_kind: 'LLM' },
      { span_id: spanHex(12), parent_id: spanHex(99), span_kind: 'UNKNOWN' },
    ]);
  });

  it.each([
    ['?sort=latency_ms', [2, 3, 1]],
    ['?sort=latency_ms&order=asc', [1, 3, 2]],
    ['?error=true', [2]],
    ['?error=false', [3, 1]],
    ['?min_latency_ms=250.5', [3, 2]],
    ['?max_latency_ms=250.5', [3, 1]],
    ['?min_latency_ms=1000000000000000', []],
    ['?max_latency_ms=0.5&min_latency_ms=1000000000000000', []],
    ['?min_latency_ms=250.500001', [2]],
    [`?start_time=${encode(testTime(1000))}`, [3, 2]],
    [`?end_time=${encode(testTime(1000))}`, [1]],
    ['?start_time=2026-11-20T18:00:01', [3, 2]],
    ['?session_identifier=chat', [2, 1]],
    ['?session_identifier=chat&session_identifier=nobody', [2, 1]],
    ['?session_identifier=nobody', []],
    [`?filter=${encode('error_count > 0')}`, [2]],
    [`?filter=${encode('num_spans >= 2')}&error=false`, [1]],
    ['?filter=', [3, 2, 1]],
  ])('filters and sorts: %s', async (query, expected) => {
    expect(traceNumbers(await list(query))).toEqual(expected);
  });

  it.each([
    ['?filter=nonsense%20%3D%3D%3D', 422, ''],
    ['?filter=%20', 422, ''],
    ['?limit=0', 422, 'query.limit'],
    ['?limit=1001', 422, 'query.limit'],
    ['?min_latency_ms=-1', 422, 'query.min_latency_ms'],
    ['?start_time=soon', 422, 'start_time'],
    ['?sort=name', 422, 'must be one of start_time, latency_ms'],
    ['?cursor=x', 422, 'Invalid cursor'],
    [`?cursor=${encodeGlobalId('Trace', 1)}`, 422, 'Invalid cursor'],
    [`?cursor=${encode(Buffer.from('1:FLOAT:5.0').toString('base64'))}`, 422, 'Invalid cursor'],
    [
      `?cursor=${encode(Buffer.from('1:DATETIME:never').toString('base64'))}`,
      422,
      'Invalid cursor',
    ],
  ])('refuses %s with %i', async (query, status, detail) => {
    expect(await list(query)).toMatchObject({
      status,
      body: { detail: expect.stringContaining(detail) },
    });
  });

  it('is 404 for an unknown project', async () => {
    expect(await api.get('/v1/projects/nothing/traces')).toMatchObject({
      status: 404,
      body: { detail: "Project with name 'nothing' not found" },
    });
  });

  it.each([
    ['sort=start_time&order=desc', 1000],
    ['sort=start_time&order=asc', 2000],
    ['sort=latency_ms&order=desc', 3000],
    ['sort=latency_ms&order=asc', 4000],
  ])('pages through without gaps while traces come: %s', async (order, base) => {
    const project = `paged-${order}`;
    const spans = Array.from({ length: 20 }, (_, i) => ({
      trace: base + i,
      span: base + i,
      startMs: (i % 7) * 100,
      durationMs: (i % 5) * 10,
    }));
    await api.ingest(exportOf(...spans), project);
    const whole = traceNumbers(await api.get(`/v1/projects/${encode(project)}/traces?${order}`));
    const seen: number[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page++) {
      const reply = await api.get(
        `/v1/projects/${encode(project)}/traces?${order}&limit=3${cursor === '' ? '' : `&cursor=${encode(cursor)}`}`,
      );
      seen.push(...traceNumbers(reply));
      // as: checked by the harness
      cursor = (reply.body as { next_cursor: string | null }).next_cursor;
      await api.ingest(
        exportOf({ trace: base + 50 + page, span: base + 50 + page, startMs: page * 90 }),
        project,
      );
      expect(page).toBeLessThan(15);
    }
    expect(seen.filter((number) => whole.includes(number))).toEqual(whole);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('the rows of the page', () => {
  it('show the root, totals, first error and model', async () => {
    const reply = await list('', 'trace_rows');
    expect(rowsOf(reply)[2]).toMatchObject({
      name: 'ask',
      span_kind: 'AGENT',
      status_code: 'OK',
      input_preview: 'Where is it?',
      output_preview: 'Here.',
      error_message: null,
      latency_ms: 100,
      span_count: 3,
      error_count: 0,
      token_count_prompt: 7,
      model_name: 'gpt-5',
      session_id: 'chat',
      user_id: 'ann',
    });
    expect(rowsOf(reply)[1]).toMatchObject({
      error_count: 1,
      error_message: 'tool broke',
      status_code: 'OK',
      model_name: null,
    });
  });

  it('page both ways, and see what arrived since', async () => {
    const project = 'both-ways';
    await api.ingest(
      exportOf(
        ...[1, 2, 3, 4, 5].map((i) => ({ trace: 500 + i, span: 500 + i, startMs: i * 100 })),
      ),
      project,
    );
    const read = async (query: string) => {
      const reply = await api.get(`/v1/projects/${project}/trace_rows?limit=2${query}`);
      return {
        numbers: traceNumbers(reply).map((number) => number - 500),
        ...(reply.body as { next_cursor: string | null; previous_cursor: string | null }),
      }; // as: checked by the harness
    };
    const first = await read('');
    expect(first.numbers).toEqual([5, 4]);
    const second = await read(`&cursor=${encode(first.next_cursor ?? '')}`);
    expect(second.numbers).toEqual([3, 2]);
    const back = await read(`&cursor=${encode(second.previous_cursor ?? '')}`);
    expect(back.numbers).toEqual([5, 4]);
    expect((await read(`&cursor=${encode(first.previous_cursor ?? '')}`)).numbers).toEqual([]);
    await api.ingest(exportOf({ trace: 506, span: 506, startMs: 600 }), project);
    expect((await read(`&cursor=${encode(first.previous_cursor ?? '')}`)).numbers).toEqual([6]);
    const last = await read(`&cursor=${encode(second.next_cursor ?? '')}`);
    expect(last).toMatchObject({ numbers: [1], next_cursor: null });
  });
});

describe('one trace', () => {
  it('is found by hex in any case and by Global ID', async () => {
    const byHex = await api.get(`/v1/traces/${traceHex(1).toUpperCase()}`);
    expect(byHex).toMatchObject({ status: 200, body: { data: { name: 'ask', span_count: 3 } } });
    const { id } = (byHex.body as { data: Row }).data; // as: checked by the harness
    expect((await api.get(`/v1/traces/${encode(id)}`)).body).toEqual(byHex.body);
    for (const path of ['', '/skeleton', '/services', '/spans?ids=x'])
      expect((await api.get(`/v1/traces/${traceHex(77)}${path}`)).status).toBe(404);
  });

  it('is a skeleton of columns, bounded when asked', async () => {
    const reply = await api.get(`/v1/traces/${traceHex(1)}/skeleton`);
    expect(reply.body).toMatchObject({
      data: {
        complete: true,
        span_ids: [spanHex(10), spanHex(11), spanHex(12)],
        parents: [-1, 0, -2],
        missing_parents: { 2: spanHex(99) },
        start_offsets_ns: [0, 10_000_000, 20_000_000],
        durations_ns: [100_000_000, 50_000_000, 5_000_000],
        token_counts_prompt: [null, 7, null],
        models: [null, 'gpt-5', null],
      },
    });
    expect((await api.get(`/v1/traces/${traceHex(1)}/skeleton?limit=2`)).body).toMatchObject({
      data: { complete: false, span_ids: [spanHex(10), spanHex(11)] },
    });
  });

  it('gives the payloads of some of its spans, in the order asked', async () => {
    const { ids } = (
      (await api.get(`/v1/traces/${traceHex(1)}/skeleton`)).body as { data: { ids: number[] } }
    ).data; // as: checked by the harness
    const global = encode(encodeGlobalId('Span', ids[0] ?? 0));
    const reply = await api.get(
      `/v1/traces/${traceHex(1)}/spans?ids=${spanHex(11)}&ids=${global}&ids=${spanHex(20)}&ids=zzz`,
    );
    expect(reply.body).toMatchObject({
      data: [
        { name: 'complete', attributes: { 'llm.model_name': 'gpt-5' }, span_kind: 'LLM' },
        { name: 'ask' },
      ],
    });
    expect(reply.body).toMatchObject({ next_cursor: null });
  });
});

describe('changing traces', () => {
  it('moves whole traces of one project, all or none', async () => {
    await api.ingest(exportOf({ trace: 700, span: 700 }, { trace: 701, span: 701 }), 'from');
    await api.ingest(exportOf({ trace: 702, span: 702 }), 'elsewhere');
    await api.call({ method: 'POST', url: '/v1/projects', headers: json, payload: { name: 'to' } });
    const transfer = (trace_identifiers: string[], destination_project_identifier: string) =>
      api.call({
        method: 'POST',
        url: '/v1/traces/transfer',
        headers: json,
        payload: { trace_identifiers, destination_project_identifier },
      });
    expect((await transfer([traceHex(700), traceHex(999)], 'to')).status).toBe(404);
    expect((await transfer([traceHex(700)], 'nowhere')).status).toBe(404);
    expect((await transfer([traceHex(700), traceHex(702)], 'to')).status).toBe(422);
    expect((await transfer([], 'to')).status).toBe(422);
    expect((await api.get('/v1/projects/to/traces')).body).toMatchObject({ data: [] });
    expect(await transfer([traceHex(700), traceHex(700), traceHex(701)], 'to')).toMatchObject({
      status: 200,
      body: { data: { transferred_trace_count: 2 } },
    });
    expect(traceNumbers(await api.get('/v1/projects/to/traces')).toSorted((a, b) => a - b)).toEqual(
      [700, 701],
    );
  });

  it('deletes one trace, and those of a window', async () => {
    await api.ingest(
      exportOf(...[0, 1, 2, 3].map((i) => ({ trace: 800 + i, span: 800 + i, startMs: i * 100 }))),
      'deleted',
    );
    expect((await api.call({ method: 'DELETE', url: `/v1/traces/${traceHex(800)}` })).status).toBe(
      204,
    );
    expect((await api.call({ method: 'DELETE', url: `/v1/traces/${traceHex(800)}` })).status).toBe(
      404,
    );
    const window = (start: number, end: number) =>
      api.call({
        method: 'DELETE',
        url: `/v1/projects/deleted/traces?start_time=${encode(testTime(start))}&end_time=${encode(testTime(end))}`,
      });
    expect((await window(200, 100)).status).toBe(422);
    expect(
      (
        await api.call({
          method: 'DELETE',
          url: '/v1/projects/deleted/traces?start_time=2026-01-01',
        })
      ).status,
    ).toBe(422);
    expect((await window(100, 300)).status).toBe(204);
    expect((await window(100, 300)).status).toBe(204);
    expect(traceNumbers(await api.get('/v1/projects/deleted/traces'))).toEqual([803]);
    expect((await api.get(`/v1/spans/${spanHex(801)}`)).status).toBe(404);
  });
});
