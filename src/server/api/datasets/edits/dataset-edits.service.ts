import type { Static } from 'typebox';
import type {
  ChangedExample,
  EditExamplesBody,
  NewExample,
  UpdateDatasetBody,
} from '#contracts/datasets/dataset-edit.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { AppError, invariant } from '#contracts/wire/errors.ts';
import { requireGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import type { ExampleEdit, ExampleEdits } from '#core/dataset/example-edit.ts';
import type { RowContent } from '#core/dataset/row-content.ts';
import { splitNames } from '#server/api/kit/datasets/split-names.ts';
import {
  updateDataset,
  type DatasetFacts,
} from '#server/stores/meta/datasets/dataset-facts.queries.ts';
import { type DatasetRef, findVersion } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { findShownDataset } from '#server/stores/meta/datasets/datasets.queries.ts';
import { revisionContents } from '#server/stores/meta/datasets/example-contents.queries.ts';
import {
  revisionContent,
  revisionIn,
} from '#server/stores/meta/datasets/example-history.queries.ts';
import { findExamples, requireExample } from '#server/stores/meta/datasets/example-ids.queries.ts';
import {
  differingExamples,
  type DifferingExample,
} from '#server/stores/meta/datasets/version-diff.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { datasetReply } from '../../kit/datasets/dataset-codec.ts';
import { EDIT_WAIT_MS, type DatasetEditor } from '../../kit/datasets/dataset-editor.ts';

const EDITS_PER_BATCH = 200;
const IDS_NAMED = 20;
const BATCH_EXAMPLES_MAX = 500;
const BATCH_BYTES_MAX = 1024 * 1024;

/** The edits a request asks for. 404 names the examples that the dataset does not have. */
export async function requestedEdits(
  db: MetaDb,
  dataset: DatasetRef,
  body: Pick<EditExamplesBody, 'add' | 'edit' | 'delete'>,
): Promise<readonly ExampleEdit[]> {
  const { add = [], edit = [], delete: remove = [] } = body;
  const { numbers, missing } = await findExamples(db, dataset, [
    ...edit.map(({ id }) => id),
    ...remove,
  ]);
  if (missing.length > 0) {
    const named = missing.slice(0, IDS_NAMED).map((id) => `'${id.slice(0, 100)}'`);
    throw new AppError(
      'not_found',
      `Examples not found in dataset '${dataset.name.slice(0, 200)}': ${named.join(', ')}`,
    );
  }
  const number = (id: string): number => numbers.get(id) ?? 0;
  return [
    ...add.map((example, index) => addition(example, index + 1)),
    ...edit.map((example, index): ExampleEdit => {
      if (
        example.input === undefined &&
        example.output === undefined &&
        example.metadata === undefined
      )
        throw new AppError(
          'unprocessable',
          `edit[${index}] changes nothing: give input, output or metadata.`,
        );
      const seen = example.seen_version_id;
      return {
        kind: 'set',
        line: index + 1,
        exampleId: number(example.id),
        content: partTexts(example),
        revives: false,
        seenVersionId:
          seen === undefined ? null : requireGlobalId(seen, 'DatasetVersion', 'seen_version_id'),
      };
    }),
    ...remove.map((id, index): ExampleEdit => ({
      kind: 'delete',
      line: index + 1,
      exampleId: number(id),
    })),
  ];
}

/** Some of the edits at a time, so that each is a small transaction. */
export async function* inBatches(edits: readonly ExampleEdit[]): ExampleEdits {
  for (let at = 0; at < edits.length; at += EDITS_PER_BATCH)
    yield edits.slice(at, at + EDITS_PER_BATCH);
}

function addition(example: NewExample, line: number): ExampleEdit {
  const { id, input, output, metadata, splits = [], span_id: spanId } = example;
  return {
    kind: 'add',
    line,
    content: {
      input: JSON.stringify(input),
      output: JSON.stringify(output ?? {}),
      metadata: JSON.stringify(metadata ?? {}),
    },
    ownId: id === undefined || id === null || id.trim() === '' ? null : id.trim(),
    splits: splitNames(splits),
    span:
      spanId === undefined || spanId === null
        ? null
        : { spanId: spanId.toLowerCase(), number: null },
  };
}

/** The parts that are given, as JSON texts. */
function partTexts({ input, output, metadata }: Omit<ChangedExample, 'id'>): Partial<RowContent> {
  return {
    ...(input === undefined ? {} : { input: JSON.stringify(input) }),
    ...(output === undefined ? {} : { output: JSON.stringify(output) }),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
  };
}

/**
 * Changes what a dataset says of itself. 409 for a name that is taken. Changes of its examples are
 * lined up by its name, so a new name waits for those that are under way.
 */
export async function changeDataset(
  db: MetaDb,
  editor: DatasetEditor,
  dataset: DatasetRef,
  body: Static<typeof UpdateDatasetBody>,
): Promise<Dataset> {
  const name = body.name?.trim();
  if (name === '')
    throw new AppError(
      'unprocessable',
      'name is blank; give the dataset a name, or leave it out to keep the one there is.',
    );
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.metadata === undefined ? {} : { metadata: JSON.stringify(body.metadata ?? {}) }),
  };
  const update = () => updated(db, dataset, changes);
  return name === undefined || name === dataset.name
    ? update()
    : editor.alone(dataset, EDIT_WAIT_MS, update);
}

