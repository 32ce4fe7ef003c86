import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { at, questions, uploadTo } from '#test/api-datasets.ts';
import { ExperimentApi } from '#test/api-experiments.ts';

let api: ApiApp;
let experiments: ExperimentApi;
beforeAll(async () => {
  api = await openApiApp();
  experiments = new ExperimentApi(api);
});
afterAll(() => api.close());

const UNKNOWN = encodeGlobalId('Experiment', 9_999);
const OTHER_TYPE = encodeGlobalId('Project', 1);

describe('creating experiments', () => {
  it('fixes the examples of a version, and says so', async () => {
    const { dataset_id: dataset, version_id: first } = await uploadTo(api, {
      name: 'twelve names',
      inputs: questions(1, 2, 3),
    });
    await uploadTo(api, { name: 'twelve names', action: 'append', inputs: questions(4) });
    const made = await experiments.create(dataset, {
      name: 'a',
      description: null,
      metadata: { big: 1 },
      repetitions: 2,
      project_name: 'ignored',
    });
    expect(made).toMatchObject({
      dataset_id: dataset,
      name: 'a',
      description: null,
      repetitions: 2,
      metadata: { big: 1 },
      splits: [],
      tags: [],
      example_count: 4,
      successful_run_count: 0,
      failed_run_count: 0,
      missing_run_count: 8,
      sequence_number: 1,
      created_by: null,
    });
    expect(made.project_name).toMatch(/^Experiment-[0-9a-f]{24}$/);
    expect(await experiments.create(dataset, { version_id: first })).toMatchObject({
      dataset_version_id: first,
      example_count: 3,
      sequence_number: 2,
    });
    for (const body of [{}, { name: null }, { name: '' }])
      expect((await experiments.create(dataset, body)).name).toMatch(/^twelve n-[0-9a-f]{8}$/);
    const { dataset_id: smiling } = await uploadTo(api, {
      name: '🙂'.repeat(9),
      inputs: questions(1),
    });
    expect((await experiments.create(smiling, {})).name).toMatch(/^🙂{8}-[0-9a-f]{8}$/u);
  });

  it('takes the examples of splits, by name and by id', async () => {
    const { dataset_id: dataset } = await uploadTo(api, {
      name: 'split',
      inputs: questions(1, 2, 3),
      splits: ['a', 'b', ['a', 'c']],
    });
    expect(await experiments.create(dataset, { splits: ['a'] })).toMatchObject({
      example_count: 2,
      splits: ['a'],
    });
    const { body } = await api.get(at(dataset, '/splits'));
    // as: checked against the document
    const [newest] = (body as { data: { id: string; name: string }[] }).data;
    expect(await experiments.create(dataset, { splits: [newest?.id, 'b'] })).toMatchObject({
      example_count: 2,
      splits: ['b', newest?.name],
    });
    expect(
      await experiments.post(at(dataset, '/experiments'), { splits: ['a', 'nowhere'] }),
    ).toMatchObject({
      status: 404,
      body: { detail: "Splits not found: 'nowhere'. Pass names or Global IDs of splits." },
    });
  });

  it('refuses what it cannot keep, and names it', async () => {
    const { dataset_id: dataset } = await uploadTo(api, { name: 'refused', inputs: questions(1) });
    const post = (body: object, to = dataset) => experiments.post(at(to, '/experiments'), body);
    expect(await post({ repetitions: 0 })).toMatchObject({
      status: 422,
      body: { detail: 'body.repetitions must be between 1 and 1000; got 0.' },
    });
    expect(await post({ version_id: 'x' })).toMatchObject({ status: 422 });
    expect(await post({ version_id: encodeGlobalId('DatasetVersion', 9_999) })).toMatchObject({
      status: 404,
    });
    expect(await post({}, encodeGlobalId('Dataset', 9_999))).toMatchObject({ status: 404 });
    expect(await post({}, OTHER_TYPE)).toMatchObject({ status: 404 });
    expect(await post({}, 'garbage')).toMatchObject({ status: 422 });
  });
});

