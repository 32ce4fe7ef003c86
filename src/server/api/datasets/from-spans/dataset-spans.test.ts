import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { annotated, ofSpan, ofTrace } from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, testTime, traceHex } from '#test/api-spans.ts';
import { seedDataset } from '#test/seed-dataset.ts';

interface Example {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: object;
  readonly metadata: object;
  readonly source: { readonly span_id: string; readonly span_node_id: string } | null;
}

let api: ApiApp;
let url: string;
let id: string;
let round = 0;
const send = (body: object) =>
  api.call({
    method: 'POST',
    url: `${url}/examples/from_spans`,
    headers: { 'content-type': 'application/json' },
    payload: body,
  });
async function added(body: object): Promise<object> {
  const reply = await send(body);
  expect(reply.status).toBe(200);
  return (reply.body as { data: object }).data; // as: checked by the harness
}
async function examples(): Promise<readonly Example[]> {
  return ((await api.get(`${url}/examples`)).body as { data: { examples: Example[] } }).data
    .examples; // as: checked by the harness
}

beforeAll(async () => {
  api = await openApiApp();
  const chat = {
    'openinference.span.kind': 'LLM',
    'llm.input_messages.0.message.role': 'user',
    'llm.output_messages.0.message.role': 'assistant',
  };
  await api.ingest(
    exportOf(
      {
        trace: 1,
        span: 1,
        startMs: 0,
        attributes: {
          'input.value': '{"q":1}',
          'input.mime_type': 'application/json',
          metadata: '{"tier":"gold"}',
        },
      },
      {
        trace: 1,
        span: 2,
        parent: 1,
        startMs: 10,
        attributes: {
          ...chat,
          'llm.input_messages.0.message.content': 'hi',
          'llm.output_messages.0.message.content': 'ho',
        },
      },
      { trace: 2, span: 3, startMs: 20, attributes: { 'input.value': 'plain' } },
    ),
    'here',
  );
  await api.ingest(
    exportOf(
      ...Array.from({ length: 450 }, (_, at) => ({
        trace: 100 + at,
        span: 100 + at,
        startMs: 1_000 + at,
        attributes: { 'input.value': `n ${at}` },
      })),
    ),
    'many',
  );
});
afterAll(() => api.close());
beforeEach(async () => {
  round += 1;
  id = encodeGlobalId('Dataset', (await seedDataset(api.meta, `from spans ${round}`, [{}])).id);
  url = `/v1/datasets/${encodeURIComponent(id)}`;
});

