import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { sampleExperiments, type SampleRun } from '#test/sample-experiments.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

/** One run per example, scored by `correctness`. */
const scored = (scores: readonly number[]): SampleRun[] =>
  scores.map((score, example) => ({
    example,
    latencyMs: 100 + example,
    evaluations: { correctness: score },
  }));

function dataOf<T>(reply: Reply): T {
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { data: T }).data; // as: checked against the document
}

const compare = (ids: readonly string[], rest = '', path = ''): Promise<Reply> =>
  api.get(
    `/v1/experiment_comparison${path}?${ids.map((id) => `experiment=${encodeURIComponent(id)}`).join('&')}${rest}`,
  );

interface Row {
  readonly example_id: string;
  readonly position: number;
  readonly cells: readonly {
    readonly change: string;
    readonly run_count: number;
    readonly runs: readonly { readonly output_preview: string; readonly error: string | null }[];
    readonly scores: readonly {
      readonly name: string;
      readonly mean: number;
      readonly difference: number | null;
    }[];
  }[];
}

describe('summaries', () => {
  it('list experiments newest first, with figures and the difference to the baseline', async () => {
    const sample = await sampleExperiments(api, 4);
    const first = await sample.experiment(scored([1, 1, 0, 0]), { name: 'first' });
    const second = await sample.experiment(scored([1, 1, 1, 0]), { name: 'second' });
    await api.call({
      method: 'POST',
      url: `/v1/experiments/${first}/tags`,
      payload: { name: 'baseline' },
    });
    const list = dataOf<Record<string, unknown>[]>(
      await api.get(`/v1/datasets/${sample.datasetId}/experiment_summaries`),
    );
    expect(list).toMatchObject([
      {
        experiment: { id: second, name: 'second', missing_run_count: 0 },
        run_count: 4,
        error_rate: 0,
        latency_p50_ms: 101,
        cost_usd: null,
        pending_traces: 0,
        baseline_id: first,
        evaluators: [
          {
            name: 'correctness',
            is_binary: true,
            direction: 'MAXIMIZE',
            pass_rate: { value: 0.75, method: 'wilson', n: 4 },
          },
        ],
        against_baseline: [
          {
            name: 'correctness',
            pairs: 4,
            improved: 1,
            regressed: 0,
            unchanged: 3,
            test: 'mcnemar_exact',
            is_small_sample: true,
          },
        ],
      },
      { experiment: { id: first, tags: ['baseline'] }, baseline_id: null, against_baseline: [] },
    ]);
    const page = await api.get(
      `/v1/datasets/${sample.datasetId}/experiment_summaries?limit=1&name_contains=FIRS`,
    );
    expect(dataOf(page)).toMatchObject([{ experiment: { id: first } }]);
    const { summary, splits } = dataOf<{ summary: object; splits: object[] }>(
      await api.get(`/v1/experiments/${second}/summary`),
    );
    expect(summary).toMatchObject({ experiment: { id: second }, run_count: 4, baseline_id: first });
    expect(splits).toMatchObject([
      {
        split: 'even',
        example_count: 2,
        run_count: 2,
        evaluators: [{ mean_score: { value: 0.5 } }],
      },
      { split: 'odd', example_count: 2, run_count: 2, evaluators: [{ mean_score: { value: 1 } }] },
    ]);
    expect((await api.get(`/v1/experiments/${second.slice(0, -4)}AAAA/summary`)).status).toBe(422);
  });

  it('are found by name in any case, beyond ASCII too', async () => {
    const sample = await sampleExperiments(api, 1);
    await sample.experiment([], { name: 'Prüfung Ä' });
    await sample.experiment([]);
    const found = await api.get(
      `/v1/datasets/${sample.datasetId}/experiment_summaries?name_contains=${encodeURIComponent('PRÜFUNG ä')}`,
    );
    expect(dataOf(found)).toMatchObject([{ experiment: { name: 'Prüfung Ä' } }]);
  });

  it('follow changes at once, and cluster repetitions', async () => {
    const sample = await sampleExperiments(api, 2);
    const runs = [1, 2, 3].flatMap((repetition) => [
      { example: 0, repetition, evaluations: { correctness: 1, tone: { label: 'kind' } } },
      {
        example: 1,
        repetition,
        evaluations: { correctness: repetition === 1 ? 1 : 0, tone: { error: 'no answer' } },
      },
    ]);
    const id = await sample.experiment(runs.slice(0, 4), { repetitions: 3 });
    const summary = async () =>
      dataOf<{ summary: Record<string, unknown> }>(await api.get(`/v1/experiments/${id}/summary`))
        .summary;
    expect(await summary()).toMatchObject({ run_count: 4, experiment: { missing_run_count: 2 } });
    await sample.log(id, runs.slice(4));
    expect(await summary()).toMatchObject({
      run_count: 6,
      evaluators: [
        {
          name: 'correctness',
          count: 6,
          pass_rate: { method: 'wilson_clustered', n: 2 },
          pass_at_k: [
            { k: 1, pass_at_k: expect.closeTo(2 / 3, 10) },
            { k: 2, pass_at_k: expect.closeTo(5 / 6, 10) },
            { k: 3, pass_at_k: 1, pass_power_k: 0.5 },
          ],
        },
        {
          name: 'tone',
          count: 3,
          error_count: 3,
          is_binary: false,
          pass_rate: null,
          mean_score: { value: null, n: 0 },
          labels: [{ label: 'kind', count: 3 }],
        },
      ],
    });
  });
});

