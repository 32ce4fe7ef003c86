import { AppError, invariant } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { ExampleEdit, ExampleEdits } from '#core/dataset/example-edit.ts';
import type { RowContent } from '#core/dataset/row-content.ts';
import { findVersion, type DatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { revisionContents } from '#server/stores/meta/datasets/example-contents.queries.ts';
import { requireExample } from '#server/stores/meta/datasets/example-ids.queries.ts';
import { revisionContent, revisionIn } from '#server/stores/meta/datasets/example-history.queries.ts';
import { differingExamples, type DifferingExample } from '#server/stores/meta/datasets/version-diff.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

const BATCH_EXAMPLES_MAX = 500;
const BATCH_BYTES_MAX = 1024 * 1024;

/** The number of the version to go back to: 422 for what is none, 404 for one that is not of this dataset. */
export async function requireVersion(db: MetaDb, dataset: DatasetRef, text: string): Promise<number> {
  return (await findVersion(db, dataset, requireGlobalId(text, 'DatasetVersion', 'version_id'))).id;
}

/** Gives one example the content it had in a version. 404 when that version does not have it. */
export async function exampleRevert(db: MetaDb, dataset: DatasetRef, example: string, versionId: number): Promise<readonly ExampleEdit[]> {
  const exampleId = await requireExample(db, dataset, example);
  const revision = await revisionIn(db, dataset, exampleId, versionId);
  const content = revision === null ? null : await revisionContent(db, revision);
  if (content === null) {
    const version = encodeGlobalId('DatasetVersion', versionId);
    throw new AppError(
      'not_found',
      `Example '${example.slice(0, 200)}' is not in version ${version}; delete it to have it as it was then.`,
    );
  }
  return [{ kind: 'set', line: 1, exampleId, content, revives: true, seenVersionId: null }];
}

/** Makes a dataset hold what it held in a version: read from the diff while it is being written. */
export async function* datasetRevert(db: MetaDb, dataset: DatasetRef, versionId: number): ExampleEdits {
  let line = 0;
  for await (const step of differingExamples(db, dataset, { before: dataset.latestVersionId, after: versionId }, 0)) {
    for (const batch of batchesOf(step)) {
      const revisions = batch.flatMap(({ afterRevision }) => afterRevision ?? []);
      const contents = await revisionContents(db, revisions);
      yield batch.map((example) => editBackTo(example, contents, (line += 1)));
    }
  }
}

function editBackTo({ exampleId, afterRevision }: DifferingExample, contents: ReadonlyMap<number, RowContent>, line: number): ExampleEdit {
  if (afterRevision === null) return { kind: 'delete', line, exampleId };
  const content = contents.get(afterRevision);
  invariant(content !== undefined, 'revisions of published versions stay while their dataset does');
  return { kind: 'set', line, exampleId, content, revives: true, seenVersionId: null };
}

function* batchesOf(examples: readonly DifferingExample[]): Generator<readonly DifferingExample[]> {
  let batch: DifferingExample[] = [];
  let bytes = 0;
  for (const example of examples) {
    if (batch.length > 0 && (batch.length >= BATCH_EXAMPLES_MAX || bytes + example.bytes > BATCH_BYTES_MAX)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(example);
    bytes += example.bytes;
  }
  if (batch.length > 0) yield batch;
}
