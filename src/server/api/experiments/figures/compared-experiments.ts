import { AppError } from '#contracts/wire/errors.ts';
import { requireSplits } from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { requireExperiment } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import type { ShownExperiment } from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

/** The experiments of Global IDs, in their order: 404 for one that does not exist, 422 unless all are different ones of one dataset. */
export async function requireCompared(db: MetaDb, ids: readonly string[]): Promise<readonly [ShownExperiment, ...ShownExperiment[]]> {
  const [first, ...others] = ids;
  if (first === undefined) throw new AppError('unprocessable', 'experiment is required: Global IDs of 1 to 4 experiments.');
  const base = await requireExperiment(db, first);
  const rows: [ShownExperiment, ...ShownExperiment[]] = [base];
  for (const id of others) {
    const row = await requireExperiment(db, id);
    if (row.dataset_id !== base.dataset_id) {
      throw new AppError(
        'unprocessable',
        `experiment '${id.slice(0, 80)}' is of another dataset than '${first.slice(0, 80)}'; compare those of one dataset.`,
      );
    }
    if (rows.some((one) => one.id === row.id))
      throw new AppError('unprocessable', `experiment '${id.slice(0, 80)}' is there twice; name each once.`);
    rows.push(row);
  }
  return rows;
}

/** The parameters that choose examples, in the form the figures use. */
export async function chosenExamples(
  db: MetaDb,
  { evaluation, filter, split = [] }: { readonly evaluation?: string; readonly filter?: string; readonly split?: readonly string[] },
) {
  const splits = await requireSplits(db, split);
  return { evaluation: evaluation ?? null, filter: filter ?? '', splitIds: splits?.map(({ id }) => id) ?? null };
}
