import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  annotated,
  ofDocument,
  ofSession,
  ofSpan,
  ofTrace,
  type Item,
} from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, testTime, traceHex } from '#test/api-spans.ts';

const MINUTE_MS = 60_000;
let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  const documents = { 'session.id': 'chat', 'retrieval.documents.0.document.content': 'a' };
  // A trace and a span in each of six minutes.
  await api.ingest(
    exportOf(
      ...Array.from({ length: 6 }, (_, at) => ({
        trace: at + 1,
        span: at + 1,
        startMs: at * MINUTE_MS,
        attributes: documents,
      })),
    ),
  );
  await api.ingest(exportOf({ trace: 90, span: 90 }), 'other');
  const annotation = (
    span: number,
    kind: string,
    label: string | null,
    score: number | null,
    more: Item = {},
  ) =>
    ofSpan(span, {
      name: 'quality',
      annotator_kind: kind,
      identifier: kind,
      result: { label, score },
      ...more,
    });
  await annotated(api, 'span', [
    annotation(1, 'HUMAN', 'good', 1),
    annotation(1, 'LLM', 'good', 0.5),
    annotation(2, 'HUMAN', 'good', 1),
    annotation(2, 'LLM', 'bad', 0),
    annotation(3, 'HUMAN', 'bad', 0),
    annotation(3, 'LLM', 'bad', 0),
    annotation(4, 'HUMAN', null, 1),
    annotation(4, 'LLM', 'good', 0.75),
    annotation(5, 'LLM', 'good', 1),
    annotation(6, 'CODE', 'good', 1),
    ofSpan(90, { name: 'quality', annotator_kind: 'HUMAN', result: { label: 'good' } }),
  ]);
  await annotated(api, 'trace', [
    ofTrace(1, { name: 'whole', annotator_kind: 'HUMAN', identifier: 'h', result: { label: 'a' } }),
    ofTrace(1, { name: 'whole', annotator_kind: 'LLM', identifier: 'l', result: { label: 'b' } }),
  ]);
  await annotated(api, 'session', [
    ofSession('chat', {
      name: 'mood',
      annotator_kind: 'HUMAN',
      identifier: 'h',
      result: { score: 1 },
    }),
    ofSession('chat', {
      name: 'mood',
      annotator_kind: 'LLM',
      identifier: 'l',
      result: { score: 0 },
    }),
  ]);
  await annotated(api, 'document', [
    ofDocument(1, 0, { name: 'relevance', annotator_kind: 'HUMAN', result: { label: 'x' } }),
  ]);
});
afterAll(() => api.close());

const encoded = (values: Readonly<Record<string, string | number | boolean>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
const WINDOW = { start_time: testTime(0), end_time: testTime(6 * MINUTE_MS) };
const figures = async (more: Readonly<Record<string, string | number | boolean>>) =>
  (await api.get(`/v1/projects/default/annotation_figures?${encoded({ ...WINDOW, ...more })}`))
    .body;
const agreement = async (more: Readonly<Record<string, string | number>>) => {
  const { body } = await api.get(
    `/v1/projects/default/annotation_agreement?${encoded({ ...WINDOW, ...more })}`,
  );
  // as: the harness checks replies against the document
  return (body as { data: Readonly<Record<string, unknown>> }).data;
};

describe('figures of annotations', () => {
  it('are a series for each target, name and kind of annotator, over the start of what was annotated', async () => {
    const data = [
      {
        target: 'span',
        name: 'quality',
        annotator_kind: 'LLM',
        count: 5,
        score_mean: 0.45,
        labels: { good: 3, bad: 2 },
        points: [
          { start_time: testTime(0), count: 2, score_mean: 0.25, labels: { good: 1, bad: 1 } },
          {
            start_time: testTime(2 * MINUTE_MS),
            count: 2,
            score_mean: 0.375,
            labels: { bad: 1, good: 1 },
          },
          { start_time: testTime(4 * MINUTE_MS), count: 1, score_mean: 1, labels: { good: 1 } },
        ],
      },
    ];
    expect(await figures({ buckets: 3 })).toMatchObject({
      ...WINDOW,
      data: expect.arrayContaining(data),
    });
    const series = (
      (await figures({ buckets: 1 })) as {
        data: { target: string; name: string; annotator_kind: string }[];
      }
    ).data; // as: see above
    expect(
      series
        .map(({ target, name, annotator_kind }) => `${target} ${name} ${annotator_kind}`)
        .toSorted(),
    ).toEqual([
      'document relevance HUMAN',
      'session mood HUMAN',
      'session mood LLM',
      'span quality CODE',
      'span quality HUMAN',
      'span quality LLM',
      'trace whole HUMAN',
      'trace whole LLM',
    ]);
  });

  it('are narrowed by window, target and name', async () => {
    expect(
      await figures({ target: 'span', name: 'quality', end_time: testTime(MINUTE_MS) }),
    ).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ annotator_kind: 'HUMAN', count: 1, score_mean: 1 }),
      ]),
    });
    expect(await figures({ target: 'trace', name: 'quality' })).toMatchObject({ data: [] });
    expect(await figures({ name: 'mood' })).toMatchObject({
      data: [{ target: 'session' }, { target: 'session' }],
    });
    expect(
      (await api.get('/v1/projects/default/annotation_figures?whole=true&name=whole')).body,
    ).toMatchObject({
      data: [{ count: 1 }, { count: 1 }],
    });
  });

  it.each([
    ['start_time=2030-01-01T00:00:00Z&end_time=2029-01-01T00:00:00Z', 422],
    ['buckets=0', 422],
    ['buckets=501', 422],
    ['target=project', 422],
    ['start_time=soon', 422],
  ])('refuse %s', async (query, status) => {
    expect((await api.get(`/v1/projects/default/annotation_figures?${query}`)).status).toBe(status);
    expect((await api.get(`/v1/projects/nowhere/annotation_figures`)).status).toBe(404);
  });
});

