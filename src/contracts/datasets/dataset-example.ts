import { Type, type Static } from 'typebox';
import { VersionParam } from './dataset-version.ts';
import {
  CursorParam,
  globalId,
  isoTime,
  LIMIT_MAX,
  nullable,
  repeated,
} from '../wire/schema-parts.ts';

const content = (description: string, example: object) =>
  Type.Record(Type.String(), Type.Unknown(), { description, examples: [example] });

export const DatasetExampleSource = Type.Object(
  {
    span_id: Type.String({
      description: 'OpenTelemetry id of the span it was made from.',
      examples: ['00f067aa0ba902b7'],
    }),
    span_node_id: globalId('Global ID of that span.', 'U3BhbjoxMg=='),
  },
  { title: 'DatasetExampleSource' },
);

export const DatasetExample = Type.Object(
  {
    id: Type.String({
      description: 'The id its maker gave it, otherwise its Global ID.',
      examples: ['ticket-4711'],
    }),
    node_id: globalId('Global ID of the example.', 'RGF0YXNldEV4YW1wbGU6MQ=='),
    input: content('The input.', { question: 'How do I return a parcel?' }),
    output: content('The expected output.', { answer: 'Within 30 days, with the label enclosed.' }),
    metadata: content('Custom metadata.', { tier: 'gold' }),
    updated_at: isoTime('When it got this content.'),
    splits: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Names of the splits it is in now, in order; only in pages, where `limit` or `cursor` was given.',
      }),
    ),
    source: Type.Optional(
      nullable(DatasetExampleSource, {
        description: 'The span it was made from; null without one.',
      }),
    ),
  },
  { title: 'DatasetExample' },
);
export type DatasetExample = Static<typeof DatasetExample>;

export const ListDatasetExamplesData = Type.Object(
  {
    dataset_id: globalId('Global ID of the dataset.', 'RGF0YXNldDox'),
    version_id: globalId('Global ID of the version that was read.', 'RGF0YXNldFZlcnNpb246MQ=='),
    filtered_splits: Type.Array(Type.String(), {
      description: 'Names of the splits asked for; empty when none were.',
    }),
    examples: Type.Array(DatasetExample, { description: 'Oldest first.' }),
  },
  { title: 'ListDatasetExamplesData' },
);
export type ListDatasetExamplesData = Static<typeof ListDatasetExamplesData>;
export const ListDatasetExamplesReply = Type.Object({
  data: ListDatasetExamplesData,
  next_cursor: nullable(Type.String(), {
    description: 'Cursor of the next page; null at the end, and when no `limit` was given.',
  }),
  scanned: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'With `contains`: how many examples were looked through for this page.',
    }),
  ),
});

/** More examples no dataset has. */
const OFFSET_MAX = 1_000_000_000;

/** The query parameter that narrows a list of examples. */
export const SplitParam = repeated(
  Type.String({ minLength: 1, maxLength: 1024, examples: ['train'] }),
  'Global ID or name of a split; examples of any of them.',
  100,
);
export const ListDatasetExamplesParams = Type.Object({
  version_id: Type.Optional(VersionParam),
  split: Type.Optional(SplitParam),
  // Without a default: its absence means all.
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      description:
        'Rows in a page, 1 to 1,000. All examples at once unless this or `cursor` is given.',
    }),
  ),
  cursor: Type.Optional(CursorParam),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OFFSET_MAX,
      description:
        'Examples to leave out from the cursor on, or from the first: a page out of the middle. Not with `split` or `contains`.',
    }),
  ),
  contains: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      pattern: '\\S',
      description:
        'Examples with this text in a value, a key or an id, in any case; in pages. A page may end early, even without a row: `next_cursor` says where to go on.',
      examples: ['refund'],
    }),
  ),
});
