import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  annotated,
  listed,
  ofDocument,
  ofSession,
  ofSpan,
  ofTrace,
  send,
} from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      {
        trace: 1,
        span: 1,
        attributes: { 'session.id': 'chat', 'retrieval.documents.0.document.content': 'a' },
      },
      { trace: 1, span: 2, parent: 1 },
      { trace: 2, span: 3, attributes: { 'session.id': 'chat' } },
    ),
  );
});
afterAll(() => api.close());

const url = (id: string, tail = '') => `/v1/annotations/${encodeURIComponent(id)}${tail}`;
const history = (id: string) => listed(api, url(id, '/history'));
const result = (score: number) => ({ label: null, score, explanation: null });

describe('one annotation', () => {
  it.each([
    ['span', ofSpan(1), { target_id: spanHex(1), document_position: null }],
    ['trace', ofTrace(1), { target_id: traceHex(1), document_position: null }],
    ['session', ofSession('chat'), { target_id: 'chat', document_position: null }],
    ['document', ofDocument(1, 0), { target_id: spanHex(1), document_position: 0 }],
  ] as const)('of a %s is read by its id', async (target, item, named) => {
    const [id = ''] = await annotated(api, target, [{ ...item, name: 'read', metadata: { n: 1 } }]);
    expect((await api.get(url(id))).body).toMatchObject({
      data: {
        id,
        target,
        ...named,
        name: 'read',
        result: result(1),
        metadata: { n: 1 },
        source: 'API',
      },
    });
  });

  it('is deleted, and comes back as it was', async () => {
    const [id = ''] = await annotated(api, 'span', [
      ofSpan(1, { name: 'undone', result: { score: 0.5 }, metadata: { why: 'x' } }),
    ]);
    expect((await send(api, 'DELETE', url(id, '?source=APP'))).status).toBe(204);
    expect((await api.get(url(id))).status).toBe(404);
    expect((await send(api, 'DELETE', url(id))).status).toBe(404);
    expect(await send(api, 'POST', url(id, '/restore?source=APP'), { revision: 1 })).toMatchObject({
      status: 200,
      body: {
        data: { id, name: 'undone', result: result(0.5), metadata: { why: 'x' }, source: 'APP' },
      },
    });
    expect((await api.get(url(id))).status).toBe(200);
  });

  it('returns the history with content, author and time', async () => {
    const item = (score: number) =>
      ofSpan(2, { name: 'told', result: { score }, metadata: { score } });
    const [id = ''] = await annotated(api, 'span', [item(1)]);
    await annotated(api, 'span', [item(2)], 'sync=true&source=APP');
    await send(api, 'DELETE', url(id));
    const changed = { changed_at: expect.stringMatching(/\+00:00$/), user_id: null };
    const revisions = [
      {
        revision: 1,
        change: 'CREATE',
        source: 'API',
        annotator_kind: 'CODE',
        result: result(1),
        metadata: { score: 1 },
        ...changed,
      },
      {
        revision: 2,
        change: 'UPDATE',
        source: 'APP',
        annotator_kind: 'CODE',
        result: result(2),
        metadata: { score: 2 },
        ...changed,
      },
      {
        revision: 3,
        change: 'DELETE',
        source: 'API',
        annotator_kind: null,
        result: null,
        metadata: null,
        ...changed,
      },
    ];
    expect(await history(id)).toEqual(revisions);
    await send(api, 'POST', url(id, '/restore'), { revision: 1 });
    expect(await history(id)).toEqual([
      ...revisions,
      { ...revisions[0], revision: 4, change: 'RESTORE' },
    ]);
  });

  it('does not come back while another has its place', async () => {
    const [id = ''] = await annotated(api, 'span', [
      ofSpan(3, { name: 'place', result: { score: 1 } }),
    ]);
    await send(api, 'DELETE', url(id));
    const [other] = await annotated(api, 'span', [
      ofSpan(3, { name: 'place', result: { score: 2 } }),
    ]);
    expect(other).not.toBe(id);
    expect(await send(api, 'POST', url(id, '/restore'), { revision: 1 })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('the same target, name and identifier') },
    });
    expect((await send(api, 'POST', url(id, '/restore'), { revision: 2 })).status).toBe(422);
  });

  it.each([
    ['garbage', 'garbage', 422],
    ['a span', encodeGlobalId('Span', 1), 422],
    ['an unknown number', encodeGlobalId('SpanAnnotation', 12_345), 404],
  ])('is not %s', async (_what, id, status) => {
    expect((await api.get(url(id))).status).toBe(status);
    expect((await api.get(url(id, '/history'))).status).toBe(status);
    expect((await send(api, 'DELETE', url(id))).status).toBe(status);
    expect((await send(api, 'POST', url(id, '/restore'), { revision: 1 })).status).toBe(status);
  });

  it('is not found under the id of another kind', async () => {
    const [id = ''] = await annotated(api, 'trace', [ofTrace(1, { name: 'kind' })]);
    const number = Number(atob(id).split(':')[1]);
    const wrong = encodeGlobalId('SpanAnnotation', number);
    for (const [method, tail, body] of [
      ['DELETE', '', undefined],
      ['POST', '/restore', { revision: 1 }],
    ] as const)
      expect((await send(api, method, url(wrong, tail), body)).status).toBe(404);
    expect((await api.get(url(wrong))).status).toBe(404);
    expect((await api.get(url(wrong, '/history'))).status).toBe(404);
    expect((await api.get(url(id))).status).toBe(200);
  });

  it.each([{}, { revision: 0 }, { revision: '1' }, { revision: 1.5 }, { revision: null }])(
    'is not restored to %j',
    async (body) => {
      const [id = ''] = await annotated(api, 'span', [ofSpan(1, { name: 'bad revision' })]);
      expect((await send(api, 'POST', url(id, '/restore'), body)).status).toBe(422);
      expect((await send(api, 'POST', url(id, '/restore'), { revision: 99 })).status).toBe(404);
    },
  );
});

