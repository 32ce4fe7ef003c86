import { Type, type Static } from 'typebox';
import { DatasetLabel } from './dataset-label.ts';
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

const EXAMPLE = 'RGF0YXNldDox';

export const Dataset = Type.Object(
  {
    id: globalId('Global ID of the dataset.', EXAMPLE),
    name: Type.String({ description: 'Unique name.', examples: ['refund questions'] }),
    description: nullable(Type.String(), {
      description: 'The description of the dataset, or null.',
    }),
    metadata: Type.Record(Type.String(), Type.Unknown(), { description: 'Custom metadata.' }),
    created_at: isoTime('When it was created.'),
    updated_at: isoTime('When it got its newest version.'),
    example_count: count('Examples of the newest version.'),
    version_count: count('Versions, all of which stay readable.'),
    labels: Type.Array(DatasetLabel, { description: 'Its labels, newest label first.' }),
    experiment_count: count('Experiments that ran on any version.'),
    latest_experiment: nullable(
      Type.Object({
        id: globalId('Global ID of the experiment.', 'RXhwZXJpbWVudDox'),
        sequence_number: Type.Integer({
          minimum: 1,
          description: 'Number of the experiment in the dataset.',
        }),
        name: Type.String({ description: 'Name of the experiment.' }),
        created_at: isoTime('When it was created.'),
      }),
      { description: 'The newest experiment; null without one.' },
    ),
  },
  { title: 'Dataset' },
);
export type Dataset = Static<typeof Dataset>;
export const DatasetPage = pageOf(Dataset);
export const DatasetReply = dataOf(Dataset);

export const DatasetListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  name: Type.Optional(
    Type.String({
      description: 'The name of one dataset, exactly.',
      examples: ['refund questions'],
    }),
  ),
  limit: Type.Optional(limitParam(10)),
});

/** The path parameter naming a dataset. */
export const DeleteDatasetParams = Type.Object({
  delete_projects: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also delete the projects of its experiments with their traces.',
    }),
  ),
});
export const DatasetParams = Type.Object({
  id: Type.String({
    minLength: 1,
    description:
      "Global ID of the dataset. This route doesn't accept the name; `GET /v1/datasets?name=…` gives the ID.",
    examples: [EXAMPLE],
  }),
});
