import { sql } from 'kysely';
import { insertJob } from '../jobs.queries.ts';
import type { MetaDb } from '../meta-db.ts';

/** An experiment to create. */
export interface NewExperiment {
  readonly datasetId: number;
  readonly versionId: number;
  readonly name: string;
  readonly description: string | null;
  /** JSON. */
  readonly metadata: string;
  readonly repetitions: number;
  /** The splits that its examples are taken from; null for all examples. */
  readonly splits: readonly { readonly id: number; readonly name: string }[] | null;
  readonly projectName: string;
  readonly userNumber: number | null;
}

/** Examples per statement: all other statements wait behind it. */
const EXAMPLES_PER_STEP = 20_000;
/** After so long an experiment without a project gets one from a job. */
const PROJECT_WITHIN_MS = 60_000;
/** The age at which an experiment whose creation was interrupted is removed. */
const LEFT_BEHIND_MS = 3_600_000;

/**
 * Creates an experiment with the current examples of the version and splits; returns its number, or
 * null when the dataset was deleted. A very large one takes several transactions and is hidden
 * until the last: the first queues a job that removes what a crash leaves behind.
 */
export async function createExperiment(
  db: MetaDb,
  experiment: NewExperiment,
  nowMs: number,
  examplesPerStep = EXAMPLES_PER_STEP,
): Promise<number | null> {
  const begun = await db.transaction().execute(async (transaction) => {
    const id = await insertExperiment(transaction, experiment, nowMs);
    if (id === null) return null;
    const taken = await takeExamples(transaction, id, experiment, examplesPerStep);
    if (taken === examplesPerStep) {
      await transaction
        .updateTable('experiments')
        .set({ deleted_at_ms: nowMs })
        .where('id', '=', id)
        .execute();
      await insertJob(
        transaction,
        {
          name: 'experiment.purge',
          payload: { experimentId: id, deleteProject: true },
          runAtMs: nowMs + LEFT_BEHIND_MS,
        },
        nowMs,
      );
    } else
      await transaction
        .updateTable('experiments')
        .set({ example_count: taken })
        .where('id', '=', id)
        .execute();
    await insertJob(transaction, { ...projectJob(id), runAtMs: nowMs + PROJECT_WITHIN_MS }, nowMs);
    return { id, taken };
  });
  if (begun === null) return null;
  const { id } = begun;
  if (begun.taken < examplesPerStep) return id;
  let count = begun.taken;
  for (let taken = begun.taken; taken === examplesPerStep; count += taken)
    taken = await takeExamples(db, id, experiment, examplesPerStep);
  const { numUpdatedRows } = await db
    .updateTable('experiments')
    .set({ deleted_at_ms: null, example_count: count })
    .where('id', '=', id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('datasets')
          .select('id')
          .where('id', '=', experiment.datasetId)
          .where('deleted_at_ms', 'is', null),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n ? id : null;
}

function projectJob(experimentId: number) {
  return {
    name: 'experiment.project',
    payload: { experimentId },
    uniqueKey: `experiment.project ${experimentId}`,
  };
}

/** Notes that the project of an experiment was created: the job that would do so is not needed. */
export async function projectCreated(db: MetaDb, experimentId: number): Promise<void> {
  const { uniqueKey } = projectJob(experimentId);
  await db
    .deleteFrom('jobs')
    .where('unique_key', '=', uniqueKey)
    .where('state', '=', 'queued')
    .execute();
}

async function insertExperiment(
  db: MetaDb,
  experiment: NewExperiment,
  nowMs: number,
): Promise<number | null> {
  const {
    datasetId,
    versionId,
    name,
    description,
    metadata,
    repetitions,
    splits,
    projectName,
    userNumber,
  } = experiment;
  const dataset = await db
    .updateTable('datasets')
    .set((eb) => ({ last_experiment_number: eb('last_experiment_number', '+', 1) }))
    .where('id', '=', datasetId)
    .where('deleted_at_ms', 'is', null)
    .returning('last_experiment_number')
    .executeTakeFirst();
  if (dataset === undefined) return null;
  const { id } = await db
    .insertInto('experiments')
    .values({
      dataset_id: datasetId,
      dataset_version_id: versionId,
      sequence_number: dataset.last_experiment_number,
      name,
      description,
      repetitions,
      metadata,
      split_names: JSON.stringify(splits?.map((split) => split.name) ?? []),
      project_name: projectName,
      user_number: userNumber,
      example_count: 0,
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
      deleted_at_ms: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Takes the next examples; how many. */
async function takeExamples(
  db: MetaDb,
  id: number,
  { datasetId, versionId, splits }: Pick<NewExperiment, 'datasetId' | 'versionId' | 'splits'>,
  limit: number,
): Promise<number> {
  const inSplits =
    splits === null
      ? sql`TRUE`
      : sql`EXISTS (SELECT 1 FROM dataset_example_splits m
        WHERE m.example_id = r.example_id AND m.split_id IN (${sql.join(splits.map((split) => split.id))}))`;
  const { numAffectedRows = 0n } = await sql`
INSERT INTO experiment_examples (experiment_id, example_id, revision_id)
SELECT ${id}, r.example_id, r.id FROM dataset_example_revisions r
WHERE r.dataset_id = (SELECT id FROM datasets WHERE id = ${datasetId} AND deleted_at_ms IS NULL)
  AND r.example_id > coalesce((SELECT max(example_id) FROM experiment_examples WHERE experiment_id = ${id}), 0)
  AND r.from_version <= ${versionId} AND r.to_version > ${versionId} AND ${inSplits}
ORDER BY r.example_id LIMIT ${limit}`.execute(db);
  return Number(numAffectedRows);
}
