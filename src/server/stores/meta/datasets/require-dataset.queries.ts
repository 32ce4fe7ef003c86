import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { MetaDb } from '../meta-db.ts';
import { findDataset, findSplits, hasVersion, type VisibleDataset } from './datasets.queries.ts';

/**
 * The dataset of a Global ID: 422 for what is none, 404 for one of another type and for a dataset
 * that is not there.
 */
export async function requireDataset(db: MetaDb, id: string): Promise<VisibleDataset> {
  if (decodeGlobalId(id) === null) requireGlobalId(id, 'Dataset', 'id');
  const dataset =
    decodeGlobalId(id)?.type === 'Dataset'
      ? await findDataset(db, { id: requireGlobalId(id, 'Dataset', 'id') })
      : null;
  if (dataset === null) throw datasetNotFound(id);
  return dataset;
}

export function datasetNotFound(id: string): AppError {
  return new AppError('not_found', `Dataset with ID '${id.slice(0, 80)}' not found`);
}

/**
 * The version that a parameter names, or the newest: 422 for a malformed one, 404 for one that is
 * not of this dataset.
 */
export async function requireVersion(
  db: MetaDb,
  dataset: VisibleDataset,
  version: string | undefined,
): Promise<number> {
  if (version === undefined) return dataset.latest_version_id;
  const number = requireGlobalId(version, 'DatasetVersion', 'version_id');
  if (!(await hasVersion(db, dataset.id, number)))
    throw new AppError(
      'not_found',
      `Version '${version.slice(0, 80)}' of dataset '${dataset.name.slice(0, 200)}' not found`,
    );
  return number;
}

/** Splits by Global ID or name; 404 names those that are not there. */
export async function requireSplits(
  db: MetaDb,
  refs: readonly string[],
): Promise<readonly { readonly id: number; readonly name: string }[] | null> {
  if (refs.length === 0) return null;
  const asked = refs.map((ref) => {
    const id = decodeGlobalId(ref);
    return { ref, number: id?.type === 'DatasetSplit' ? id.number : null };
  });
  const ids = asked.flatMap(({ number }) => (number === null ? [] : [number]));
  const names = asked.flatMap(({ ref, number }) => (number === null ? [ref] : []));
  const found = await findSplits(db, { ids, names });
  const missing = asked.filter(
    ({ ref, number }) =>
      !found.some((split) => (number === null ? split.name === ref : split.id === number)),
  );
  if (missing.length > 0) {
    const list = missing.map(({ ref }) => `'${ref.slice(0, 80)}'`).join(', ');
    throw new AppError(
      'not_found',
      `Splits not found: ${list}. Pass names or Global IDs of splits.`,
    );
  }
  return found;
}
