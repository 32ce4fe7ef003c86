import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEngine } from '#server/stores/meta/open-test-meta.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { at, questions, uploadTo } from '#test/api-datasets.ts';
import { ExperimentApi } from '#test/api-experiments.ts';

let api: ApiApp;
let experiments: ExperimentApi;
let id: string;
let examples: readonly string[];
beforeAll(async () => {
  api = await openApiApp();
  experiments = new ExperimentApi(api);
  const { dataset_id: dataset } = await uploadTo(api, {
    name: 'hostile',
    inputs: questions(...Array.from({ length: 80 }, (_, n) => n)),
  });
  id = (await experiments.create(dataset, {})).id;
  examples = await experiments.exampleIds(dataset);
});
afterAll(() => api.close());

let used = 0;
const nextExample = () => examples[used++] ?? '';
const runText = (output: string, more = '') =>
  experiments.postText(
    experiments.at(id, '/runs'),
    `{"dataset_example_id":"${nextExample()}","repetition_number":1,"start_time":"2026-01-01T00:00:01","end_time":"2026-01-01T00:00:00"${more},"output":${output}}`,
  );

it.each([
  ['null', 'null'],
  ['a number without end', '1e999'],
  ['many digits', '123456789012345678901234567890.123456789'],
  ['lone surrogates', String.raw`"\ud800 \udfff"`],
  ['NUL', String.raw`"a\u0000b"`],
  ['script', '"</script><script>alert(1)</script>"'],
  ['quotes and backslashes', String.raw`"\\\"output\": 1, \\"`],
  ['its own key in it', '{"output":{"output":[1,2,{"}":"]"}]}}'],
  ['spaces', ' { "a" : [ 1 , 2 ] } '],
  ['a prototype', '{"__proto__":{"x":1},"constructor":1}'],
  ['half of a megabyte', `"${'é'.repeat(300_000)}"`],
])('keeps an output as it came: %s', async (_name, output) => {
  expect(await runText(output)).toMatchObject({ status: 200 });
  const { text } = await api.get(experiments.at(id, '/runs?limit=1'));
  expect(text).toContain(`"output":${output.trim()}`);
  expect((await api.get(experiments.at(id, '/json'))).text).toContain(output.trim());
});

it('takes the last of two outputs, also under a name that is written otherwise', async () => {
  expect(await runText('1', ',"output":2')).toMatchObject({ status: 200 });
  expect((await api.get(experiments.at(id, '/runs?limit=1'))).body).toMatchObject({
    data: [{ output: 1 }],
  });
  expect(await experiments.postText(experiments.at(id, '/runs'), String.raw`{"dataset_example_id":"${nextExample()}","output":1,"repetition_number":1,"start_time":"2026-01-01","end_time":"2026-01-01","out\u0070ut":2}`)).toMatchObject({ status: 200 }); // prettier-ignore
  expect((await api.get(experiments.at(id, '/runs?limit=1'))).body).toMatchObject({
    data: [{ output: 2 }],
  });
});

it('refuses what is no JSON, nested too deep or not a body, and names the field of a number without end', async () => {
  expect(await runText(`${'['.repeat(100)}${']'.repeat(100)}`)).toMatchObject({ status: 400 });
  expect(await runText('{"a":[1,NaN]}')).toMatchObject({ status: 422, body: { detail: 'body.output.a.1 must be a finite number; got NaN. JSON has no NaN: send null instead.' } }); // prettier-ignore
  expect(await runText('-Infinity')).toMatchObject({ status: 422, body: { detail: expect.stringContaining('body.output must be a finite number; got -Infinity') } }); // prettier-ignore
  for (const text of ['[]', '"x"', '1', '', '{'])
    expect([400, 422]).toContain(
      (await experiments.postText(experiments.at(id, '/runs'), text)).status,
    );
  expect(await experiments.postText(experiments.at(id, '/runs'), '{"dataset_example_id":"x","repetition_number":1,"start_time":"2026","end_time":"2026"}')).toMatchObject({ status: 422, body: { detail: 'body.output is required.' } }); // prettier-ignore
});

