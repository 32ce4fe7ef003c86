import { readFileSync } from 'node:fs';
import { Bool, Int64 } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex } from '#test/api-spans.ts';
import {
  arize,
  evaluationFrame,
  ids,
  annotationsNamed,
  numbers,
  postFrame,
  texts,
} from '#test/evaluation-frame.ts';

const DOCUMENTS = {
  'retrieval.documents.0.document.content': 'a',
  'retrieval.documents.1.document.content': 'b',
};
let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(
      { trace: 1, span: 1, attributes: DOCUMENTS },
      { trace: 1, span: 2 },
      { trace: 2, span: 3 },
    ),
  );
});
afterAll(() => api.close());

const post = (payload: Buffer, headers: Readonly<Record<string, string>> = {}, query = '') =>
  postFrame(api, payload, headers, query);
const stored = (name: string, target: AnnotationTarget = 'span') =>
  annotationsNamed(api, name, target);

describe('a frame is refused', () => {
  const good = { span_id: ids(1), score: numbers(1) };
  const frame = (
    columns: Parameters<typeof evaluationFrame>[0],
    name: unknown = 'bad',
    type = 'SpanEvaluations',
  ) => evaluationFrame(columns, arize(name, type));
  const document = (position: Parameters<typeof evaluationFrame>[0][string]) =>
    frame({ span_id: ids(1), position, score: numbers(1) }, 'bad', 'DocumentEvaluations');

  it.each([
    ['text that is no Arrow', Buffer.from('span_id,score\nab,1\n'), 'not a valid Arrow stream'],
    ['nothing', Buffer.alloc(0), 'not a valid Arrow stream'],
    ['half a stream', frame(good).subarray(0, 300), 'not a valid Arrow stream'],
    ['two streams', Buffer.concat([frame(good), frame(good)]), 'one stream is read at a time'],
    ['no metadata', evaluationFrame(good), "the schema's metadata has no key 'arize'"],
    [
      'metadata that is no JSON',
      evaluationFrame(good, 'eval_name=x'),
      'is not a JSON object; got "eval_name=x"',
    ],
    ['metadata that is a list', evaluationFrame(good, '[]'), 'is not a JSON object'],
    ['a blank name', frame(good, '  '), 'arize.eval_name is blank'],
    ['a name that is no text', frame(good, 7), 'arize.eval_name is not a text'],
    [
      'no name',
      evaluationFrame(good, '{"eval_type":"SpanEvaluations"}'),
      'arize.eval_name is missing',
    ],
    [
      'a name of 10 KB',
      frame(good, 'x'.repeat(10_240)),
      'arize.eval_name has 10240 characters; at most 1024',
    ],
    [
      'an unknown type',
      frame(good, 'bad', 'Evaluations'),
      'arize.eval_type must be one of SpanEvaluations',
    ],
    ['no ids', frame({ score: numbers(1) }), "column 'context.span_id' (or 'span_id') is missing"],
    [
      'ids of traces for spans',
      frame({ trace_id: texts('a'), score: numbers(1) }),
      "'context.span_id' (or 'span_id') is missing",
    ],
    [
      'ids of spans for traces',
      frame(good, 'bad', 'TraceEvaluations'),
      "column 'context.trace_id' (or 'trace_id') is missing",
    ],
    [
      'no position',
      frame(good, 'bad', 'DocumentEvaluations'),
      "column 'document_position' (or 'position') is missing",
    ],
    [
      'ids twice',
      frame({ ...good, 'context.span_id': ids(1) }),
      "column 'context.span_id' names what column 'span_id' does",
    ],
    [
      'no result',
      frame({ span_id: ids(1) }),
      'none of the columns label, score, explanation is there',
    ],
    [
      'a column too many',
      frame({ ...good, metadata: texts('x') }),
      "column 'metadata' is not known; drop it",
    ],
    [
      'ids that are numbers',
      frame({ span_id: numbers(1), score: numbers(1) }),
      "column 'span_id' is Float; it must hold texts",
    ],
    [
      'scores that are texts',
      frame({ span_id: ids(1), score: texts('1') }),
      "column 'score' is Utf8; it must hold numbers",
    ],
    [
      'scores that are yes or no',
      frame({ span_id: ids(1), score: [[true], new Bool()] }),
      "column 'score' is Bool; it must hold numbers",
    ],
    [
      'labels that are numbers',
      frame({ span_id: ids(1), label: numbers(1) }),
      "column 'label' is Float; it must hold texts",
    ],
    [
      'explanations that are numbers',
      frame({ ...good, explanation: numbers(1) }),
      "column 'explanation' is Float",
    ],
    [
      'positions that are texts',
      document(texts('0')),
      "column 'position' is Utf8; it must hold whole numbers",
    ],
    [
      'a position below 0',
      document([[-1n], new Int64()]),
      "row 1, column 'position': -1 is no whole number from 0",
    ],
    ['half a position', document(numbers(0.5)), "row 1, column 'position': 0.5 is no whole number"],
    [
      'no value for a position',
      document(numbers(null)),
      "row 1, column 'position': null is no whole number",
    ],
    [
      'no value for an id',
      frame({ span_id: texts(spanHex(1), null), score: numbers(1, 1) }),
      'row 2: the id of its target is missing',
    ],
    [
      'a blank id',
      frame({ span_id: texts(''), score: numbers(1) }),
      'row 1: the id of its target is missing',
    ],
    [
      'a label of 20 KB',
      frame({ span_id: ids(1), label: texts('x'.repeat(20_000)) }),
      "row 1, column 'label': 20000 characters; at most",
    ],
    [
      'an id of 5 KB',
      frame({ span_id: texts('x'.repeat(5_000)), score: numbers(1) }),
      "row 1, column 'span_id': 5000 characters",
    ],
    ['a document that is not there', document([[2n], new Int64()]), 'row 1: '],
  ] as const)('%s', async (_what, payload, detail) => {
    expect(await post(payload)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(detail) },
    });
    for (const target of ['span', 'trace', 'document'] as const)
      expect(await stored('bad', target)).toEqual([]);
  });

  it('when its counts lie', async () => {
    const whole = frame({ span_id: ids(1, 2, 3, 1, 2, 3), score: numbers(1, 2, 3, 4, 5, 6) });
    const lying = Buffer.from(whole);
    // The row count is a separate long before the lengths of the columns.
    const six = Buffer.from([6, 0, 0, 0, 0, 0, 0, 0]);
    for (let at = whole.indexOf(six); at >= 0; at = whole.indexOf(six, at + 8))
      lying.writeInt32LE(6_000, at);
    expect(lying.equals(whole)).toBe(false);
    expect(await post(lying)).toMatchObject({ status: 422 });
    expect(await stored('bad')).toEqual([]);
  });

  it('for what is around it', async () => {
    for (const type of [
      'application/json',
      'text/csv',
      'application/octet-stream',
      'multipart/form-data; boundary=x',
    ])
      expect(await post(frame(good), { 'content-type': type })).toMatchObject({
        status: 415,
        body: { detail: expect.stringContaining('application/x-pandas-arrow') },
      });
    expect(
      (await api.call({ method: 'POST', url: '/v1/evaluations', payload: frame(good) })).status,
    ).toBe(415);
    expect((await post(frame(good), { 'content-encoding': 'br' })).status).toBe(415);
    expect(await post(frame(good), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('gzip') },
    });
    const bare = evaluationFrame(good);
    for (const [query, detail] of [
      ['?eval_name=x', 'eval_type must be one of'],
      ['?eval_type=SpanEvaluations', 'eval_name is missing'],
      ['?eval_name=%20&eval_type=SpanEvaluations', 'eval_name is blank'],
      ['?eval_name=x&eval_type=Spans', 'got "Spans"'],
    ])
      expect(await post(bare, {}, query)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining(detail ?? '') },
      });
  });

  it('when reading it would never end', async () => {
    const sample = readFileSync('test/fixtures/datasets/hang.arrows');
    expect(await post(sample)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('not a valid Arrow stream') },
    });
  });
});
