import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { exportOf, spanHex, testTime, traceHex } from '#test/api-spans.ts';

let api: ApiApp;
const encode = encodeURIComponent;
const json = { 'content-type': 'application/json' };
interface ListedSpan {
  readonly id: string;
  readonly name: string;
  readonly [key: string]: unknown;
}
// as: the harness has checked the reply against its schema
const spansOf = (reply: Reply): ListedSpan[] => (reply.body as { data: ListedSpan[] }).data;
const names = (reply: Reply): string[] => spansOf(reply).map(({ name }) => name);
const list = (query: string, kind = 'spans') => api.get(`/v1/projects/shop/${kind}${query}`);

beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      {
        trace: 1,
        span: 1,
        name: 'root',
        startMs: 300,
        durationMs: 900,
        attributes: {
          'openinference.span.kind': 'chain',
          'input.value': 'in',
          'output.value': 'out',
          'user.id': 'ann',
          'session.id': 's',
        },
      },
      {
        trace: 1,
        span: 2,
        parent: 1,
        name: 'llm',
        startMs: 400,
        attributes: {
          'openinference.span.kind': 'LLM',
          'llm.model_name': 'gpt-5',
          temperature: 0.5,
          'llm.token_count.prompt': 12,
          flag: true,
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.content': 'hi',
          tags: ['a', 'b'],
          metadata: '{"tier":"gold"}',
          '__proto__.polluted': 'yes',
          constructor: 'c',
        },
      },
      {
        trace: 1,
        span: 3,
        parent: 2,
        name: 'tool',
        startMs: 100,
        error: 'no such file',
        attributes: { 'openinference.span.kind': 'TOOL' },
        events: [
          {
            name: 'exception',
            attributes: { 'exception.type': 'ENOENT', 'exception.message': 'no such file' },
          },
        ],
      },
      { trace: 2, span: 4, parent: 77, name: 'orphan', startMs: 200 },
    ),
    'shop',
  );
});
afterAll(() => api.close());

