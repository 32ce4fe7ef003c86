import { afterAll, beforeAll, expect, it } from 'vitest';
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

async function names(path: string): Promise<readonly string[]> {
  const { body } = await api.get(path);
  // as: checked against the document
  const { data } = body as { data: readonly { name?: string; project?: { name: string } }[] };
  return data.map(({ name, project }) => name ?? project?.name ?? '');
}
const listed = () => names('/v1/projects');
const all = () => names('/v1/projects?include_experiment_projects=true');

async function made(count: number) {
  const { dataset_id: dataset } = await uploadTo(api, {
    name: `projects ${Math.random()}`,
    inputs: questions(1),
  });
  const list = [];
  for (let n = 0; n < count; n += 1) list.push(await experiments.create(dataset, {}));
  return {
    dataset,
    experiments: list.map(({ id, project_name: name }) => ({ id, project: name ?? '' })),
  };
}

it('creates the project with the experiment, out of lists', async () => {
  const { experiments: list } = await made(1);
  const [{ project } = { project: '' }] = list;
  expect(await listed()).toEqual(['default']);
  expect(await names('/v1/project_summaries')).toEqual(['default']);
  expect(await all()).toContain(project);
  expect(await names('/v1/project_summaries?include_experiment_projects=true')).toContain(project);
  expect(await api.get(`/v1/projects/${project}`)).toMatchObject({ status: 200 });
  // The fallback that creates it after an interrupted creation of the experiment is not needed.
  expect(
    await api.meta
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', 'experiment.project')
      .execute(),
  ).toEqual([]);
});

it('keeps the projects of deleted experiments and shows them, unless they are to go as well', async () => {
  const { dataset, experiments: list } = await made(4);
  const [kept, gone, third, fourth] = list;
  const remove = (url: string) => api.call({ method: 'DELETE', url });
  await remove(experiments.at(kept?.id ?? ''));
  await remove(experiments.at(gone?.id ?? '', '?delete_project=true'));
  await experiments.post('/v1/experiments/delete', {
    experiment_ids: [third?.id],
    delete_projects: true,
  });
  await expect.poll(listed, { timeout: 30_000 }).toContain(kept?.project);
  await expect.poll(all, { timeout: 30_000 }).not.toContain(third?.project);
  expect(await all()).not.toContain(gone?.project);
  expect(await all()).toContain(fourth?.project);
  await remove(at(dataset, '?delete_projects=true'));
  await expect.poll(all, { timeout: 30_000 }).not.toContain(fourth?.project);
  expect(await listed()).toContain(kept?.project);
});

it('shows the projects of the experiments of a deleted dataset', async () => {
  const { dataset, experiments: list } = await made(1);
  await api.call({ method: 'DELETE', url: at(dataset) });
  await expect.poll(listed, { timeout: 30_000 }).toContain(list[0]?.project);
});

it('does not show a project because its name was changed, whatever else the body says', async () => {
  const { experiments: list } = await made(1);
  const url = `/v1/projects/${list[0]?.project}`;
  const payload = { description: 'mine', purpose: null };
  const reply = await api.call({
    method: 'PATCH',
    url,
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(reply).toMatchObject({ status: 200, body: { data: { description: 'mine' } } });
  expect(await listed()).not.toContain(list[0]?.project);
});