it('shows all annotations of a trace: its own, those of its spans, documents and session, and notes', async () => {
  await api.ingest(
    exportOf(
      {
        trace: 7,
        span: 70,
        attributes: { 'session.id': 'seven', 'retrieval.documents.0.document.content': 'a' },
      },
      { trace: 7, span: 71, parent: 70 },
      { trace: 8, span: 80, attributes: { 'session.id': 'seven' } },
    ),
  );
  await annotated(api, 'span', [ofSpan(71), ofSpan(80)]);
  await annotated(api, 'trace', [ofTrace(7), ofTrace(8)]);
  await annotated(api, 'session', [ofSession('seven')]);
  await annotated(api, 'document', [ofDocument(70, 0)]);
  await send(api, 'POST', '/v1/trace_notes?source=APP', {
    data: { trace_id: traceHex(7), note: 'see' },
  });
  const reply = await api.get(`/v1/traces/${traceHex(7)}/annotations`);
  expect(reply.body).toMatchObject({
    complete: true,
    data: [
      { target: 'span', target_id: spanHex(71) },
      { target: 'trace', target_id: traceHex(7) },
      { target: 'session', target_id: 'seven' },
      { target: 'document', target_id: spanHex(70), document_position: 0 },
      { target: 'trace', name: 'note', result: { explanation: 'see' }, source: 'APP' },
    ],
  });
  expect((await api.get(`/v1/traces/${traceHex(999)}/annotations`)).status).toBe(404);
});

describe('annotations in lists of rows', () => {
  const rowOf = async (list: string, id: string) =>
    (await listed(api, `/v1/projects/default/${list}`)).find((row) =>
      Object.values(row).includes(id),
    );

  it('is a summary by name', async () => {
    await api.ingest(exportOf({ trace: 20, span: 21, attributes: { 'session.id': 'rows' } }));
    const item = (identifier: string, label: string, score: number, annotator_kind: string) => ({
      name: 'tone',
      identifier,
      annotator_kind,
      result: { label, score },
    });
    const items = [
      item('a', 'kind', 1, 'HUMAN'),
      item('b', 'kind', 0, 'LLM'),
      item('c', 'rude', 0.5, 'LLM'),
    ];
    await annotated(
      api,
      'span',
      items.map((one) => ({ ...one, span_id: spanHex(21) })),
    );
    await annotated(
      api,
      'trace',
      items.map((one) => ({ ...one, trace_id: traceHex(20) })),
    );
    await annotated(
      api,
      'session',
      items.map((one) => ({ ...one, session_id: 'rows' })),
    );
    const summary = [
      {
        name: 'tone',
        count: 3,
        score: 0.5,
        labels: [
          { label: 'kind', count: 2 },
          { label: 'rude', count: 1 },
        ],
        annotator_kinds: expect.arrayContaining(['HUMAN', 'LLM']),
      },
    ];
    expect(await rowOf('span_rows', spanHex(21))).toMatchObject({ annotations: summary });
    expect(await rowOf('trace_rows', traceHex(20))).toMatchObject({ annotations: summary });
    expect(await rowOf('session_rows', 'rows')).toMatchObject({ annotations: summary });
    expect((await api.get(`/v1/traces/${traceHex(20)}`)).body).toMatchObject({
      data: { annotations: summary },
    });
  });
});