describe('the list of spans', () => {
  it('gives the fields that clients read, newest first', async () => {
    const reply = await list('');
    expect(names(reply)).toEqual(['orphan', 'tool', 'llm', 'root']);
    expect(spansOf(reply)[2]).toEqual({
      id: expect.any(String),
      name: 'llm',
      context: { trace_id: traceHex(1), span_id: spanHex(2) },
      span_kind: 'LLM',
      parent_id: spanHex(1),
      start_time: testTime(400),
      end_time: testTime(410),
      status_code: 'OK',
      status_message: '',
      events: [],
      attributes: JSON.parse(
        '{"llm.model_name":"gpt-5","temperature":0.5,"llm.token_count.prompt":12,"flag":true,"llm.input_messages.0.message.role":"user","llm.input_messages.0.message.content":"hi","tags":["a","b"],"metadata.tier":"gold","__proto__.polluted":"yes","constructor":"c"}',
      ),
    });
    expect(spansOf(reply)[1]).toMatchObject({
      status_code: 'ERROR',
      status_message: 'no such file',
      events: [
        { name: 'exception', timestamp: testTime(100), attributes: { 'exception.type': 'ENOENT' } },
      ],
    });
    // The kind comes back with the spelling it was sent with.
    expect(spansOf(reply)[3]).toMatchObject({ span_kind: 'chain' });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each([
    ['?order=asc', ['root', 'llm', 'tool', 'orphan']],
    ['?sort=start_time', ['llm', 'root', 'orphan', 'tool']],
    ['?sort=start_time&order=asc', ['tool', 'orphan', 'root', 'llm']],
    [`?trace_id=${traceHex(2)}`, ['orphan']],
    [`?trace_id=${traceHex(2)}&trace_id=${traceHex(1)}&limit=2`, ['orphan', 'tool']],
    [`?span_id=${spanHex(2)}&span_id=${spanHex(4)}`, ['orphan', 'llm']],
    [`?span_id=${spanHex(2)}&trace_id=${traceHex(2)}`, []],
    ['?parent_id=null', ['root']],
    [`?parent_id=${spanHex(1)}`, ['llm']],
    ['?name=llm&name=root', ['llm', 'root']],
    ['?name=LLM', []],
    ['?span_kind=llm&span_kind=Tool', ['tool', 'llm']],
    ['?status_code=error', ['tool']],
    [`?start_time=${encode(testTime(200))}&end_time=${encode(testTime(400))}`, ['orphan', 'root']],
    ['?attribute=llm.model_name:gpt-5', ['llm']],
    ['?attribute=temperature:0.5&attribute=flag:true', ['llm']],
    ['?attribute=temperature:0.5&attribute=flag:false', []],
    ['?attribute=llm.token_count.prompt:12', ['llm']],
    ['?attribute=llm.token_count.prompt:%2212%22', []],
    ['?model=gpt-5', ['llm']],
    ['?user_id=ann', ['root']],
    [`?filter=${encode("span_kind == 'LLM'")}`, ['llm']],
    [`?filter=${encode('latency_ms > 500')}`, ['root']],
  ])('filters and sorts: %s', async (query, expected) => {
    expect(names(await list(query))).toEqual(expected);
  });

  it.each([
    ['?span_kind=weird', 'span_kind'],
    ['?status_code=meh', 'status_code'],
    ['?attribute=nocolon', 'attribute'],
    ['?attribute=:x', 'attribute'],
    ['?attribute=a:', 'attribute'],
    ['?attribute=a:[1]', 'attribute'],
    ['?attribute=a:null', 'attribute'],
    ['?limit=0', 'query.limit'],
    ['?limit=1001', 'query.limit'],
    ['?cursor=!', 'Invalid cursor'],
    [`?sort=start_time&cursor=${encodeGlobalId('Span', 1)}`, 'Invalid cursor'],
    ['?sort=name', 'query.sort'],
    ['?start_time=soon', 'start_time'],
  ])('refuses %s with 422', async (query, detail) => {
    expect(await list(query)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(detail) },
    });
  });

  it('refuses a filter that does not parse as it does other parameters', async () => {
    expect((await list(`?filter=${encode('latency_ms >')}`)).status).toBe(422);
  });

  it('treats hostile keys of the query as nothing special', async () => {
    for (const key of [
      '__proto__',
      'constructor',
      'toString',
      '__proto__[polluted]',
      'constructor.prototype.x',
    ])
      expect((await list(`?${encode(key)}=1`)).status).toBe(200);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each([
    'sort=id&order=desc',
    'sort=id&order=asc',
    'sort=start_time&order=desc',
    'sort=start_time&order=asc',
  ])('pages with the cursor of the next row: %s', async (order) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page++) {
      const reply = await list(
        `?${order}&limit=1${cursor === '' ? '' : `&cursor=${encode(cursor)}`}`,
      );
      seen.push(...names(reply));
      // as: checked by the harness
      cursor = (reply.body as { next_cursor: string | null }).next_cursor;
      expect(page).toBeLessThan(5);
    }
    expect(seen).toEqual(names(await list(`?${order}`)));
  });

  it('has a Global ID as cursor by insertion, naming the first row of the next page', async () => {
    const [, second] = spansOf(await list(''));
    expect((await list('?limit=1')).body).toMatchObject({ next_cursor: second?.id });
  });

  it('is also there in the shape of OTLP', async () => {
    const reply = await list(`/otlpv1?span_id=${spanHex(2)}&span_kind=TOOL&sort=x`);
    expect(spansOf(reply)[0]).toMatchObject({
      trace_id: traceHex(1),
      span_id: spanHex(2),
      parent_span_id: spanHex(1),
      kind: 'SPAN_KIND_INTERNAL',
      status: { code: 1, message: null },
      attributes: expect.arrayContaining([
        { key: 'openinference.span.kind', value: { string_value: 'LLM' } },
        { key: 'temperature', value: { double_value: 0.5 } },
        { key: 'llm.token_count.prompt', value: { int_value: 12 } },
        { key: 'flag', value: { bool_value: true } },
        {
          key: 'tags',
          value: { array_value: { values: [{ string_value: 'a' }, { string_value: 'b' }] } },
        },
      ]),
    });
    expect(reply.text).toContain(
      `"start_time_unix_nano":${BigInt(Date.parse(testTime(400))) * 1_000_000n}`,
    );
  });

  it('has rows for the page', async () => {
    const reply = await list('', 'span_rows');
    expect(names(reply)).toEqual(['llm', 'root', 'orphan', 'tool']);
    expect(spansOf(reply)[1]).toMatchObject({
      input_preview: 'in',
      output_preview: 'out',
      latency_ms: 900,
      user_id: 'ann',
      session_id: 's',
      span_kind: 'CHAIN',
    });
    // If a span has no input, the last message to the model is used.
    expect(spansOf(reply)[0]).toMatchObject({ input_preview: 'hi', output_preview: null });
    expect(names(await list('?root=true', 'span_rows'))).toEqual(['root', 'orphan']);
  });
});

