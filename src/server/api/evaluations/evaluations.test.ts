import { deflateSync, gzipSync } from 'node:zlib';
import { Dictionary, Float32, Float64, Int32, Int64, LargeUtf8, Null, Utf8 } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';
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

describe('a frame of evaluations', () => {
  it('becomes annotations by an LLM', async () => {
    const frame = evaluationFrame(
      {
        'context.span_id': ids(1, 2, 3),
        label: texts('good', null, 'bad'),
        score: numbers(1, 0.5, null),
        explanation: texts('é', '', null),
      },
      arize('quality'),
    );
    expect(await post(frame)).toMatchObject({ status: 204, text: '' });
    expect(await stored('quality')).toMatchObject([
      {
        targetId: spanHex(1),
        label: 'good',
        score: 1,
        explanation: 'é',
        annotatorKind: 'LLM',
        source: 'API',
        identifier: '',
        metadata: '{}',
      },
      { targetId: spanHex(2), label: null, score: 0.5, explanation: '' },
      { targetId: spanHex(3), label: 'bad', score: null, explanation: null },
    ]);
    // Sent again, it changes nothing but what is different.
    await post(
      evaluationFrame(
        { span_id: [[spanHex(1).toUpperCase()], new LargeUtf8()], score: [[2n], new Int64()] },
        arize('quality'),
      ),
    );
    expect(await stored('quality')).toMatchObject([
      { targetId: spanHex(1), label: null, score: 2 },
      { score: 0.5 },
      { label: 'bad' },
    ]);
  });

  it('may annotate traces and documents, under either name of the columns', async () => {
    for (const [name, column] of [
      ['t1', 'context.trace_id'],
      ['t2', 'trace_id'],
    ] as const)
      expect(
        (
          await post(
            evaluationFrame(
              { [column]: texts(traceHex(1)), score: numbers(1) },
              arize(name, 'TraceEvaluations'),
            ),
          )
        ).status,
      ).toBe(204);
    expect(await stored('t1', 'trace')).toMatchObject([{ targetId: traceHex(1), position: null }]);
    expect(await stored('t2', 'trace')).toHaveLength(1);
    for (const [name, column, type] of [
      ['d1', 'document_position', new Int64()],
      ['d2', 'position', new Int32()],
      ['d3', 'position', new Float64()],
    ] as const) {
      const positions = column === 'document_position' ? [0n, 1n] : [0, 1];
      const frame = evaluationFrame(
        { span_id: ids(1, 1), [column]: [positions, type], label: texts('relevant', 'not') },
        arize(name, 'DocumentEvaluations'),
      );
      expect(await post(frame)).toMatchObject({ status: 204 });
      expect(await stored(name, 'document')).toMatchObject([
        { targetId: spanHex(1), position: 0, label: 'relevant' },
        { position: 1, label: 'not' },
      ]);
    }
  });

  it('may come as any Arrow media type, compressed or not, and say what it is in the address', async () => {
    const frame = (name: string) =>
      evaluationFrame({ span_id: ids(2), score: numbers(1) }, arize(name));
    for (const type of [
      'application/x-dataframe-arrow',
      'application/x-pandas-pyarrow',
      'application/vnd.apache.arrow.stream',
      'Application/X-Pandas-Arrow; charset=binary',
    ]) {
      expect((await post(frame(type), { 'content-type': type })).status).toBe(204);
      expect(await stored(type)).toHaveLength(1);
    }
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['identity', (bytes: Buffer) => bytes],
    ] as const) {
      expect((await post(pack(frame(encoding)), { 'content-encoding': encoding })).status).toBe(
        204,
      );
      expect(await stored(encoding)).toHaveLength(1);
    }
    const bare = evaluationFrame({ span_id: ids(2), score: numbers(1) });
    expect(
      (await post(bare, {}, '?eval_name=from%20the%20address&eval_type=SpanEvaluations')).status,
    ).toBe(204);
    expect(await stored('from the address')).toHaveLength(1);
    // The frame's own metadata wins.
    expect(
      (await post(frame('from the frame'), {}, '?eval_name=other&eval_type=TraceEvaluations'))
        .status,
    ).toBe(204);
    expect(await stored('from the frame')).toHaveLength(1);
  });

  it('may have dictionaries, columns of nothing, numbers of many kinds, an index without a name, no rows', async () => {
    const dictionary = [['yes', 'no', 'yes'], new Dictionary(new Utf8(), new Int32())] as const;
    const frame = evaluationFrame(
      {
        __index_level_0__: [[5n, 6n, 7n], new Int64()],
        span_id: ids(1, 2, 3),
        label: dictionary,
        score: [[0.5, Number.NaN, null], new Float32()],
        explanation: [[null, null, null], new Null()],
      },
      arize('many'),
    );
    expect(await post(frame)).toMatchObject({ status: 204 });
    expect(await stored('many')).toMatchObject([
      { label: 'yes', score: 0.5 },
      { label: 'no', score: null },
      { label: 'yes', score: null },
    ]);
    expect(
      (await post(evaluationFrame({ span_id: texts(), score: numbers() }, arize('nothing'))))
        .status,
    ).toBe(204);
    expect(await stored('nothing')).toEqual([]);
  });

  it('waits for spans that have not come yet', async () => {
    expect(
      (await post(evaluationFrame({ span_id: ids(77), label: texts('early') }, arize('early'))))
        .status,
    ).toBe(204);
    expect(await stored('early')).toEqual([]);
    await api.ingest(exportOf({ trace: 77, span: 77 }));
    expect(await stored('early')).toMatchObject([{ targetId: spanHex(77), label: 'early' }]);
  });

  it('is checked against the annotation configs of the project', async () => {
    const json = { 'content-type': 'application/json' };
    const config = {
      name: 'ruled',
      type: 'CATEGORICAL',
      optimization_direction: 'NONE',
      values: [{ label: 'yes' }, { label: 'no' }],
    };
    await api.call({
      method: 'POST',
      url: '/v1/annotation_configs',
      headers: json,
      payload: config,
    });
    await api.call({ method: 'PUT', url: '/v1/projects/default/annotation_configs/ruled' });
    const evaluate = (label: string) =>
      post(evaluationFrame({ span_id: ids(1, 2), label: texts('yes', label) }, arize('ruled')));
    expect(await evaluate('maybe')).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/row 2: .*maybe/) },
    });
    expect(await stored('ruled')).toEqual([]);
    expect((await evaluate('no')).status).toBe(204);
    expect(await stored('ruled')).toHaveLength(2);
  });

  it('stores nothing when its last row is bad, however many there are', async () => {
    const count = 2_500;
    const scores = Array.from({ length: count }, (_, at) =>
      at === count - 1 ? Number.POSITIVE_INFINITY : at,
    );
    const frame = evaluationFrame(
      {
        span_id: [Array.from({ length: count }, () => spanHex(1)), new Utf8()],
        score: [scores, new Float64()],
      },
      arize('all'),
    );
    expect(await post(frame)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("row 2500, column 'score': the score is infinite") },
    });
    expect(await stored('all')).toEqual([]);
  });

  it('stores nothing when its last row is refused, by a config or for want of its document', async () => {
    const count = 2_500;
    const many = [
      Array.from({ length: count }, (_, at) => spanHex(1 + (at % 2))),
      new Utf8(),
    ] as const;
    const labels = Array.from({ length: count }, (_, at) => (at === count - 1 ? 'perhaps' : 'yes'));
    await api.call({
      method: 'DELETE',
      url: '/v1/projects/default/span_annotations?delete_all=true&name=ruled',
    });
    expect(
      await post(evaluationFrame({ span_id: many, label: [labels, new Utf8()] }, arize('ruled'))),
    ).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/row 2500: .*perhaps/) },
    });
    expect(await stored('ruled')).toEqual([]);
    const places = Array.from({ length: count }, (_, at) => BigInt(at === count - 1 ? 7 : at % 2));
    const documents = {
      span_id: [Array.from({ length: count }, () => spanHex(1)), new Utf8()] as const,
      document_position: [places, new Int64()] as const,
      score: [places.map(Number), new Float64()] as const,
    };
    expect(
      await post(evaluationFrame(documents, arize('placed', 'DocumentEvaluations'))),
    ).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/row 2500: .*0 to 1/) },
    });
    expect(await stored('placed', 'document')).toEqual([]);
  });
});
