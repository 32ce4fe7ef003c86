import type { MetaDb } from '../meta-db.ts';
import type { DatasetRef } from './dataset-ref.queries.ts';

/** Parameters of one statement. */
const CHUNK = 500;

/** Which of these spans have an example in the newest version of the dataset. */
export async function linkedSpans(
  db: MetaDb,
  dataset: DatasetRef,
  spanNumbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const linked = new Set<number>();
  for (let at = 0; at < spanNumbers.length; at += CHUNK) {
    const rows = await exampleLinks(db)
      .where('example.span_number', 'in', spanNumbers.slice(at, at + CHUNK))
      .where('example.dataset_id', '=', dataset.id)
      .where('revision.id', 'is not', null)
      .execute();
    for (const { span_number: number } of rows) if (number !== null) linked.add(number);
  }
  return linked;
}

/** An example that was made from a span. */
export interface SpanLink {
  readonly exampleId: number;
  readonly externalId: string | null;
  readonly datasetId: number;
  readonly datasetName: string;
  readonly inNewestVersion: boolean;
}

/** The examples that were made from spans, in all datasets, oldest first, from `fromExample` on. */
export async function examplesOfSpans(
  db: MetaDb,
  spanNumbers: readonly number[],
  page: { readonly limit: number; readonly fromExample: number },
): Promise<readonly SpanLink[]> {
  const rows = await exampleLinks(db)
    .where('example.span_number', 'in', spanNumbers)
    .where('example.id', '>=', page.fromExample)
    .orderBy('example.id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    exampleId: row.id,
    externalId: row.external_id,
    datasetId: row.dataset_id,
    datasetName: row.name,
    inNewestVersion: row.revision_id !== null,
  }));
}

/**
 * Examples of datasets that can be read, each with its revision in the newest version; those that
 * no published version has are left out.
 */
function exampleLinks(db: MetaDb) {
  return db
    .selectFrom('dataset_examples as example')
    .innerJoin('datasets as dataset', 'dataset.id', 'example.dataset_id')
    .leftJoin('dataset_example_revisions as revision', (join) =>
      join
        .onRef('revision.dataset_id', '=', 'example.dataset_id')
        .onRef('revision.example_id', '=', 'example.id')
        .onRef('revision.from_version', '<=', 'dataset.latest_version_id')
        .onRef('revision.to_version', '>', 'dataset.latest_version_id'),
    )
    .select([
      'example.id',
      'example.external_id',
      'example.dataset_id',
      'example.span_number',
      'dataset.name',
      'revision.id as revision_id',
    ])
    .where('dataset.deleted_at_ms', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('dataset_example_revisions as published')
          .select('published.id')
          .whereRef('published.dataset_id', '=', 'example.dataset_id')
          .whereRef('published.example_id', '=', 'example.id')
          .whereRef('published.from_version', '<=', 'dataset.latest_version_id'),
      ),
    );
}