describe('one span', () => {
  it('has everything that was sent', async () => {
    const reply = await api.get(`/v1/spans/${spanHex(3)}`);
    expect(reply.body).toMatchObject({
      data: {
        name: 'tool',
        span_kind: 'TOOL',
        error_message: 'no such file',
        otel_kind: 1,
        latency_ms: 10,
        resource: { attributes: { 'service.name': 'test' } },
        scope: { name: 'test', version: '1' },
        start_time_unix_nano: String(BigInt(Date.parse(testTime(100))) * 1_000_000n),
        events: [{ name: 'exception' }],
        links: [],
      },
    });
    const { id } = (reply.body as { data: { id: string } }).data; // as: checked by the harness
    expect((await api.get(`/v1/spans/${encode(id)}`)).body).toEqual(reply.body);
    expect((await api.get(`/v1/spans/${spanHex(99)}`)).status).toBe(404);
  });

  it('is deleted alone', async () => {
    await api.ingest(
      exportOf(
        { trace: 50, span: 50, name: 'parent' },
        { trace: 50, span: 51, parent: 50, name: 'child' },
      ),
      'deleting',
    );
    expect((await api.call({ method: 'DELETE', url: `/v1/spans/${spanHex(50)}` })).status).toBe(
      204,
    );
    expect((await api.call({ method: 'DELETE', url: `/v1/spans/${spanHex(50)}` })).status).toBe(
      404,
    );
    expect(names(await api.get('/v1/projects/deleting/spans'))).toEqual(['child']);
    expect((await api.call({ method: 'DELETE', url: `/v1/spans/${spanHex(51)}` })).status).toBe(
      204,
    );
    expect((await api.get(`/v1/traces/${traceHex(50)}`)).status).toBe(404);
  });
});

describe('creating spans from JSON', () => {
  const span = (number: number, more: object = {}) => ({
    name: `made ${number}`,
    context: { trace_id: traceHex(900), span_id: spanHex(900 + number) },
    span_kind: 'chain',
    status_code: 'ok',
    start_time: testTime(0),
    end_time: testTime(5),
    attributes: { 'input.value': 'x', nested: { list: [{ a: 1 }, { a: 2 }], deep: { b: true } } },
    ...more,
  });
  const create = (data: unknown, project = 'made') =>
    api.call({
      method: 'POST',
      url: `/v1/projects/${encode(project)}/spans`,
      headers: json,
      payload: { data },
    });

  it('gives a number beyond 64 bits back as a double of OTLP', async () => {
    const context = { trace_id: traceHex(960), span_id: spanHex(960) };
    await create([span(60, { context, attributes: { huge: 1e300, whole: 5 } })], 'huge');
    expect(spansOf(await api.get('/v1/projects/huge/spans/otlpv1'))[0]).toMatchObject({
      attributes: expect.arrayContaining([
        { key: 'huge', value: { double_value: 1e300 } },
        { key: 'whole', value: { int_value: 5 } },
      ]),
    });
  });

  it('stores all, visible at once, in a project that may be new', async () => {
    expect(
      await create([
        span(1),
        span(2, { parent_id: spanHex(901), events: [{ name: 'e', timestamp: testTime(1) }] }),
      ]),
    ).toMatchObject({
      status: 202,
      body: { total_received: 2, total_queued: 2 },
    });
    const reply = await api.get('/v1/projects/made/spans?order=asc');
    expect(spansOf(reply)[0]).toMatchObject({
      name: 'made 1',
      span_kind: 'CHAIN',
      status_code: 'OK',
      attributes: {
        'input.value': 'x',
        'nested.list.0.a': 1,
        'nested.list.1.a': 2,
        'nested.deep.b': true,
      },
    });
    expect(spansOf(reply)[1]).toMatchObject({
      parent_id: spanHex(901),
      events: [{ name: 'e', timestamp: testTime(1), attributes: {} }],
    });
  });

  it('refuses duplicates and bad ids as a whole, with a JSON document as the text', async () => {
    const reply = await create([
      span(1),
      span(5),
      span(6, { context: { trace_id: 'xyz', span_id: spanHex(1) } }),
    ]);
    expect(reply.status).toBe(400);
    const { detail } = reply.body as { detail: string }; // as: checked by the harness
    expect(JSON.parse(detail)).toMatchObject({
      total_received: 3,
      total_queued: 0,
      total_duplicates: 1,
      total_invalid: 1,
      duplicate_spans: [{ span_id: spanHex(901), trace_id: traceHex(900) }],
      invalid_spans: [{ trace_id: 'xyz', error: expect.stringContaining('trace_id') }],
    });
    expect((await api.get(`/v1/spans/${spanHex(905)}`)).status).toBe(404);
  });

  it('wants offsets, required fields, an existing id', async () => {
    expect(await create([span(7), span(8, { start_time: '2026-11-20T18:00:00' })])).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body', 'data', 1, 'start_time'],
            msg: expect.stringMatching(/body\.data\.1\.start_time.*timezone-naive/),
          },
        ],
      },
    });
    expect(await create([span(7, { end_time: 'late' })])).toMatchObject({ status: 422 });
    expect(await create([{ name: 'x' }])).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'data', 0, 'context'] }] },
    });
    expect((await create([span(7)], encodeGlobalId('Project', 12345))).status).toBe(404);
    expect((await create([], 'never')).body).toEqual({ total_received: 0, total_queued: 0 });
  });
});
