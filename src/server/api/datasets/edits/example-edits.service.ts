import type { ChangedExample, EditExamplesBody, NewExample } from '#contracts/datasets/dataset-edit.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import type { ExampleEdit, ExampleEdits } from '#core/dataset/example-edit.ts';
import type { RowContent } from '#core/dataset/row-content.ts';
import type { DatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { findExamples } from '#server/stores/meta/datasets/example-ids.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { splitNames } from '#server/api/kit/datasets/split-names.ts';

const EDITS_PER_BATCH = 200;
const IDS_NAMED = 20;

/** The edits a request asks for. 404 names the examples that the dataset does not have. */
export async function requestedEdits(
  db: MetaDb,
  dataset: DatasetRef,
  body: Pick<EditExamplesBody, 'add' | 'edit' | 'delete'>,
): Promise<readonly ExampleEdit[]> {
  const { add = [], edit = [], delete: remove = [] } = body;
  const { numbers, missing } = await findExamples(db, dataset, [...edit.map(({ id }) => id), ...remove]);
  if (missing.length > 0) {
    const named = missing.slice(0, IDS_NAMED).map((id) => `'${id.slice(0, 100)}'`);
    throw new AppError('not_found', `Examples not found in dataset '${dataset.name.slice(0, 200)}': ${named.join(', ')}`);
  }
  const number = (id: string): number => numbers.get(id) ?? 0;
  return [
    ...add.map((example, index) => addition(example, index + 1)),
    ...edit.map((example, index): ExampleEdit => {
      if (example.input === undefined && example.output === undefined && example.metadata === undefined)
        throw new AppError('unprocessable', `edit[${index}] changes nothing: give input, output or metadata.`);
      const seen = example.seen_version_id;
      return {
        kind: 'set',
        line: index + 1,
        exampleId: number(example.id),
        content: partTexts(example),
        revives: false,
        seenVersionId: seen === undefined ? null : requireGlobalId(seen, 'DatasetVersion', 'seen_version_id'),
      };
    }),
    ...remove.map((id, index): ExampleEdit => ({ kind: 'delete', line: index + 1, exampleId: number(id) })),
  ];
}

/** Some of the edits at a time, so that each is a small transaction. */
export async function* inBatches(edits: readonly ExampleEdit[]): ExampleEdits {
  for (let at = 0; at < edits.length; at += EDITS_PER_BATCH) yield edits.slice(at, at + EDITS_PER_BATCH);
}

function addition(example: NewExample, line: number): ExampleEdit {
  const { id, input, output, metadata, splits = [], span_id: spanId } = example;
  return {
    kind: 'add',
    line,
    content: { input: JSON.stringify(input), output: JSON.stringify(output ?? {}), metadata: JSON.stringify(metadata ?? {}) },
    ownId: id === undefined || id === null || id.trim() === '' ? null : id.trim(),
    splits: splitNames(splits),
    span: spanId === undefined || spanId === null ? null : { spanId: spanId.toLowerCase(), number: null },
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
