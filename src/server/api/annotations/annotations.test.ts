import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  annotate,
  annotated,
  listed,
  ofDocument,
  ofSession,
  ofSpan,
  ofTrace,
  send,
  type Item,
} from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      { trace: 1, span: 1, attributes: { 'session.id': 'chat' } },
      {
        trace: 1,
        span: 2,
        parent: 1,
        attributes: {
          'retrieval.documents.0.document.content': 'first',
          'retrieval.documents.1.document.content': 'second',
        },
      },
      { trace: 2, span: 3 },
    ),
  );
});
afterAll(() => api.close());

const OF_PROJECT = '/v1/projects/default';
const spanList = (span: number) => `${OF_PROJECT}/span_annotations?span_ids=${spanHex(span)}`;
const names = (items: readonly Item[]) => items.map(({ name }) => name);

describe('annotations sent at once', () => {
  it.each([
    ['span', ofSpan(1), 'SpanAnnotation', spanList(1), { span_id: spanHex(1) }],
    [
      'trace',
      ofTrace(1),
      'TraceAnnotation',
      `${OF_PROJECT}/trace_annotations?trace_ids=${traceHex(1)}`,
      { trace_id: traceHex(1) },
    ],
    [
      'session',
      ofSession('chat'),
      'ProjectSessionAnnotation',
      `${OF_PROJECT}/session_annotations?session_ids=chat`,
      { session_id: 'chat' },
    ],
    [
      'document',
      ofDocument(2, 1),
      'DocumentAnnotation',
      `${OF_PROJECT}/document_annotations?span_ids=${spanHex(2)}`,
      { span_id: spanHex(2), document_position: 1 },
    ],
  ] as const)('%s: give their ids, and are listed', async (target, item, type, list, named) => {
    const full = {
      ...item,
      name: `${target} quality`,
      annotator_kind: 'LLM',
      result: { label: 'good', score: 0.75, explanation: 'clear' },
      metadata: { model: 'gpt-5', nested: { list: [1, null, 'x'] } },
    };
    const [id = ''] = await annotated(api, target, [full]);
    expect(decodeGlobalId(id)?.type).toBe(type);
    expect((await listed(api, list)).find(({ name }) => name === full.name)).toEqual({
      id,
      created_at: expect.stringMatching(/\+00:00$/),
      updated_at: expect.stringMatching(/\+00:00$/),
      source: 'API',
      user_id: null,
      name: full.name,
      annotator_kind: 'LLM',
      result: full.result,
      metadata: full.metadata,
      identifier: '',
      ...named,
    });
  });

  it('overwrite what has the same name, target and identifier, and keep its id and creation', async () => {
    const key = { name: 'again', identifier: 'one' };
    const [first] = await annotated(api, 'span', [
      ofSpan(1, { ...key, result: { label: 'a', score: 1 }, metadata: { n: 1 } }),
    ]);
    const before = (await listed(api, spanList(1))).find(({ id }) => id === first);
    const [second] = await annotated(
      api,
      'span',
      [ofSpan(1, { ...key, annotator_kind: 'HUMAN', result: { explanation: 'b' } })],
      'sync=true&source=APP',
    );
    const [other] = await annotated(api, 'span', [ofSpan(1, { ...key, identifier: 'two' })]);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    const after = (await listed(api, spanList(1))).find(({ id }) => id === first);
    expect(after).toMatchObject({
      created_at: before?.['created_at'],
      source: 'APP',
      annotator_kind: 'HUMAN',
      result: { label: null, score: null, explanation: 'b' },
      metadata: {},
    });
  });

  it('check 5: change nothing when they are sent again', async () => {
    const items = [ofSpan(3, { name: 'resent' }), ofSpan(3, { name: 'resent', identifier: 'x' })];
    const first = await annotated(api, 'span', items);
    const before = await listed(api, spanList(3));
    for (let times = 0; times < 4; times += 1)
      expect(await annotated(api, 'span', items)).toEqual(first);
    expect(await listed(api, spanList(3))).toEqual(before);
    for (let times = 0; times < 4; times += 1)
      expect((await annotate(api, 'span', items, 'sync=false')).status).toBe(200);
    expect(names(await listed(api, spanList(3)))).toEqual(['resent', 'resent']);
  });

  it('give ids in the order of the request; of equal keys the last wins and the id is repeated', async () => {
    const ids = await annotated(api, 'span', [
      ofSpan(2, { name: 'order', identifier: 'b', result: { score: 1 } }),
      ofSpan(1, { name: 'order', identifier: 'a' }),
      ofSpan(2, { name: 'order', identifier: 'b', result: { score: 2 } }),
    ]);
    expect(ids[0]).toBe(ids[2]);
    expect(ids[1]).not.toBe(ids[0]);
    expect((await listed(api, `${spanList(2)}&identifier=b`))[0]).toMatchObject({
      id: ids[0],
      result: { score: 2 },
    });
  });

  it('tell keys apart whose parts only look alike when they are joined', async () => {
    const ids = await annotated(api, 'span', [
      ofSpan(3, { name: 'a\u0000b', identifier: 'c' }),
      ofSpan(3, { name: 'a', identifier: 'b\u0000c' }),
    ]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('write nothing when a target does not exist, and name each that does not', async () => {
    const unknown = [spanHex(901), spanHex(902)];
    const reply = await annotate(api, 'span', [
      ofSpan(1, { name: 'none' }),
      ofSpan(901),
      ofSpan(902),
      ofSpan(901, { name: 'b' }),
    ]);
    expect(reply).toMatchObject({
      status: 404,
      body: {
        detail: expect.stringMatching(
          new RegExp(`^Spans with IDs ${unknown.join(', ')} do not exist\\.`),
        ),
      },
    });
    expect(names(await listed(api, spanList(1)))).not.toContain('none');
    expect((await annotate(api, 'trace', [ofTrace(77)])).body).toMatchObject({
      detail: expect.stringContaining(`Traces with IDs ${traceHex(77)} do`),
    });
    expect((await annotate(api, 'session', [ofSession('x y')])).body).toMatchObject({
      detail: expect.stringContaining('Sessions with IDs x y do'),
    });
  });

  it('take ids of spans and traces in capitals', async () => {
    await api.ingest(exportOf({ trace: 0xabc, span: 0xabc }));
    await annotated(api, 'span', [{ ...ofSpan(0), span_id: spanHex(0xabc).toUpperCase() }]);
    await annotated(api, 'trace', [{ ...ofTrace(0), trace_id: traceHex(0xabc).toUpperCase() }]);
    expect(
      await listed(api, `${OF_PROJECT}/span_annotations?span_ids=${spanHex(0xabc).toUpperCase()}`),
    ).toHaveLength(1);
  });

  it.each([
    ['no result', ofSpan(1, { name: 'bare', result: undefined })],
    [
      'a result of nulls',
      ofSpan(1, { name: 'bare', result: { label: null, score: null, explanation: null } }),
    ],
    ['a null result and null metadata', ofSpan(1, { name: 'bare', result: null, metadata: null })],
    [
      'unknown fields',
      ofSpan(1, {
        name: 'bare',
        id: 'U3BhbkFubm90YXRpb246MQ==',
        project_id: 9,
        created_at: 'x',
        user_id: 'root',
        source: 'APP',
      }),
    ],
  ])('take %s', async (_what, item) => {
    const ids = await annotated(api, 'span', [item]);
    expect((await listed(api, spanList(1))).find(({ id }) => id === ids[0])).toMatchObject({
      name: 'bare',
      metadata: {},
      source: 'API',
    });
  });

  it('take a blank name, and nothing at all', async () => {
    expect(await annotated(api, 'span', [ofSpan(1, { name: '' })])).toHaveLength(1);
    for (const target of ['span', 'trace', 'session', 'document'] as const)
      for (const query of ['', 'sync=true', 'sync=false'])
        expect((await annotate(api, target, [], query)).body).toEqual({ data: [] });
  });

  it('let documents be called note, and refuse it elsewhere', async () => {
    expect(await annotated(api, 'document', [ofDocument(2, 0, { name: 'note' })])).toHaveLength(1);
    for (const [target, item] of [
      ['span', ofSpan(1)],
      ['trace', ofTrace(1)],
      ['session', ofSession('chat')],
    ] as const)
      expect(await annotate(api, target, [{ ...item, name: 'note' }])).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining(`/v1/${target}_notes`) },
      });
  });

  it('keep every digit of numbers in metadata, and keys that look like parts of objects', async () => {
    const metadata =
      '{"run":12345678901234567890,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const item = `{"span_id":"${spanHex(1)}","name":"exact","annotator_kind":"CODE","result":{"score":0.1},"metadata":${metadata}}`;
    expect(
      (await send(api, 'POST', '/v1/span_annotations?sync=true', `{"data":[${item}]}`)).status,
    ).toBe(200);
    expect((await api.get(`${spanList(1)}&include_annotation_names=exact`)).text).toContain(
      `"metadata":${metadata}`,
    );
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('take bodies packed with gzip', async () => {
    const packed = gzipSync(JSON.stringify({ data: [ofSpan(1, { name: 'packed' })] }));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const reply = await api.call({
      method: 'POST',
      url: '/v1/span_annotations?sync=true',
      headers,
      payload: packed,
    });
    expect(reply.status).toBe(200);
    expect(names(await listed(api, spanList(1)))).toContain('packed');
  });
});

describe('annotations that may wait', () => {
  it('are answered with nothing, and are there when their targets are', async () => {
    expect(
      (await annotate(api, 'span', [ofSpan(1, { name: 'later' })], 'sync=false')).body,
    ).toEqual({ data: [] });
    expect(names(await listed(api, spanList(1)))).toContain('later');
  });

  it('come before their spans, traces, sessions and documents', async () => {
    const early = { name: 'early', result: { label: 'x' } };
    for (const [target, item] of [
      ['span', ofSpan(51, early)],
      ['trace', ofTrace(50, early)],
      ['session', ofSession('early', early)],
      ['document', ofDocument(51, 0, early)],
    ] as const)
      expect((await annotate(api, target, [item], 'sync=false')).body).toEqual({ data: [] });
    expect((await api.get(spanList(51))).status).toBe(404);
    await api.ingest(
      exportOf({
        trace: 50,
        span: 51,
        attributes: { 'session.id': 'early', 'retrieval.documents.0.document.content': 'found' },
      }),
    );
    for (const list of [
      `span_annotations?span_ids=${spanHex(51)}`,
      `trace_annotations?trace_ids=${traceHex(50)}`,
      'session_annotations?session_ids=early',
      `document_annotations?span_ids=${spanHex(51)}`,
    ])
      expect(await listed(api, `${OF_PROJECT}/${list}`)).toMatchObject([
        { name: 'early', result: { label: 'x' } },
      ]);
  });
});

describe('notes', () => {
  const noteOf = async (target: string, data: object) =>
    send(api, 'POST', `/v1/${target}_notes`, { data });

  it.each([
    ['span', { span_id: spanHex(1) }, `span_annotations?span_ids=${spanHex(1)}`],
    ['trace', { trace_id: traceHex(1) }, `trace_annotations?trace_ids=${traceHex(1)}`],
    ['session', { session_id: 'chat' }, 'session_annotations?session_ids=chat'],
  ])('of a %s add up, unless one is named', async (target, named, list) => {
    const notes = async () =>
      (await listed(api, `${OF_PROJECT}/${list}&include_annotation_names=note`)).toReversed();
    expect((await noteOf(target, { ...named, note: 'first' })).body).toEqual({
      data: { id: expect.any(String) },
    });
    await noteOf(target, { ...named, note: 'second' });
    const [one, two] = [
      await noteOf(target, { ...named, note: 'third', identifier: ' ' }),
      await noteOf(target, { ...named, note: 'fourth', identifier: ' ' }),
    ];
    expect(one.body).toEqual(two.body);
    expect(await notes()).toMatchObject([
      {
        annotator_kind: 'HUMAN',
        result: { label: null, score: null, explanation: 'first' },
        identifier: expect.stringMatching(new RegExp(`^px-${target}-note:[0-9a-f-]{36}$`)),
      },
      { result: { explanation: 'second' } },
      { result: { explanation: 'fourth' }, identifier: ' ' },
    ]);
  });

  it('are refused without a text or a target', async () => {
    expect(await noteOf('span', { span_id: spanHex(900), note: 'x' })).toMatchObject({
      status: 404,
      body: { detail: `Span with ID '${spanHex(900)}' not found` },
    });
    for (const data of [
      { span_id: spanHex(1) },
      { span_id: spanHex(1), note: '' },
      { span_id: '', note: 'x' },
      { span_id: 5, note: 'x' },
      { note: 'x' },
    ])
      expect((await noteOf('span', data)).status).toBe(422);
  });
});