it('stores times in any order, and shows no latency below zero', async () => {
  await runText('"reversed"');
  const { body } = await api.get(experiments.at(id, '/json'));
  // as: checked against the document
  const rows = body as { output: unknown; latency_ms: number }[];
  expect(rows.find(({ output }) => output === 'reversed')).toMatchObject({ latency_ms: 0 });
  const log = (start_time: string) =>
    experiments.logRun(id, { dataset_example_id: nextExample(), start_time });
  for (const [start, shown] of [
    ['9999-12-31T23:59:59.999999+00:00', '9999-12-31T23:59:59.999999+00:00'],
    ['0001-01-01T00:00:00', '0001-01-01T00:00:00.000000+00:00'],
  ] as const) {
    expect(await log(start)).toMatchObject({ status: 200 });
    expect((await api.get(experiments.at(id, '/runs?limit=1'))).body).toMatchObject({
      data: [{ start_time: shown }],
    });
  }
  for (const start of ['10000-01-01T00:00:00Z', 'NaN', '2026-02-30T00:00:00Z', ''])
    expect(await log(start)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('body.start_time') },
    });
});

it('stores strange texts of evaluations and experiments, and gives them back', async () => {
  const run = await experiments.run(id, {
    dataset_example_id: nextExample(),
    error: 'a\u0000b\ud800',
  });
  const text = '</script>\u0000\u202e';
  await experiments.evaluate(run, {
    name: text,
    result: { label: text, explanation: text },
    metadata: { [text]: text },
  });
  const { body } = await api.get(experiments.at(id, '/json'));
  // as: checked against the document
  const rows = body as { error: string; annotations: object[] }[];
  expect(rows.find(({ annotations }) => annotations.length > 0)).toMatchObject({
    error: 'a\u0000b\ufffd',
    annotations: [{ name: text, label: text, explanation: text, metadata: { [text]: text } }],
  });
  const renamed = await api.call({
    method: 'PATCH',
    url: experiments.at(id),
    headers: { 'content-type': 'application/json' },
    payload: { name: text },
  });
  expect(renamed).toMatchObject({ status: 200, body: { data: { name: text } } });
  expect((await api.get(experiments.at(id, '/csv'))).status).toBe(200);
});

it('refuses scores past a double, and keeps those within', async () => {
  const run = await experiments.run(id, { dataset_example_id: nextExample() });
  const log = (score: string) =>
    experiments.postText(
      '/v1/experiment_evaluations',
      `{"experiment_run_id":"${run}","name":"s","annotator_kind":"CODE","start_time":"2026-01-01","end_time":"2026-01-01","result":{"score":${score}},"metadata":{"n":12345678901234567890}}`,
    );
  for (const score of ['1e400', '-1e400', 'NaN', '"1"', '[]'])
    expect(await log(score)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('body.result.score') },
    });
  for (const score of ['1e308', '-0.0', '12345678901234567890', '5e-324'])
    expect(await log(score)).toMatchObject({ status: 200 });
  expect((await api.get(experiments.at(id, '/json'))).text).toContain(
    '"metadata":{"n":12345678901234567890}',
  );
});

const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const evaluationText = (run: string, more: string) =>
  experiments.postText(
    '/v1/experiment_evaluations',
    `{"experiment_run_id":"${run}","name":"n","annotator_kind":"CODE","start_time":"2026-01-01","end_time":"2026-01-01",${more}}`,
  );

it('names the field that is nested too deep, and stores what is just deep enough', async () => {
  expect(await runText(deep(63))).toMatchObject({ status: 200 });
  const run = await experiments.run(id, { dataset_example_id: nextExample() });
  expect(
    await evaluationText(run, `"result":{"score":1},"metadata":{"a":${deep(62)}}`),
  ).toMatchObject({ status: 200 });
  const tooDeep = (field: string) => ({
    status: 400,
    body: {
      detail: `${field} is nested too deep: a body has at most 64 levels. Send it as text, or flatten it.`,
    },
  });
  expect(await runText(deep(64))).toMatchObject(tooDeep('body.output'));
  expect(
    await runText(`{"]":"[","a":[{}],"b":${'{"x":'.repeat(63)}1${'}'.repeat(63)}}`),
  ).toMatchObject(tooDeep('body.output'));
  expect(await runText('1', `,"unknown":${deep(64)}`)).toMatchObject(tooDeep('body.unknown'));
  expect(
    await evaluationText(run, `"result":{"score":1,"metadata":{"a":${deep(62)}}}`),
  ).toMatchObject(tooDeep('body.result.metadata'));
  expect(
    await evaluationText(run, `"result":{"score":1},"metadata":{"a":${deep(63)}}`),
  ).toMatchObject(tooDeep('body.metadata'));
  const { dataset_id: dataset } = await uploadTo(api, { name: 'deep', inputs: questions(1) });
  expect(
    await experiments.postText(at(dataset, '/experiments'), `{"metadata":{"a":${deep(63)}}}`),
  ).toMatchObject(tooDeep('body.metadata'));
  expect(await experiments.postText(experiments.at(id, '/runs'), deep(65))).toMatchObject({ status: 400, body: { detail: expect.stringContaining('nested') } }); // prettier-ignore
});