describe('examples made of spans', () => {
  it('have input, output, metadata and their span, by ids', async () => {
    const outcome = await added({
      span_ids: [spanHex(2), spanHex(1), spanHex(2)],
      splits: ['from spans'],
      version_description: 'spans',
    });
    expect(outcome).toMatchObject({
      dataset_id: id,
      num_created_examples: 2,
      num_skipped_spans: 0,
      complete: true,
    });
    const found = await examples();
    expect(found).toMatchObject([
      {
        input: { messages: [{ role: 'user', content: 'hi' }] },
        output: { messages: [{ role: 'assistant', content: 'ho' }] },
        metadata: { span_kind: 'LLM' },
        source: { span_id: spanHex(2) },
      },
      { input: { q: 1 }, output: {}, metadata: { tier: 'gold' }, source: { span_id: spanHex(1) } },
    ]);
    expect((await api.get(`${url}/splits`)).body).toMatchObject({ data: [{ example_count: 2 }] });
    // A Global ID will do, and a span that is there already is left out.
    const again = await added({ span_ids: [found[1]?.source?.span_node_id, spanHex(3)] });
    expect(again).toMatchObject({ num_created_examples: 1, num_skipped_spans: 1 });
    expect(await examples()).toHaveLength(3);
  });

  it('include their annotations, and for a root those of its trace', async () => {
    const attributes = { metadata: '{"annotations":"mine"}' };
    await api.ingest(
      exportOf(
        { trace: 900, span: 900 },
        { trace: 900, span: 901, parent: 900 },
        { trace: 901, span: 902, attributes },
      ),
      'said',
    );
    const person = {
      annotator_kind: 'HUMAN',
      result: { label: 'wrong', score: 0, explanation: 'Not asked' },
    };
    await annotated(api, 'span', [
      ofSpan(900, person),
      ofSpan(901, { name: 'tone', identifier: 'a' }),
      ofSpan(902),
    ]);
    await annotated(api, 'span', [
      ofSpan(901, { name: 'tone', identifier: 'b', result: { label: 'kind' } }),
    ]);
    await annotated(api, 'trace', [
      ofTrace(900, { name: 'feedback', annotator_kind: 'LLM', result: { score: 0.5 } }),
    ]);
    await added({ project: 'said' });
    const [own, second, first] = (await examples()).map(({ metadata }) => metadata);
    const machine = { target: 'span', annotator_kind: 'CODE', explanation: null };
    expect(first).toEqual({
      span_kind: 'UNKNOWN',
      annotations: {
        correctness: [
          {
            target: 'span',
            annotator_kind: 'HUMAN',
            label: 'wrong',
            score: 0,
            explanation: 'Not asked',
          },
        ],
        feedback: [
          { target: 'trace', annotator_kind: 'LLM', label: null, score: 0.5, explanation: null },
        ],
      },
    });
    expect(second).toMatchObject({
      annotations: {
        tone: [
          { ...machine, label: 'kind', score: null },
          { ...machine, label: null, score: 1 },
        ],
      },
    });
    // The sender's own values stay.
    expect(own).toMatchObject({ annotations: 'mine' });
  });

  it('come from the roots of traces', async () => {
    await added({ trace_ids: [traceHex(2), traceHex(1)] });
    expect((await examples()).map(({ source }) => source?.span_id)).toEqual([
      spanHex(3),
      spanHex(1),
    ]);
  });

  it('come from a filter, a range and a limit, newest first', async () => {
    await added({ project: 'here', filter: "span_kind == 'LLM'" });
    expect(await examples()).toHaveLength(1);
    expect(
      await added({ project: 'here', start_time: testTime(0), end_time: testTime(20) }),
    ).toMatchObject({
      num_created_examples: 1,
      num_skipped_spans: 1,
    });
    expect(await added({ project: 'here', root_spans_only: true })).toMatchObject({
      num_created_examples: 1,
      num_skipped_spans: 1,
    });
    expect(await added({ project: 'many', limit: 430 })).toMatchObject({
      num_created_examples: 430,
      complete: false,
    });
    expect((await examples())[3]).toMatchObject({ input: { input: 'n 449' } });
    expect(await added({ project: 'many' })).toMatchObject({
      num_created_examples: 20,
      num_skipped_spans: 430,
      complete: true,
    });
    expect(await added({ project: 'many' })).toMatchObject({
      num_created_examples: 0,
      num_skipped_spans: 450,
    });
  });

  it('can be looked at before there is a dataset', async () => {
    const ask = (payload: object) =>
      api.call({
        method: 'POST',
        url: '/v1/datasets/examples_of_spans',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    expect(await ask({ span_ids: [spanHex(1)], trace_ids: [traceHex(2)] })).toMatchObject({
      status: 200,
      body: {
        data: {
          examples: [
            { span_id: spanHex(1), in_dataset: false, input: { q: 1 } },
            { span_id: spanHex(3) },
          ],
          complete: true,
        },
      },
    });
    expect(await ask({ span_ids: [spanHex(99)] })).toMatchObject({ status: 404 });
    expect(await ask({})).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('Say which spans') },
    });
  });

  it('can be looked at first', async () => {
    await added({ span_ids: [spanHex(1)] });
    const preview = (await added({ span_ids: [spanHex(1), spanHex(2)], dry_run: true })) as {
      examples: object[];
    };
    expect(preview).toMatchObject({
      examples: [
        { span_id: spanHex(1), span_kind: 'UNKNOWN', in_dataset: true, input: { q: 1 } },
        {
          span_id: spanHex(2),
          span_name: 'span 2',
          in_dataset: false,
          output: { messages: [{ content: 'ho' }] },
        },
      ],
      complete: true,
    });
    const many = (await added({ project: 'many', dry_run: true })) as { examples: object[] };
    expect(many).toMatchObject({ complete: false });
    expect(many.examples).toHaveLength(100);
    expect(await examples()).toHaveLength(1);
  });

  it('are added again when they were removed', async () => {
    await added({ span_ids: [spanHex(3)] });
    const { data } = (await api.get(`/v1/spans/${spanHex(3)}/dataset_examples?limit=1000`))
      .body as { data: { node_id: string }[] }; // as: checked by the harness
    const last = data.at(-1)?.node_id ?? '';
    await api.call({ method: 'DELETE', url: `${url}/examples/${encodeURIComponent(last)}` });
    expect(await added({ span_ids: [spanHex(3)] })).toMatchObject({ num_created_examples: 1 });
    expect(await examples()).toHaveLength(1);
  });

  it.each<[string, object, number, RegExp]>([
    ['nothing', {}, 422, /Say which spans/],
    ['ids and a project', { span_ids: ['x'], project: 'here' }, 422, /Say which spans/],
    ['ids and a filter', { span_ids: [spanHex(1)], filter: 'x' }, 422, /filter narrows/],
    [
      'ids that name nothing',
      { span_ids: [spanHex(1), 'ffff'], trace_ids: ['eeee'] },
      404,
      /'ffff', 'eeee'/,
    ],
    ['a project that is not there', { project: 'nothing' }, 404, /nothing/],
    ['a filter that is none', { project: 'here', filter: '((' }, 422, /./],
    ['a time that is none', { project: 'here', start_time: 'yesterday' }, 422, /start_time/],
    ['a limit of none', { project: 'here', limit: 0 }, 422, /limit/],
    ['too many ids', { span_ids: Array.from({ length: 1_001 }, () => 'x') }, 422, /span_ids/],
    [
      'a base that is not the newest',
      { project: 'here', base_version_id: encodeGlobalId('DatasetVersion', 4711) },
      409,
      /latest version/,
    ],
  ])('refuses %s', async (_what, body, status, detail) => {
    expect(await send(body)).toMatchObject({
      status,
      body: { detail: expect.stringMatching(detail) },
    });
    expect(await examples()).toEqual([]);
  });

  it('refuses a dataset that is not there', async () => {
    url = '/v1/datasets/nothing';
    expect((await send({ span_ids: [spanHex(1)] })).status).toBe(404);
  });
});

