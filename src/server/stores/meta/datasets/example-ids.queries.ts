import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { MetaDb } from '../meta-db.ts';
import type { DatasetRef } from './dataset-ref.queries.ts';

/** Parameters of one statement. */
const CHUNK = 500;

export interface FoundExamples {
  /** Row numbers by the id that was given. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Ids that name no example of the dataset, in the order given, none twice. */
  readonly missing: readonly string[];
}

/**
 * The examples of a dataset that Global IDs or their makers' ids name, deleted ones included. A
 * text that is both a Global ID of an example here and another's own id means the former.
 */
export async function findExamples(
  db: MetaDb,
  dataset: DatasetRef,
  ids: readonly string[],
): Promise<FoundExamples> {
  const numbers = new Map<string, number>();
  const missing: string[] = [];
  const wanted = [...new Set(ids)];
  for (let at = 0; at < wanted.length; at += CHUNK) {
    const chunk = wanted.slice(at, at + CHUNK);
    const globalNumbers = chunk.flatMap((text) => exampleNumber(text) ?? []);
    const byNumber = await published(db, dataset)
      .where('example.id', 'in', globalNumbers)
      .execute();
    const byOwnId = await published(db, dataset)
      .where('example.external_id', 'in', chunk)
      .execute();
    const known = new Set(byNumber.map((row) => row.id));
    const own = new Map(byOwnId.map((row) => [row.external_id, row.id]));
    for (const text of chunk) {
      const global = exampleNumber(text);
      const number = global !== null && known.has(global) ? global : own.get(text);
      if (number === undefined) missing.push(text);
      else numbers.set(text, number);
    }
  }
  return { numbers, missing };
}

/** Examples that some published version has. */
function published(db: MetaDb, dataset: DatasetRef) {
  return db
    .selectFrom('dataset_examples as example')
    .select(['example.id', 'example.external_id'])
    .where('example.dataset_id', '=', dataset.id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('dataset_example_revisions as revision')
          .select('revision.id')
          .where('revision.dataset_id', '=', dataset.id)
          .whereRef('revision.example_id', '=', 'example.id')
          .where('revision.from_version', '<=', dataset.latestVersionId),
      ),
    );
}

function exampleNumber(text: string): number | null {
  const id = decodeGlobalId(text);
  return id?.type === 'DatasetExample' ? id.number : null;
}

/** The one example that an id names. Rejects with `not_found` for an id that names none. */
export async function requireExample(db: MetaDb, dataset: DatasetRef, id: string): Promise<number> {
  const number = (await findExamples(db, dataset, [id])).numbers.get(id);
  if (number === undefined)
    throw new AppError(
      'not_found',
      `Example '${id.slice(0, 200)}' not found in dataset '${dataset.name.slice(0, 200)}'`,
    );
  return number;
}
