import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobContext } from '#server/jobs/catalogue.ts';
import { deleteDataset } from '#server/stores/meta/datasets/datasets.queries.ts';
import { createExperiment } from '#server/stores/meta/experiments/create-experiment.queries.ts';
import { deleteExperiments } from '#server/stores/meta/experiments/delete-experiments.queries.ts';
import { ExperimentLog } from '#server/stores/meta/experiments/experiment-log.ts';
import { findExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import { setTag } from '#server/stores/meta/experiments/tags.queries.ts';
import { openSqliteTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { purgeExperiment, restoreExperimentProject, purgeDataset } from './purge.ts';

const SECRET = 'a text that must leave the file';
const WITHIN_MS = 60_000;
const CONTEXT: JobContext = {
  signal: new AbortController().signal,
  attempt: 1,
  id: 1,
  hasResult: false,
  report: async () => undefined,
};
const TABLES = [
  'experiments',
  'experiment_examples',
  'experiment_runs',
  'experiment_evaluations',
  'experiment_tags',
] as const;

let directory = '';
let meta: ReturnType<typeof openSqliteTestMeta>;
let done: string[] = [];
const projects = {
  hide: async (name: string) => void done.push(`hide ${name}`),
  show: async (name: string) => void done.push(`show ${name}`),
  remove: async (name: string) => void done.push(`remove ${name}`),
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-purge-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  meta = openSqliteTestMeta(join(directory, 'meta.db'));
  done = [];
});
afterEach(() => {
  meta.connection.close();
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

const found = (): string[] =>
  readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(SECRET));
const rows = () =>
  Promise.all(
    TABLES.map(async (table) => (await meta.db.selectFrom(table).selectAll().execute()).length),
  );

/** A dataset of some examples with an experiment on it that has run on all of them. */
async function made(
  project: string,
  examples = 5,
): Promise<{ readonly datasetId: number; readonly experimentId: number }> {
  const { db } = meta;
  const dataset = {
    name: project,
    created_at_ms: 1,
    updated_at_ms: 1,
    latest_version_id: null,
    description: null,
    changing_version_id: null,
    deleted_at_ms: null,
  };
  const { id: datasetId } = await db
    .insertInto('datasets')
    .values(dataset)
    .returning('id')
    .executeTakeFirstOrThrow();
  const version = {
    dataset_id: datasetId,
    state: 'published' as const,
    created_at_ms: 1,
    description: null,
    created_examples: null,
    changed_examples: null,
    deleted_examples: null,
    user_number: null,
  };
  const { id: versionId } = await db
    .insertInto('dataset_versions')
    .values(version)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('datasets')
    .set({ latest_version_id: versionId })
    .where('id', '=', datasetId)
    .execute();
  const ids: number[] = [];
  for (let n = 0; n < examples; n += 1) {
    const example = { dataset_id: datasetId, external_id: null, span_number: null, span_id: null };
    const { id } = await db
      .insertInto('dataset_examples')
      .values(example)
      .returning('id')
      .executeTakeFirstOrThrow();
    const content = {
      input: JSON.stringify({ SECRET }),
      output: '{}',
      metadata: '{}',
      content_hash: new Uint8Array(16),
    };
    await db
      .insertInto('dataset_example_revisions')
      .values({ dataset_id: datasetId, example_id: id, from_version: versionId, ...content })
      .execute();
    ids.push(id);
  }
  const experiment = {
    datasetId,
    versionId,
    name: SECRET,
    description: SECRET,
    metadata: '{}',
    repetitions: 1,
    splits: null,
    projectName: project,
    userNumber: null,
  };
  // In steps of two examples: more than one.
  const experimentId = (await createExperiment(db, experiment, 1, 2)) ?? 0;
  await setTag(db, { experimentId, name: 'baseline', description: SECRET }, 1);
  const log = new ExperimentLog(meta, () => {});
  const times = { startTimeUs: 1n, endTimeUs: 2n, traceId: null, nowMs: 1 };
  for (const exampleId of ids) {
    const outcome = await log.logRun({
      ...times,
      experimentId,
      exampleId,
      repetition: 1,
      error: null,
      output: { text: JSON.stringify(SECRET), packed: null },
    });
    const runId = 'id' in outcome ? outcome.id : 0;
    const evaluation = {
      name: 'n',
      annotatorKind: 'CODE' as const,
      label: SECRET,
      score: 1,
      explanation: SECRET,
      error: null,
      metadata: '{}',
      userNumber: null,
    };
    await log.logEvaluation({ ...times, ...evaluation, runId });
  }
  return { datasetId, experimentId };
}

it('removes every byte of an experiment, step by step, and shows or removes its project', async () => {
  const { experimentId, datasetId } = await made('one');
  expect(await findExperiment(meta.db, experimentId)).toMatchObject({
    example_count: 5,
    successful_run_count: 5,
    change_number: 10,
  });
  const payload = { experimentId, deleteProject: false };
  // An experiment that isn't deleted stays.
  await purgeExperiment(meta, projects)(payload, CONTEXT);
  expect(done).toEqual([]);
  await deleteExperiments(meta.db, [experimentId], { deleteProjects: false, nowMs: 2 });
  await purgeExperiment(meta, projects)(payload, CONTEXT);
  await purgeExperiment(meta, projects)(payload, CONTEXT);
  expect([await rows(), done]).toEqual([[0, 0, 0, 0, 0], ['show one']]);
  await meta.db
    .deleteFrom('dataset_example_revisions')
    .where('dataset_id', '=', datasetId)
    .execute();
  vi.advanceTimersByTime(WITHIN_MS);
  expect(found()).toEqual([]);
});

it('removes every byte of a dataset with its experiments', async () => {
  const { datasetId, experimentId } = await made('two');
  const other = await made('three');
  expect(found()).not.toEqual([]);
  await deleteDataset(meta.db, datasetId, 3, true);
  expect(await findExperiment(meta.db, experimentId)).toBeNull();
  await purgeDataset(meta, projects)({ datasetId, deleteProjects: true }, CONTEXT);
  expect(done).toEqual(['remove two']);
  expect(await rows()).toEqual([1, 5, 5, 5, 1]);
  await deleteDataset(meta.db, other.datasetId, 3);
  await purgeDataset(meta, projects)({ datasetId: other.datasetId }, CONTEXT);
  expect([await rows(), done]).toEqual([
    [0, 0, 0, 0, 0],
    ['remove two', 'show three'],
  ]);
  vi.advanceTimersByTime(WITHIN_MS);
  expect(found()).toEqual([]);
});

it('creates the project of an experiment whose creation was interrupted, and of no other', async () => {
  const { experimentId } = await made('four');
  const restore = restoreExperimentProject(meta, projects);
  await restore({ experimentId }, CONTEXT);
  await deleteExperiments(meta.db, [experimentId], { deleteProjects: true, nowMs: 2 });
  await restore({ experimentId }, CONTEXT);
  expect(done).toEqual(['hide four']);
});

it('leaves no experiment behind whose creation was interrupted between its steps', async () => {
  const { experimentId } = await made('five');
  await meta.db
    .updateTable('experiments')
    .set({ deleted_at_ms: 1 })
    .where('id', '=', experimentId)
    .execute();
  const [job] = await meta.db
    .selectFrom('jobs')
    .select(['payload', 'run_at_ms'])
    .where('name', '=', 'experiment.purge')
    .execute();
  expect(job).toMatchObject({
    payload: JSON.stringify({ experimentId, deleteProject: true }),
    run_at_ms: 3_600_001,
  });
  await purgeExperiment(meta, projects)({ experimentId, deleteProject: true }, CONTEXT);
  expect(await rows()).toEqual([0, 0, 0, 0, 0]);
});
