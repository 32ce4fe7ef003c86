import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';
import {
  ARROW,
  arize,
  evaluationFrame,
  ids,
  numbers,
  postFrame,
  readFrames,
  texts,
} from '#test/evaluation-frame.ts';

const DOCUMENTS = {
  'retrieval.documents.0.document.content': 'a',
  'retrieval.documents.1.document.content': 'b',
};
let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(exportOf({ trace: 1, span: 1 }));
  await postFrame(api, evaluationFrame({ span_id: ids(1), score: numbers(1) }, arize('quality')));
});
afterAll(() => api.close());

const post = (payload: Buffer) => postFrame(api, payload);

describe('evaluations are read back', () => {
  const read = async (query: string, headers: Record<string, string> = {}) => {
    const reply = await api.app.inject({ url: `/v1/evaluations${query}`, headers });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, ARROW]);
    return readFrames(reply.rawPayload);
  };

  it('as a stream for each kind and name, with the index that pandas restores', async () => {
    await api.ingest(
      exportOf({ trace: 900, span: 900, attributes: DOCUMENTS }, { trace: 900, span: 901 }),
      'read',
    );
    const send = async (
      columns: Parameters<typeof evaluationFrame>[0],
      name: string,
      type?: string,
    ) => expect((await post(evaluationFrame(columns, arize(name, type)))).status).toBe(204);
    await send(
      { span_id: ids(900, 901), label: texts('a', null), score: numbers(null, 0.25) },
      'two',
    );
    await send({ span_id: ids(900), explanation: texts('why') }, 'one');
    await send({ trace_id: texts(traceHex(900)), score: numbers(3) }, 'two', 'TraceEvaluations');
    await send(
      { span_id: ids(900), position: numbers(1), label: texts('relevant') },
      'two',
      'DocumentEvaluations',
    );
    await annotateByHuman('read', spanHex(900));
    const expected = [
      {
        name: 'two',
        type: 'DocumentEvaluations',
        index: ['context.span_id', 'document_position'],
        rows: [
          {
            'context.span_id': spanHex(900),
            document_position: 1n,
            label: 'relevant',
            score: null,
            explanation: null,
          },
        ],
      },
      {
        name: 'one',
        type: 'SpanEvaluations',
        index: ['context.span_id'],
        rows: [{ 'context.span_id': spanHex(900), label: null, score: null, explanation: 'why' }],
      },
      {
        name: 'two',
        type: 'SpanEvaluations',
        index: ['context.span_id'],
        rows: [
          { 'context.span_id': spanHex(901), label: null, score: 0.25, explanation: null },
          { 'context.span_id': spanHex(900), label: 'a', score: null, explanation: null },
        ],
      },
      {
        name: 'two',
        type: 'TraceEvaluations',
        index: ['context.trace_id'],
        rows: [{ 'context.trace_id': traceHex(900), label: null, score: 3, explanation: null }],
      },
    ];
    expect(await read('?project_name=read')).toEqual(expected);
    expect(await read('?project-name=read')).toEqual(expected);
    expect(await read('', { 'project-name': 'read' })).toEqual(expected);
    // The query goes before the header.
    expect(await read('?project_name=read', { 'project-name': 'default' })).toEqual(expected);
    expect((await read('')).map(({ name }) => name)).toContain('quality');
  });

  it('page by page, all of them', async () => {
    const count = 2_345;
    const numbersOf = Array.from({ length: count }, (_, at) => at + 10_000);
    await api.ingest(
      exportOf(...numbersOf.map((number) => ({ trace: 10_000, span: number }))),
      'pages',
    );
    const long = 'x'.repeat(2_000);
    const frame = evaluationFrame(
      {
        span_id: ids(...numbersOf),
        score: numbers(...numbersOf),
        explanation: texts(...numbersOf.map((at) => (at % 7 === 0 ? long : null))),
      },
      arize('pages'),
    );
    expect((await post(frame)).status).toBe(204);
    const [only] = await read('?project_name=pages');
    expect(only?.rows.map((row) => row['score'])).toEqual(numbersOf.toReversed());
  });

  it('or not at all: 404 without a body', async () => {
    await api.store.projectWriter.createProject('empty', null);
    await api.ingest(exportOf({ trace: 5_000, span: 5_000 }), 'humans');
    await annotateByHuman('humans', spanHex(5_000));
    for (const name of ['empty', 'humans', 'unknown'])
      expect(await api.get(`/v1/evaluations?project_name=${name}`)).toMatchObject({
        status: 404,
        text: '',
      });
  });
});

async function annotateByHuman(where: string, targetId: string): Promise<void> {
  const { refused, missing } = await api.store.annotationWriter.annotate({
    items: [
      {
        target: 'span',
        targetId,
        position: null,
        name: where,
        identifier: '',
        annotatorKind: 'HUMAN',
        label: 'x',
        score: null,
        explanation: null,
        metadata: '{}',
      },
    ],
    author: { source: 'API', userNumber: null },
    rules: [],
    missing: 'refuse',
  });
  expect([refused, missing]).toEqual([[], []]);
}