it.each([
  ['span_rows', 'span', { span_id: spanHex(501) }, { span_id: spanHex(502) }],
  ['trace_rows', 'trace', { trace_id: traceHex(511) }, { trace_id: traceHex(512) }],
] as const)(
  '%s as CSV have a column for each name asked for',
  async (rows, target, first, second) => {
    const numbers = target === 'span' ? [501, 502, 503] : [511, 512, 513];
    await api.ingest(
      exportOf(...numbers.map((number) => ({ trace: number, span: number, startMs: number }))),
      `csv ${target}`,
    );
    const byModel = { annotator_kind: 'LLM', name: 'tone' };
    await annotated(api, target, [
      { ...first, ...byModel, result: { score: 0.25, label: 'flat' } },
      { ...first, ...byModel, identifier: 'b', result: { score: 0.75 } },
      { ...second, ...byModel, result: { label: '=kind' } },
    ]);
    const named = 'annotations=tone&annotations=nobody%27s';
    const { text } = await api.get(`/v1/projects/csv%20${target}/${rows}/csv?order=asc&${named}`);
    const lines = text.trimEnd().split(/\r?\n/);
    expect(lines.map((line) => line.split(',').slice(-2))).toEqual([
      ['annotations.tone', "annotations.nobody's"],
      ['0.5', ''],
      ["'=kind", ''],
      ['', ''],
    ]);
  },
);

describe('annotations that wait', () => {
  const waiting = async (query = '') => {
    const { status, body } = await api.get(`/v1/waiting_annotations${query}`);
    expect(status).toBe(200);
    // as: the harness checks replies against the document
    return body as {
      data: { id: string; name: string; received_at: string; expires_at: string }[];
      next_cursor: string | null;
      total: number;
    };
  };

  it('are listed, oldest first, and counted', async () => {
    expect(await waiting()).toEqual({
      data: [],
      next_cursor: null,
      total: 0,
      oldest_received_at: null,
      expired: 0,
    });
    for (const [span, name] of [400, 401, 402].map((number) => [number, `w${number}`] as const))
      await annotated(
        api,
        'span',
        [ofSpan(span, { name, identifier: 'i', result: { label: 'x', score: 0.5 } })],
        'sync=false',
      );
    const { data, total, next_cursor, ...rest } = await waiting('?limit=2');
    expect(data[0]).toEqual({
      id: expect.any(String),
      target: 'span',
      target_id: spanHex(400),
      document_position: null,
      name: 'w400',
      identifier: 'i',
      annotator_kind: 'CODE',
      result: { label: 'x', score: 0.5, explanation: null },
      received_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(Date.parse(data[0]?.expires_at ?? '') - Date.parse(data[0]?.received_at ?? '')).toBe(
      86_400_000,
    );
    expect([total, rest]).toEqual([3, { oldest_received_at: data[0]?.received_at, expired: 0 }]);
    const second = await waiting(`?limit=2&cursor=${next_cursor}`);
    expect([data, second.data].flat().map(({ name }) => name)).toEqual(['w400', 'w401', 'w402']);
    expect(second.next_cursor).toBeNull();
  });

  it('go when their spans come, or when they are deleted', async () => {
    await api.ingest(exportOf({ trace: 90, span: 400 }));
    const [first, second] = (await waiting()).data;
    expect(first?.name).toBe('w401');
    expect((await send(api, 'DELETE', `/v1/waiting_annotations/${first?.id}`)).status).toBe(204);
    expect(await send(api, 'DELETE', `/v1/waiting_annotations/${first?.id}`)).toMatchObject({
      status: 404,
    });
    await api.ingest(exportOf({ trace: 91, span: 401 }));
    expect(
      await listed(api, `/v1/projects/default/span_annotations?span_ids=${spanHex(401)}`),
    ).toEqual([]);
    await send(api, 'DELETE', `/v1/waiting_annotations/${second?.id}`);
    expect(await waiting()).toMatchObject({ data: [], total: 0, oldest_received_at: null });
  });

  it.each(['0', '-1', 'x', '1.5', '1e3', 'U3BhbkFubm90YXRpb246MQ=='])(
    'are not called %s',
    async (id) => {
      expect((await send(api, 'DELETE', `/v1/waiting_annotations/${id}`)).status).toBe(422);
      expect((await api.get(`/v1/waiting_annotations?cursor=${id}`)).status).toBe(422);
    },
  );
});