describe('comparison', () => {
  it('shows regressions first, page by page, and counts each view', async () => {
    const sample = await sampleExperiments(api, 6);
    const base = await sample.experiment(scored([1, 1, 0, 0, 1, 0.5]));
    const other = await sample.experiment(scored([1, 0, 1, 0, 0.8, 0.5]).slice(0, 5));
    const first = await compare([base, other], '&limit=2');
    expect(first.body).toMatchObject({ total: 6 });
    const rows = dataOf<Row[]>(first);
    expect(rows.map(({ example_id: id }) => sample.exampleIds.indexOf(id))).toEqual([1, 4]);
    expect(rows[0]).toMatchObject({
      position: 0,
      input_preview: '{"q":"question 2"}',
      splits: ['even'],
      cells: [
        {
          change: 'base',
          run_count: 1,
          scores: [{ name: 'correctness', mean: 1, difference: null }],
        },
        {
          change: 'regressed',
          runs: [{ output_preview: 'output 1', latency_ms: 101 }],
          scores: [{ mean: 0, difference: -1 }],
        },
      ],
    });
    const seen = rows.map(({ example_id: id }) => id);
    // as: checked against the document
    let cursor = (first.body as { next_cursor: string | null }).next_cursor;
    while (cursor !== null) {
      const next = await compare([base, other], `&limit=2&cursor=${encodeURIComponent(cursor)}`);
      for (const row of dataOf<Row[]>(next)) {
        expect(row.position).toBe(seen.length);
        seen.push(row.example_id);
      }
      // as: checked against the document
      cursor = (next.body as { next_cursor: string | null }).next_cursor;
    }
    expect(seen.map((id) => sample.exampleIds.indexOf(id))).toEqual([1, 4, 0, 2, 3, 5]);
    const head = dataOf<{ counts: object; against_base: { differences: object[] }[] }>(
      await compare([base, other], '', '/summary'),
    );
    expect(head).toMatchObject({
      example_count: 6,
      shared_example_count: 5,
      counts: { all: 6, regressed: 2, improved: 1, disagree: 3, errors: 0, missing: 1 },
      evaluations: ['correctness'],
    });
    expect(head.against_base[0]?.differences).toMatchObject([
      { name: 'correctness', pairs: 5, improved: 1, regressed: 2, unchanged: 2, test: 'sign_flip' },
      { name: 'error', pairs: 5, unchanged: 5, direction: 'MINIMIZE' },
      { name: 'latency_ms', pairs: 5 },
      { name: 'tokens', pairs: 0, p_value: null },
      { name: 'cost_usd', pairs: 0 },
    ]);
    for (const [show, count] of Object.entries(head.counts))
      expect((await compare([base, other], `&show=${show}`)).body).toMatchObject({ total: count });
    expect((await compare([base, other], '&split=even')).body).toMatchObject({ total: 3 });
    const middle = dataOf<Row[]>(
      await compare([base, other], '&offset=2&limit=1&sort=latency_ms&order=desc'),
    );
    expect(
      middle.map(({ example_id: id, position }) => [sample.exampleIds.indexOf(id), position]),
    ).toEqual([[2, 2]]);
  });

  it('follows the annotation config of a name: its direction, and what its labels are worth', async () => {
    await api.call({
      method: 'POST',
      url: '/v1/annotation_configs',
      payload: {
        type: 'CATEGORICAL',
        name: 'toxicity',
        optimization_direction: 'MINIMIZE',
        values: [
          { label: 'toxic', score: 1 },
          { label: 'fine', score: 0 },
        ],
      },
    });
    const sample = await sampleExperiments(api, 2);
    const labelled = (...labels: string[]): SampleRun[] =>
      labels.map((label, example) => ({ example, evaluations: { toxicity: { label } } }));
    const base = await sample.experiment(labelled('toxic', 'fine'));
    const other = await sample.experiment(labelled('fine', 'odd'));
    const rows = dataOf<Row[]>(await compare([base, other], '&sort=example'));
    expect(rows.map(({ cells }) => cells[1]?.change)).toEqual(['improved', 'unknown']);
    expect((await compare([base, other], '&show=disagree')).body).toMatchObject({ total: 2 });
  });

  it('filters by runs, and says what it cannot read', async () => {
    const sample = await sampleExperiments(api, 3);
    const long = { text: 'x'.repeat(9_000), deep: { answer: 'packed' } };
    const base = await sample.experiment([
      {
        example: 0,
        output: { answer: 'yes' },
        evaluations: { correctness: { score: 1, explanation: 'as the handbook says' } },
      },
      { example: 1, output: 'no idea', error: 'rate limited', latencyMs: 5_000 },
      { example: 2, output: long, evaluations: { correctness: 0 } },
    ]);
    const other = await sample.experiment([{ example: 0, latencyMs: 300 }]);
    const found = async (filter: string): Promise<number[]> => {
      const rows = dataOf<Row[]>(
        await compare([base, other], `&sort=example&filter=${encodeURIComponent(filter)}`),
      );
      return rows.map(({ example_id: id }) => sample.exampleIds.indexOf(id));
    };
    expect(await found('')).toEqual([0, 1, 2]);
    expect(await found("input['q'] == 'question 2'")).toEqual([1]);
    expect(await found("reference_output['a'] == 'answer 3' and metadata['tier'] == 0")).toEqual([
      2,
    ]);
    expect(await found("output['answer'] == 'yes' or 'IDEA' in output")).toEqual([0, 1]);
    expect(await found("output['deep']['answer'] == 'packed'")).toEqual([2]);
    expect(await found("error is not None and 'rate' in error and latency_ms > 4000")).toEqual([1]);
    expect(await found("evals['correctness'].score < 1")).toEqual([2]);
    expect(await found("'handbook' in evals['correctness'].explanation")).toEqual([0]);
    expect(await found("not evals['correctness']")).toEqual([1]);
    expect(await found('experiments[1].latency_ms > latency_ms')).toEqual([0]);
    expect(await found('experiments[1].latency_ms is None')).toEqual([1, 2]);
    const refused = async (filter: string): Promise<string> => {
      const reply = await compare([base, other], `&filter=${encodeURIComponent(filter)}`);
      expect(reply.status).toBe(422);
      return (reply.body as { detail: string }).detail; // as: checked against the document
    };
    expect(await refused('latency > 3')).toContain('invalid name `latency`');
    expect(await refused('latencyms > 3')).toContain('did you mean `latency_ms`?');
    expect(await refused('experiments[2].latency_ms > 3')).toContain(
      'experiments[2] does not exist: there are 2, counted from 0',
    );
    expect(await refused("evals['correctness'].identifier == 'x'")).toContain(
      'An evaluation has .label, .score and .explanation',
    );
  });

  it('reads one example in full', async () => {
    const sample = await sampleExperiments(api, 2);
    const output = { text: 'y'.repeat(6_000), number: 1.5e300 };
    const base = await sample.experiment([
      {
        example: 0,
        output,
        evaluations: { correctness: { score: 0, label: 'wrong', explanation: 'no' } },
      },
    ]);
    const other = await sample.experiment([]);
    const [exampleId = ''] = sample.exampleIds;
    const detail = dataOf(await compare([base, other], `&example=${exampleId}`, '/example'));
    expect(detail).toMatchObject({
      example: {
        node_id: exampleId,
        input: { q: 'question 1' },
        output: { a: 'answer 1' },
        splits: ['odd'],
        source: null,
      },
      experiments: [
        {
          experiment: { id: base },
          runs: [
            {
              run: { output, error: null },
              latency_ms: 100,
              is_output_left_out: false,
              evaluations: [{ label: 'wrong', explanation: 'no' }],
            },
          ],
        },
        { experiment: { id: other }, runs: [] },
      ],
    });
    expect((await compare([base], `&example=${base}`, '/example')).status).toBe(404);
    expect((await compare([base], '&example=x', '/example')).status).toBe(422);
  });

  it('refuses what cannot be compared', async () => {
    const [one, two] = [await sampleExperiments(api, 1), await sampleExperiments(api, 1)];
    const [a, b] = [await one.experiment(scored([1])), await two.experiment([])];
    expect((await compare([a, b])).text).toContain('is of another dataset');
    expect((await compare([a, a])).text).toContain('is there twice');
    expect((await compare([])).status).toBe(422);
    expect((await compare([a], '&evaluation=corectness')).text).toContain(
      "did you mean 'correctness'?",
    );
    expect((await compare([a], '&cursor=abc')).text).toContain('Invalid cursor');
    expect((await compare([a], '&cursor=abc&offset=1')).text).toContain(
      'offset does not go with cursor',
    );
    expect((await compare([a], '&split=none')).status).toBe(404);
  });
});
