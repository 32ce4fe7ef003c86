import { Type, type Static } from 'typebox';
import { DatasetIdentifierParam } from './dataset-identifier.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  count,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
} from '../wire/schema-parts.ts';

const EXAMPLE = 'RGF0YXNldFNwbGl0OjE=';
const NAME_MAX = 1024;
const DESCRIPTION_MAX = 100_000;
const COLOR_MAX = 256;
/** The color of a split made without one. */
export const SPLIT_COLOR = '#33c5e8';

const Metadata = Type.Record(Type.String(), Type.Unknown(), { description: 'Custom metadata.' });

export const DatasetSplit = Type.Object(
  {
    id: globalId('Global ID of the split.', EXAMPLE),
    name: Type.String({ description: 'Name, unique over all datasets.', examples: ['train'] }),
    description: nullable(Type.String(), { description: 'The purpose of the split, or null.' }),
    color: Type.String({ description: 'Color it is shown in.', examples: [SPLIT_COLOR] }),
    metadata: Metadata,
    example_count: count('Examples of this dataset in it.'),
    created_at: isoTime('When it was created.'),
    updated_at: isoTime('When it was changed last.'),
  },
  { title: 'DatasetSplit' },
);
export type DatasetSplit = Static<typeof DatasetSplit>;
export const DatasetSplitReply = dataOf(DatasetSplit);
export const DatasetSplitPage = pageOf(DatasetSplit);
export const DatasetSplitListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(10)),
});
export const DatasetSplitParams = Type.Object({
  dataset_identifier: DatasetIdentifierParam,
  split_id: Type.String({
    minLength: 1,
    description: 'Global ID of the split.',
    examples: [EXAMPLE],
  }),
});

const name = Type.String({
  maxLength: NAME_MAX,
  description: 'Name, unique over all datasets; not blank.',
  examples: ['train'],
});
const description = nullable(Type.String({ maxLength: DESCRIPTION_MAX }), {
  description: 'The purpose of the split, or null.',
});
const color = Type.String({
  maxLength: COLOR_MAX,
  description: 'Color it is shown in.',
  examples: [SPLIT_COLOR],
});
const exampleIds = (what: string) =>
  Type.Array(Type.String({ maxLength: 100_000 }), {
    description: `${what} By Global ID, or by the id their maker gave them.`,
  });

export const CreateDatasetSplitBody = Type.Object(
  {
    name,
    description: Type.Optional(description),
    color: Type.Optional(
      nullable(color, { default: SPLIT_COLOR, description: 'Color it is shown in.' }),
    ),
    metadata: Type.Optional(nullable(Metadata, { description: 'Custom metadata; null for none.' })),
    example_ids: Type.Optional(exampleIds('Examples to put into it.')),
  },
  { title: 'CreateDatasetSplitBody' },
);
export type CreateDatasetSplitBody = Static<typeof CreateDatasetSplitBody>;
export const UpdateDatasetSplitBody = Type.Object(
  {
    name: Type.Optional(nullable(name, { description: 'A new name; may not be null.' })),
    description: Type.Optional(description),
    color: Type.Optional(nullable(color, { description: 'A new color; may not be null.' })),
    metadata: Type.Optional(
      nullable(Metadata, { description: 'Replaces what was there; null for nothing.' }),
    ),
    add_example_ids: Type.Optional(exampleIds('Examples to put into it.')),
    remove_example_ids: Type.Optional(
      exampleIds('Examples to take out of it; an example in both lists ends outside.'),
    ),
  },
  { title: 'UpdateDatasetSplitBody', description: 'Absent fields stay unchanged.' },
);
export type UpdateDatasetSplitBody = Static<typeof UpdateDatasetSplitBody>;
