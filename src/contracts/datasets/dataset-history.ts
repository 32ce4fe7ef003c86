import { Type, type Static } from 'typebox';
import { versionMaker } from './dataset-version.ts';
import { DatasetParams } from './dataset.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  count,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
} from '../wire/schema-parts.ts';

const VERSION = 'RGF0YXNldFZlcnNpb246MQ==';
const part = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
const ExampleContent = Type.Object(
  {
    input: part('The input.'),
    output: part('The expected output.'),
    metadata: part('Custom metadata.'),
  },
  { title: 'DatasetExampleContent' },
);

/** The path parameters naming one example of a dataset. */
export const DatasetExampleParams = Type.Object({
  ...DatasetParams.properties,
  example_identifier: Type.String({
    minLength: 1,
    description: 'Global ID of the example, or the id its maker gave it, percent-encoded.',
    examples: ['ticket-4711'],
  }),
});

export const ExampleRevision = Type.Object(
  {
    version_id: globalId('Global ID of the version that brought it.', VERSION),
    kind: oneOf(['CREATE', 'PATCH', 'DELETE'], {
      description: 'The change: added (or added again), changed, removed.',
    }),
    created_at: isoTime('When the version was made.'),
    version_description: nullable(Type.String(), {
      description: 'The description of the version, or null.',
    }),
    ...versionMaker,
    content: nullable(ExampleContent, {
      description: 'The content from then on; null when it was removed.',
    }),
  },
  { title: 'DatasetExampleRevision' },
);
export type ExampleRevision = Static<typeof ExampleRevision>;
export const ExampleHistoryPage = pageOf(ExampleRevision);
export const ExampleHistoryParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(20, 100)),
});

export const FieldChange = Type.Object(
  {
    path: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
      description: 'Keys and list positions from the content down.',
      examples: [['output', 'answer']],
    }),
    kind: oneOf(['added', 'removed', 'changed'], { description: 'The change of the field.' }),
    before: Type.Optional(
      Type.Unknown({ description: 'Its value before; absent when it was added.' }),
    ),
    after: Type.Optional(
      Type.Unknown({ description: 'Its value after; absent when it was removed.' }),
    ),
  },
  { title: 'DatasetFieldChange' },
);
const DifferingExample = Type.Object(
  {
    id: Type.String({
      description: 'The id its maker gave it, otherwise its Global ID.',
      examples: ['ticket-4711'],
    }),
    node_id: globalId('Global ID of the example.', 'RGF0YXNldEV4YW1wbGU6MQ=='),
    kind: oneOf(['added', 'removed', 'changed'], { description: 'The change of the example.' }),
    before: nullable(ExampleContent, {
      description: 'The content before; null when it was added.',
    }),
    after: nullable(ExampleContent, {
      description: 'The content after; null when it was removed.',
    }),
    changes: Type.Array(FieldChange, {
      description: 'The differences, field by field; empty unless the example was changed.',
    }),
    changes_complete: Type.Boolean({
      description: 'False when more fields differ than are listed.',
    }),
  },
  { title: 'DatasetExampleDiff' },
);
export const DatasetDiffReply = Type.Object({
  ...dataOf(Type.Array(DifferingExample, { description: 'Oldest example first.' })).properties,
  from_version_id: nullable(Type.String(), {
    description: 'The version compared from; null for the nothing before the first one.',
  }),
  to_version_id: globalId('The version compared to.', VERSION),
  totals: nullable(
    Type.Object(
      {
        added: count('Examples added.'),
        removed: count('Examples removed.'),
        changed: count('Examples changed.'),
      },
      { title: 'DatasetDiffTotals' },
    ),
    { description: 'Over all pages; null on the pages after the first.' },
  ),
  next_cursor: nullable(Type.String(), {
    description: 'Cursor of the next page; null at the end.',
  }),
});
export type DatasetDiffReply = Static<typeof DatasetDiffReply>;
export const DatasetDiffParams = Type.Object({
  from_version_id: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'Version to compare from; the one before the other unless given.',
      examples: [VERSION],
    }),
  ),
  to_version_id: Type.Optional(
    Type.String({
      maxLength: 128,
      description: 'Version to compare to; the newest one unless given.',
      examples: [VERSION],
    }),
  ),
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(50, 200)),
});
