import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { questions, uploadTo } from '#test/api-datasets.ts';
import { ExperimentApi } from '#test/api-experiments.ts';

let api: ApiApp;
let experiments: ExperimentApi;
beforeAll(async () => {
  api = await openApiApp();
  experiments = new ExperimentApi(api);
});
afterAll(() => api.close());

async function exported() {
  const inputs = [{ q: 1 }, { q: 2 }];
  const { dataset_id: dataset } = await uploadTo(api, {
    name: `exported ${Math.random()}`,
    inputs,
    outputs: [{ a: 'x' }, { a: 'y' }],
    metadata: [{ m: 1 }, {}],
  });
  const { id } = await experiments.create(dataset, { name: 'nächste "runde"', repetitions: 2 });
  const [one = '', two = ''] = await experiments.exampleIds(dataset);
  const long = 'z'.repeat(10_000);
  await experiments.run(id, {
    dataset_example_id: two,
    output: [1, long],
    end_time: '2026-11-20T18:16:00.250500+00:00',
  });
  await experiments.run(id, {
    dataset_example_id: one,
    repetition_number: 2,
    error: 'no\u0000 "way"\n',
    output: null,
    trace_id: 'ab',
  });
  const first = await experiments.run(id, { dataset_example_id: one, output: '=1+1' });
  await experiments.evaluate(first, {
    name: 'score, raw',
    result: { score: 0.30000000000000004, label: '', explanation: 'a\nb' },
    metadata: { k: [1] },
  });
  await experiments.evaluate(first, {
    name: 'broken',
    annotator_kind: 'LLM',
    result: null,
    error: 'timeout',
  });
  return { id, one, two, long };
}

it('exports all runs as JSON, by example and repetition', async () => {
  const { id, one, two, long } = await exported();
  const reply = await api.get(experiments.at(id, '/json'));
  expect(reply.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''n%C3%A4chste%20%22runde%22.json",
  );
  expect(reply.body).toEqual([
    {
      example_id: one,
      repetition_number: 1,
      input: { q: 1 },
      reference_output: { a: 'x' },
      output: '=1+1',
      error: null,
      latency_ms: 2000,
      start_time: '2026-11-20T18:16:00.000000+00:00',
      end_time: '2026-11-20T18:16:02.000000+00:00',
      trace_id: null,
      prompt_token_count: null,
      completion_token_count: null,
      annotations: [
        expect.objectContaining({
          name: 'broken',
          annotator_kind: 'LLM',
          label: null,
          score: null,
          error: 'timeout',
          metadata: {},
        }),
        {
          name: 'score, raw',
          annotator_kind: 'CODE',
          label: '',
          score: 0.30000000000000004,
          explanation: 'a\nb',
          trace_id: null,
          error: null,
          metadata: { k: [1] },
          start_time: '2026-11-20T18:16:00.000000+00:00',
          end_time: '2026-11-20T18:16:02.000000+00:00',
        },
      ],
    },
    expect.objectContaining({
      example_id: one,
      repetition_number: 2,
      error: 'no\u0000 "way"\n',
      output: null,
      trace_id: 'ab',
      annotations: [],
    }),
    expect.objectContaining({
      example_id: two,
      output: [1, long],
      latency_ms: 250.5,
      input: { q: 2 },
    }),
  ]);
});

it('exports all runs as CSV, with columns for each evaluation', async () => {
  const { id, one, two, long } = await exported();
  const { text } = await api.get(experiments.at(id, '/csv'));
  const rows: Record<string, string>[] = parse(text, { columns: true });
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    example_id: one,
    repetition_number: '1',
    input: '{"q":1}',
    reference_output: '{"a":"x"}',
    // As it is, but for what a spreadsheet would calculate.
    output: "'=1+1",
    error: '',
    latency_ms: '2000',
    metadata: '{"m":1}',
    'annotation_score, raw_score': '0.30000000000000004',
    'annotation_score, raw_explanation': 'a\nb',
    'annotation_score, raw_metadata': '{"k":[1]}',
    'annotation_score, raw_annotator_kind': 'CODE',
    annotation_broken_error: 'timeout',
    annotation_broken_score: '',
  });
  expect(rows[1]).toMatchObject({
    repetition_number: '2',
    output: '',
    error: 'no\u0000 "way"\n',
    trace_id: 'ab',
    annotation_broken_error: '',
  });
  expect(rows[2]).toMatchObject({
    example_id: two,
    output: JSON.stringify([1, long]),
    metadata: '{}',
  });
});

it('writes outputs of CSV as they are, and nested ones as JSON', async () => {
  const outputs = ['"', '"quoted" \\ \n', '', 'null', 1.5, true, null, { a: 'ü' }, ['x']];
  const { dataset_id: dataset } = await uploadTo(api, {
    name: 'outputs',
    inputs: questions(...outputs.keys()),
  });
  const { id } = await experiments.create(dataset, {});
  for (const [at, dataset_example_id] of (await experiments.exampleIds(dataset)).entries())
    await experiments.run(id, { dataset_example_id, output: outputs[at] });
  const rows: Record<string, string>[] = parse((await api.get(experiments.at(id, '/csv'))).text, {
    columns: true,
  });
  expect(rows.map(({ output }) => output)).toEqual([
    '"',
    '"quoted" \\ \n',
    '',
    'null',
    '1.5',
    'true',
    '',
    '{"a":"ü"}',
    '["x"]',
  ]);
});

it('exports nothing of experiments without runs, or that do not exist', async () => {
  const { dataset_id: dataset } = await uploadTo(api, { name: 'no runs', inputs: questions(1) });
  const { id } = await experiments.create(dataset, {});
  for (const format of ['json', 'csv']) {
    expect(await api.get(experiments.at(id, `/${format}`))).toMatchObject({ status: 404 });
    expect(
      await api.get(experiments.at(encodeGlobalId('Experiment', 9_999), `/${format}`)),
    ).toMatchObject({ status: 404 });
    expect(await api.get(experiments.at(encodeGlobalId('Dataset', 1), `/${format}`))).toMatchObject(
      { status: 422 },
    );
    expect(await api.get(experiments.at('garbage', `/${format}`))).toMatchObject({ status: 422 });
  }
});