describe('reading and changing experiments', () => {
  it('lists them newest first, by pages', async () => {
    const { dataset_id: dataset } = await uploadTo(api, { name: 'listed', inputs: questions(1) });
    for (const name of ['1', '2', '3']) await experiments.create(dataset, { name });
    const page = await api.get(at(dataset, '/experiments?limit=2'));
    expect(page.body).toMatchObject({ data: [{ name: '3' }, { name: '2' }] });
    // as: checked against the document
    const { next_cursor: cursor } = page.body as { next_cursor: string };
    expect(
      (await api.get(at(dataset, `/experiments?cursor=${encodeURIComponent(cursor)}`))).body,
    ).toMatchObject({
      data: [{ name: '1' }],
      next_cursor: null,
    });
    expect(await api.get(at(encodeGlobalId('Dataset', 9_999), '/experiments'))).toMatchObject({
      status: 200,
      body: { data: [], next_cursor: null },
    });
    expect(await api.get(at(OTHER_TYPE, '/experiments'))).toMatchObject({ status: 404 });
    expect(await api.get(at('garbage', '/experiments'))).toMatchObject({ status: 422 });
    expect(await api.get(at(dataset, '/experiments?cursor=x'))).toMatchObject({ status: 422 });
  });

  it('changes name, description and metadata, with every digit', async () => {
    const { dataset_id: dataset } = await uploadTo(api, { name: 'changed', inputs: questions(1) });
    const { id } = await experiments.create(dataset, { description: 'first' });
    const patch = (payload: string) =>
      api.call({
        method: 'PATCH',
        url: experiments.at(id),
        headers: { 'content-type': 'application/json' },
        payload,
      });
    expect(await patch('{"name":"","description":null}')).toMatchObject({
      status: 200,
      body: { data: { name: '', description: null } },
    });
    expect((await patch('{"metadata":{"n":12345678901234567890}}')).text).toContain(
      '"metadata":{"n":12345678901234567890}',
    );
    expect((await api.get(experiments.at(id))).text).toContain('12345678901234567890');
    expect(await patch('{}')).toMatchObject({ status: 422 });
    expect(await patch('{"name":null}')).toMatchObject({ status: 422 });
    expect(await patch('{"metadata":null}')).toMatchObject({ status: 422 });
    expect(await api.get(experiments.at(UNKNOWN))).toMatchObject({ status: 404 });
    expect(await api.get(experiments.at(OTHER_TYPE))).toMatchObject({ status: 404 });
    expect(await api.get(experiments.at('garbage'))).toMatchObject({ status: 422 });
  });

  it('deletes them at once, one or many, and their rows soon after', async () => {
    const { dataset_id: dataset } = await uploadTo(api, {
      name: 'deleted',
      inputs: questions(1, 2),
    });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await experiments.create(dataset, {})).id);
    const [one = '', two = '', three = ''] = ids;
    const [example = ''] = await experiments.exampleIds(dataset);
    const run = await experiments.run(one, { dataset_example_id: example });
    await experiments.evaluate(run, { name: 'e' });
    expect(await api.call({ method: 'DELETE', url: experiments.at(one) })).toMatchObject({
      status: 204,
    });
    expect(await api.get(experiments.at(one))).toMatchObject({ status: 404 });
    expect(await api.get(experiments.at(one, '/runs'))).toMatchObject({
      status: 200,
      body: { data: [] },
    });
    expect(await api.call({ method: 'DELETE', url: experiments.at(one) })).toMatchObject({
      status: 404,
    });
    const payload = { experiment_ids: [two, UNKNOWN, two] };
    expect(await experiments.post('/v1/experiments/delete', payload)).toMatchObject({
      status: 204,
    });
    expect((await api.get(at(dataset, '/experiments'))).body).toMatchObject({
      data: [{ id: three }],
    });
    // Numbers are never given twice.
    expect(await experiments.create(dataset, {})).toMatchObject({ sequence_number: 4 });
    await expect
      .poll(() => experiments.rows(), { timeout: 30_000 })
      .toMatchObject({ experiment_runs: 0, experiment_evaluations: 0 });
  });
});

describe('tags', () => {
  it('are on one experiment of a dataset, and move', async () => {
    const { dataset_id: dataset } = await uploadTo(api, { name: 'tagged', inputs: questions(1) });
    const one = await experiments.create(dataset, {});
    const two = await experiments.create(dataset, {});
    const set = (id: string, body: object) => experiments.post(experiments.at(id, '/tags'), body);
    const remove = (id: string, name: string) =>
      api.call({ method: 'DELETE', url: experiments.at(id, `/tags/${encodeURIComponent(name)}`) });
    expect(await set(one.id, { name: 'baseline', description: 'best' })).toMatchObject({
      status: 200,
      body: { data: { name: 'baseline', description: 'best' } },
    });
    await set(one.id, { name: 'a' });
    expect(await experiments.get(one.id)).toMatchObject({ tags: ['a', 'baseline'] });
    expect((await api.get(experiments.at(one.id, '/tags'))).body).toMatchObject({
      data: [{ name: 'a', description: null }, { name: 'baseline' }],
    });
    const moved = await set(two.id, { name: 'baseline' });
    // as: checked against the document
    const { id: tagId } = (moved.body as { data: { id: string } }).data;
    expect(await experiments.get(one.id)).toMatchObject({ tags: ['a'] });
    expect(await experiments.get(two.id)).toMatchObject({ tags: ['baseline'] });
    // No rows of another experiment are used.
    expect(await remove(one.id, 'baseline')).toMatchObject({ status: 204 });
    expect(await remove(one.id, tagId)).toMatchObject({ status: 204 });
    expect(await experiments.get(two.id)).toMatchObject({ tags: ['baseline'] });
    for (let twice = 0; twice < 2; twice += 1)
      expect(await remove(two.id, tagId)).toMatchObject({ status: 204 });
    expect(await experiments.get(two.id)).toMatchObject({ tags: [] });
    await set(two.id, { name: 'a' });
    await api.call({ method: 'DELETE', url: experiments.at(two.id) });
    expect(await set(one.id, { name: 'a' })).toMatchObject({ status: 200 });
  });

  it('are refused under names that are none', async () => {
    const { dataset_id: dataset } = await uploadTo(api, {
      name: 'mistagged',
      inputs: questions(1),
    });
    const { id } = await experiments.create(dataset, {});
    for (const name of ['', 'A', '-a', 'a b', null])
      expect(await experiments.post(experiments.at(id, '/tags'), { name })).toMatchObject({
        status: 422,
      });
    for (const name of ['A', 'a b', OTHER_TYPE])
      expect(
        await api.call({
          method: 'DELETE',
          url: experiments.at(id, `/tags/${encodeURIComponent(name)}`),
        }),
      ).toMatchObject({
        status: 422,
      });
    for (const [of, status] of [
      [UNKNOWN, 404],
      [OTHER_TYPE, 422],
      ['garbage', 422],
    ] as const) {
      expect(await api.get(experiments.at(of, '/tags'))).toMatchObject({ status });
      expect(await experiments.post(experiments.at(of, '/tags'), { name: 'a' })).toMatchObject({
        status,
      });
      expect(
        await api.call({ method: 'DELETE', url: experiments.at(of, '/tags/a') }),
      ).toMatchObject({ status });
    }
  });
});