describe('from a span', () => {
  it('its examples are found in all datasets, in pages, and after it was deleted', async () => {
    await api.ingest(exportOf({ trace: 9, span: 9, attributes: { 'input.value': 'x' } }), 'gone');
    const other = await seedDataset(api.meta, `other ${round}`, [{}]);
    await added({ span_ids: [spanHex(9)] });
    const [first] = await examples();
    url = `/v1/datasets/${encodeURIComponent(encodeGlobalId('Dataset', other.id))}`;
    await added({ span_ids: [spanHex(9)] });
    const links = (await api.get(`/v1/spans/${spanHex(9)}/dataset_examples?limit=1`)).body as {
      data: object[];
      next_cursor: string;
    }; // as: checked by the harness
    expect(links.data).toMatchObject([
      { dataset_id: id, dataset_name: `from spans ${round}`, in_newest_version: true },
    ]);
    const next = `/v1/spans/${spanHex(9)}/dataset_examples?cursor=${encodeURIComponent(links.next_cursor)}`;
    expect((await api.get(next)).body).toMatchObject({
      data: [{ dataset_name: `other ${round}` }],
      next_cursor: null,
    });
    const nodeId = encodeURIComponent(first?.source?.span_node_id ?? '');
    await api.call({ method: 'DELETE', url: `/v1/spans/${spanHex(9)}` });
    expect((await api.get(`/v1/spans/${spanHex(9)}/dataset_examples`)).status).toBe(404);
    expect((await api.get(`/v1/spans/${nodeId}/dataset_examples`)).body).toMatchObject({
      data: [{}, {}],
    });
    expect((await api.get(`/v1/spans/${nodeId}/dataset_examples?cursor=garbage`)).status).toBe(422);
    await api.call({ method: 'DELETE', url });
    expect((await api.get(`/v1/spans/${nodeId}/dataset_examples`)).body).toMatchObject({
      data: [{ dataset_id: id }],
    });
  });

  it('there may be none', async () => {
    await api.ingest(exportOf({ trace: 10, span: 10 }), 'here too');
    expect((await api.get(`/v1/spans/${spanHex(10)}/dataset_examples`)).body).toEqual({
      data: [],
      next_cursor: null,
    });
    expect((await api.get('/v1/spans/ffff/dataset_examples')).status).toBe(404);
  });
});