it('names the field of a number without end in the metadata of an experiment', async () => {
  const { dataset_id: dataset } = await uploadTo(api, { name: 'endless', inputs: questions(1) });
  for (const [text, field] of [
    ['{"metadata":{"rates":[0.1,NaN]}}', 'body.metadata.rates.1'],
    ['{"repetitions":Infinity}', 'body.repetitions'],
  ] as const)
    expect(await experiments.postText(at(dataset, '/experiments'), text)).toMatchObject({ status: 422, body: { detail: expect.stringContaining(`${field} must be a finite number`) } }); // prettier-ignore
  const { id: made } = await experiments.create(dataset, { metadata: { a: 1 } });
  const patched = (payload: string) =>
    api.call({
      method: 'PATCH',
      url: experiments.at(made),
      headers: { 'content-type': 'application/json' },
      payload,
    });
  expect(await patched('{"metadata":{"a":-Infinity}}')).toMatchObject({ status: 422, body: { detail: expect.stringContaining('body.metadata.a must be') } }); // prettier-ignore
  expect(
    await patched(
      '{"metadata":{"n":12345678901234567890,"n":9007199254740993,"__proto__":{"x":1}}}',
    ),
  ).toMatchObject({ status: 200 });
  expect((await api.get(experiments.at(made))).text).toContain(
    '"metadata":{"n":9007199254740993,"__proto__":{"x":1}}',
  );
});

it('names the texts, numbers and ids that are too long, too large or none', async () => {
  const run = await experiments.run(id, { dataset_example_id: nextExample() });
  const [example] = examples;
  const refused = async (body: object, detail: string) => {
    const reply = await experiments.logRun(id, { dataset_example_id: example, ...body });
    expect([body, reply]).toMatchObject([
      body,
      { status: 422, body: { detail: expect.stringContaining(detail) } },
    ]);
  };
  await refused({ error: 'x'.repeat(1_000_000) }, 'body.error must');
  await refused({ trace_id: 'x'.repeat(65) }, 'body.trace_id must');
  for (const repetition_number of [0, -1, 1.5, '1', null, 1e300, 2 ** 53])
    await refused({ repetition_number }, 'body.repetition_number');
  for (const number of ['-1', '1.5', '9007199254740993', '99999999999999999999', '1e3', ' 1', ''])
    await refused(
      { dataset_example_id: btoa(`DatasetExample:${number}`) },
      'body.dataset_example_id',
    );
  const evaluation = async (body: object, detail: string, status = 422) =>
    expect(await experiments.logEvaluation(run, { name: 'n', ...body })).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } }); // prettier-ignore
  await evaluation({ error: 'x'.repeat(100_001) }, 'body.error must');
  await evaluation(
    { result: { explanation: 'x'.repeat(1_000_001) } },
    'body.result.explanation must',
  );
  await evaluation({ result: { label: 'x'.repeat(1_025) } }, 'body.result.label must');
  await evaluation({ name: 'x'.repeat(1_025) }, 'body.name must');
  await evaluation({ metadata: { a: 'x'.repeat(1_048_576) } }, 'body.metadata must', 413);
  expect(await experiments.logEvaluation(run, { name: 'long', result: { explanation: 'x'.repeat(1_000_000) } })).toMatchObject({ status: 200 }); // prettier-ignore
});

it('takes the last of two members of one name in evaluations, and refuses NaN in either', async () => {
  const run = await experiments.run(id, { dataset_example_id: nextExample() });
  expect(await evaluationText(run, '"result":{"score":1},"result":{"score":2,"score":3,"metadata":{"n":1}},"metadata":{"n":12345678901234567890}')).toMatchObject({ status: 200 }); // prettier-ignore
  const { text } = await api.get(experiments.at(id, '/json'));
  const score = testEngine() === 'sqlite' ? '3.0' : '3';
  expect(text).toContain(
    `"score":${score},"explanation":null,"trace_id":null,"error":null,"metadata":{"n":12345678901234567890}`,
  );
  expect(await evaluationText(run, '"result":{"score":NaN},"result":{"score":2}')).toMatchObject({ status: 422, body: { detail: expect.stringContaining('body.result.score') } }); // prettier-ignore
});