async function updated(
  db: MetaDb,
  dataset: DatasetRef,
  changes: Partial<DatasetFacts>,
): Promise<Dataset> {
  try {
    const row = (await updateDataset(db, dataset.id, changes))
      ? await findShownDataset(db, dataset.id)
      : null;
    if (row === null)
      throw new AppError(
        'not_found',
        `Dataset '${dataset.name.slice(0, 200)}' was deleted meanwhile.`,
      );
    return datasetReply(row);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict')
      throw new AppError(
        'conflict',
        `A dataset named '${(changes.name ?? '').slice(0, 200)}' already exists; choose another name.`,
        {
          cause: error,
        },
      );
    throw error;
  }
}

/**
 * The number of the version to go back to: 422 for what is none, 404 for one that is not of this
 * dataset.
 */
export async function requireVersion(
  db: MetaDb,
  dataset: DatasetRef,
  text: string,
): Promise<number> {
  return (await findVersion(db, dataset, requireGlobalId(text, 'DatasetVersion', 'version_id'))).id;
}

/** Gives one example the content it had in a version. 404 when that version does not have it. */
export async function exampleRevert(
  db: MetaDb,
  dataset: DatasetRef,
  example: string,
  versionId: number,
): Promise<readonly ExampleEdit[]> {
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
export async function* datasetRevert(
  db: MetaDb,
  dataset: DatasetRef,
  versionId: number,
): ExampleEdits {
  let line = 0;
  for await (const step of differingExamples(
    db,
    dataset,
    { before: dataset.latestVersionId, after: versionId },
    0,
  )) {
    for (const batch of batchesOf(step)) {
      const revisions = batch.flatMap(({ afterRevision }) => afterRevision ?? []);
      const contents = await revisionContents(db, revisions);
      yield batch.map((example) => editBackTo(example, contents, (line += 1)));
    }
  }
}

function editBackTo(
  { exampleId, afterRevision }: DifferingExample,
  contents: ReadonlyMap<number, RowContent>,
  line: number,
): ExampleEdit {
  if (afterRevision === null) return { kind: 'delete', line, exampleId };
  const content = contents.get(afterRevision);
  invariant(content !== undefined, 'revisions of published versions stay while their dataset does');
  return { kind: 'set', line, exampleId, content, revives: true, seenVersionId: null };
}

function* batchesOf(examples: readonly DifferingExample[]): Generator<readonly DifferingExample[]> {
  let batch: DifferingExample[] = [];
  let bytes = 0;
  for (const example of examples) {
    if (
      batch.length > 0 &&
      (batch.length >= BATCH_EXAMPLES_MAX || bytes + example.bytes > BATCH_BYTES_MAX)
    ) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(example);
    bytes += example.bytes;
  }
  if (batch.length > 0) yield batch;
}
