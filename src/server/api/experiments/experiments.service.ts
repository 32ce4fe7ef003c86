import { randomBytes } from 'node:crypto';
import { AppError } from '#contracts/wire/errors.ts';
import type {
  CreateExperimentBody,
  Experiment,
  UpdateExperimentBody,
} from '#contracts/experiments/experiment.ts';
import { decodeGlobalId, encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import {
  datasetNotFound,
  requireDataset,
  requireSplits,
  requireVersion,
} from '#server/stores/meta/datasets/require-dataset.queries.ts';
import {
  createExperiment,
  projectCreated,
} from '#server/stores/meta/experiments/create-experiment.queries.ts';
import {
  experimentNotFound,
  experimentNumber,
  requireExperiment,
} from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import {
  findExperiment,
  listExperiments,
  updateExperiment,
  type ExperimentChanges,
} from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { experimentReply } from '../kit/experiments/experiment-codec.ts';
import type { AskedCommands, Asker } from '../kit/route/asker.ts';
import type { ExperimentDeps } from './experiment-deps.ts';
import { hideExperimentProject, showExperimentProject } from './experiment-projects.service.ts';

/** Characters of the dataset's name in the name of an experiment that was given none. */
const NAME_STEM_CHARS = 8;

/**
 * A page of a dataset's experiments, newest first; of a dataset that does not exist an empty one.
 */
export async function experimentPage(
  db: MetaDb,
  dataset: string,
  { limit, fromId }: { readonly limit: number; readonly fromId: number | null },
): Promise<{ readonly data: Experiment[]; readonly next_cursor: string | null }> {
  const rows = await listExperiments(db, {
    datasetId: datasetNumber(dataset),
    limit: limit + 1,
    fromId,
  });
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(experimentReply),
    next_cursor: next === undefined ? null : encodeGlobalId('Experiment', next.id),
  };
}

/** 422 for what is no Global ID, 404 for one of another type. */
function datasetNumber(id: string): number {
  const decoded = decodeGlobalId(id);
  if (decoded === null) return requireGlobalId(id, 'Dataset', 'id');
  if (decoded.type !== 'Dataset') throw datasetNotFound(id);
  return decoded.number;
}

/** One experiment; codes as of `requireExperiment`. */
export async function oneExperiment(db: MetaDb, id: string): Promise<Experiment> {
  return experimentReply(await requireExperiment(db, id));
}

/** Creates an experiment on a version of a dataset, with its examples as they are now. */
export async function newExperiment(
  { store: { db }, commands }: Pick<ExperimentDeps, 'store' | 'commands'>,
  asker: Asker,
  datasetId: string,
  body: CreateExperimentBody,
  userNumber: number | null,
): Promise<Experiment> {
  const dataset = await requireDataset(db, datasetId);
  const versionId = await requireVersion(db, dataset, body.version_id ?? undefined);
  const splits = await requireSplits(db, body.splits ?? []);
  const givenName = body.name ?? '';
  const projectName = `Experiment-${randomBytes(12).toString('hex')}`;
  const id = await createExperiment(
    db,
    {
      datasetId: dataset.id,
      versionId,
      name:
        givenName === ''
          ? `${nameStem(dataset.name)}-${randomBytes(4).toString('hex')}`
          : givenName,
      description: body.description ?? null,
      metadata: JSON.stringify(body.metadata ?? {}),
      repetitions: body.repetitions ?? 1,
      splits,
      projectName,
      userNumber,
    },
    Date.now(),
  );
  if (id === null) throw datasetNotFound(datasetId);
  await createProject({ db, commands }, asker, id, projectName);
  return oneExperiment(db, encodeGlobalId('Experiment', id));
}

/** Whole characters: half of one cannot be stored. */
function nameStem(name: string): string {
  return Array.from(name).slice(0, NAME_STEM_CHARS).join('');
}

/**
 * The two databases change one after the other: what a failure leaves undone here, a job that was
 * queued with the experiment does.
 */
async function createProject(
  { db, commands }: { readonly db: MetaDb; readonly commands: AskedCommands },
  asker: Asker,
  id: number,
  name: string,
): Promise<void> {
  try {
    await commands.run(hideExperimentProject, asker, { name });
  } catch {
    return;
  }
  if ((await findExperiment(db, id)) === null)
    await commands.run(showExperimentProject, asker, { name });
  else await projectCreated(db, id);
}

/** Changes what is given. 422 when nothing is, 404 for an unknown experiment. */
export async function changeExperiment(
  db: MetaDb,
  id: string,
  body: UpdateExperimentBody,
): Promise<Experiment> {
  const { name, description, metadata } = body;
  const changes: Partial<ExperimentChanges> = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
  };
  const number = experimentNumber(id);
  if (Object.keys(changes).length === 0)
    throw new AppError(
      'unprocessable',
      'Nothing to change: set name, description or metadata in the body.',
    );
  if (!(await updateExperiment(db, number, changes, Date.now()))) throw experimentNotFound(id);
  return oneExperiment(db, id);
}
