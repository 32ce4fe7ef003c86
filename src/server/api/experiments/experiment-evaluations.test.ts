import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A run of a new experiment. */
async function newRun(): Promise<string> {
  const { dataset_id: dataset } = await uploadTo(api, {
    name: `evaluations ${Math.random()}`,
    inputs: questions(1),
  });
  const { id } = await experiments.create(dataset, {});
  const [dataset_example_id] = await experiments.exampleIds(dataset);
  return experiments.run(id, { dataset_example_id });
}

describe('logging evaluations', () => {
  it('overwrites those of the same name, which keep their id, and merges metadata', async () => {
    const run = await newRun();
    const first = await experiments.evaluate(run, {
      name: 'n',
      result: { label: 'a', metadata: { a: 1, b: 1 } },
      metadata: { b: 2 },
    });
    expect(
      await experiments.evaluate(run, {
        name: 'n',
        annotator_kind: 'human',
        result: null,
        error: 'e',
      }),
    ).toBe(first);
    expect(
      await api.meta
        .selectFrom('experiment_evaluations')
        .selectAll()
        .where('run_id', '=', Number(atob(run).split(':')[1]))
        .execute(),
    ).toMatchObject([
      { name: 'n', annotator_kind: 'HUMAN', label: null, score: null, error: 'e', metadata: '{}' },
    ]);
    await experiments.evaluate(run, {
      name: 'n',
      result: { metadata: { a: 1, b: 1 } },
      metadata: { b: 2 },
    });
    expect(
      await api.meta
        .selectFrom('experiment_evaluations')
        .select('metadata')
        .where('name', '=', 'n')
        .execute(),
    ).toEqual([{ metadata: '{"a":1,"b":2}' }]);
  });

  it('refuses what it cannot keep, and names it', async () => {
    const run = await newRun();
    const log = (body: object) => experiments.logEvaluation(run, body);
    expect(await log({ name: 'n', result: null })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('body.result or body.error') },
    });
    expect(await log({ name: '' })).toMatchObject({ status: 422 });
    expect(await log({ name: 'n', experiment_run_id: 'garbage' })).toMatchObject({ status: 422 });
    expect(
      await log({ name: 'n', experiment_run_id: encodeGlobalId('ExperimentRun', 9_999) }),
    ).toMatchObject({ status: 404 });
    expect(await log({ name: 'n', start_time: 'noon' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('body.start_time') },
    });
    const text = (score: string) => experiments.postText('/v1/experiment_evaluations', `{"experiment_run_id":"${run}","name":"n","annotator_kind":"CODE","start_time":"2026-01-01T00:00:00","end_time":"2026-01-01T00:00:00","result":{"explanation":"[NaN,","score":${score}}}`); // prettier-ignore
    for (const word of ['NaN', 'Infinity', '-Infinity'])
      expect(await text(word)).toMatchObject({ status: 422, body: { detail: `body.result.score must be a finite number; got ${word}. JSON has no ${word}: send null instead.` } }); // prettier-ignore
    expect(await text('1e400')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('body.result.score') },
    });
    expect(await text('nonsense')).toMatchObject({ status: 400 });
    expect(await text('0.30000000000000004')).toMatchObject({ status: 200 });
  });

  it('deletes one', async () => {
    const run = await newRun();
    const url = `/v1/experiment_evaluations/${encodeURIComponent(await experiments.evaluate(run, { name: 'n' }))}`;
    expect(await api.call({ method: 'DELETE', url })).toMatchObject({ status: 204 });
    expect(await api.call({ method: 'DELETE', url })).toMatchObject({ status: 404 });
    expect(
      await api.call({ method: 'DELETE', url: '/v1/experiment_evaluations/garbage' }),
    ).toMatchObject({ status: 422 });
  });
});
