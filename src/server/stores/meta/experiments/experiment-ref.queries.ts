import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { MetaDb } from '../meta-db.ts';
import { findExperiment, type ShownExperiment } from './experiment-rows.queries.ts';

/**
 * The experiment of a Global ID: 422 for what is none, 404 for one of another type and for an
 * experiment that does not exist.
 */
export async function requireExperiment(db: MetaDb, id: string): Promise<ShownExperiment> {
  const experiment = await findExperiment(db, experimentNumber(id));
  if (experiment === null) throw experimentNotFound(id);
  return experiment;
}

/**
 * The number in a Global ID of an experiment: 422 for what is none, 404 for one of another type.
 */
export function experimentNumber(id: string): number {
  const decoded = decodeGlobalId(id);
  if (decoded === null) return requireGlobalId(id, 'Experiment', 'experiment_id');
  if (decoded.type !== 'Experiment') throw experimentNotFound(id);
  return decoded.number;
}

export function experimentNotFound(id: string): AppError {
  return new AppError(
    'not_found',
    `Experiment with ID '${id.slice(0, 80)}' not found; GET /v1/datasets/{id}/experiments lists them.`,
  );
}