describe('human–LLM agreement', () => {
  it("counts pairs, equal labels and Cohen's kappa, and lists the disagreements", async () => {
    const agreementOf = await agreement({ name: 'quality' });
    expect(agreementOf).toMatchObject({
      name: 'quality',
      target: 'span',
      pairs: 4,
      complete: true,
      labelled: 3,
      agreed: 2,
    });
    expect(agreementOf['percent']).toBeCloseTo(200 / 3, 10);
    // po = 2/3, pe = (2 · 1 + 1 · 2) / 9 = 4/9.
    expect(agreementOf['kappa']).toBeCloseTo(0.4, 10);
    expect(agreementOf).toMatchObject({
      score_pairs: 4,
      score_difference_mean: (0.5 + 1 + 0 + 0.25) / 4,
    });
    expect(agreementOf['confusion']).toEqual([
      { human: 'bad', llm: 'bad', count: 1 },
      { human: 'good', llm: 'bad', count: 1 },
      { human: 'good', llm: 'good', count: 1 },
    ]);
    expect(agreementOf['disagreements']).toMatchObject([
      {
        human: { target_id: spanHex(4), result: { score: 1 } },
        llm: { result: { score: 0.75 } },
        trace_id: traceHex(4),
        subject_name: 'span 4',
      },
      {
        human: { target_id: spanHex(2), result: { label: 'good' } },
        llm: { result: { label: 'bad' } },
        trace_id: traceHex(2),
      },
    ]);
    expect(agreementOf['next_cursor']).toBeNull();
  });

  it('lists the disagreements page by page, and takes no cursor of another name', async () => {
    const first = await agreement({ name: 'quality', limit: 1 });
    expect(first['disagreements']).toMatchObject([{ human: { target_id: spanHex(4) } }]);
    const cursor = String(first['next_cursor']);
    const second = await agreement({ name: 'quality', limit: 1, cursor });
    expect(second).toMatchObject({
      disagreements: [{ human: { target_id: spanHex(2) } }],
      next_cursor: null,
    });
    for (const query of [`name=mood&cursor=${encodeURIComponent(cursor)}`, 'name=quality&cursor=x'])
      expect((await api.get(`/v1/projects/default/annotation_agreement?${query}`)).status).toBe(
        422,
      );
  });

  it('lists the requested pairs of labels, with the inputs of their targets', async () => {
    await api.ingest(
      exportOf({ trace: 80, span: 80, attributes: { 'input.value': 'Where is it?' } }),
    );
    const agreementOf = (kind: string) =>
      ofSpan(80, {
        name: 'tone',
        annotator_kind: kind,
        identifier: kind,
        result: { label: 'kind' },
      });
    await annotated(api, 'span', [agreementOf('HUMAN'), agreementOf('LLM')]);
    const of = async (more: Readonly<Record<string, string>>) => {
      const { disagreements, pairs } = await agreement({ name: 'quality', ...more });
      return [
        pairs,
        (disagreements as { human: { target_id: string } }[]).map(({ human }) => human.target_id),
      ]; // as: see above
    };
    expect(await of({ human_label: 'good', llm_label: 'good' })).toEqual([4, [spanHex(1)]]);
    expect(await of({ human_label: 'good', llm_label: 'bad' })).toEqual([4, [spanHex(2)]]);
    expect(await of({ llm_label: 'good' })).toEqual([4, [spanHex(4)]]);
    expect(await of({ human_label: 'none' })).toEqual([4, []]);
    expect(await agreement({ name: 'tone', human_label: 'kind', llm_label: 'kind' })).toMatchObject(
      {
        disagreements: [
          { trace_id: traceHex(80), subject_name: 'span 80', input_preview: 'Where is it?' },
        ],
      },
    );
  });

  it('is of one kind of target, within the window', async () => {
    expect(await agreement({ name: 'whole', target: 'trace' })).toMatchObject({
      pairs: 1,
      percent: 0,
      disagreements: [{ trace_id: traceHex(1), subject_name: 'span 1', input_preview: null }],
    });
    expect(await agreement({ name: 'mood', target: 'session' })).toMatchObject({
      labelled: 0,
      percent: null,
      kappa: null,
      score_difference_mean: 1,
      disagreements: [{ trace_id: null, subject_name: null }],
    });
    expect(await agreement({ name: 'quality', start_time: testTime(2 * MINUTE_MS) })).toMatchObject(
      { pairs: 2 },
    );
    expect(await agreement({ name: 'quality', target: 'trace' })).toMatchObject({
      pairs: 0,
      disagreements: [],
    });
  });

  it.each([
    ['', 422],
    ['name=quality&target=x', 422],
    ['name=quality&limit=0', 422],
    ['name=quality&limit=1001', 422],
  ])('is not asked with %j', async (query, status) => {
    expect((await api.get(`/v1/projects/default/annotation_agreement?${query}`)).status).toBe(
      status,
    );
  });
});
