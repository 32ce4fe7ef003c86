import { Type, type Static } from 'typebox';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  count,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  repeated,
} from '../wire/schema-parts.ts';
import { EXPERIMENTS_DELETED_MAX } from './experiment-limits.ts';

const EXAMPLE = 'RXhwZXJpbWVudDox';
const NAME_MAX = 1024;
const DESCRIPTION_MAX = 100_000;
export const REPETITIONS_MAX = 1_000;

const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Additional key-value pairs.',
  examples: [{ model: 'gpt-4o' }],
});

export const Experiment = Type.Object(
  {
    id: globalId('Global ID of the experiment.', EXAMPLE),
    dataset_id: globalId('Global ID of its dataset.', 'RGF0YXNldDox'),
    dataset_version_id: globalId(
      'Global ID of the dataset version that it runs on.',
      'RGF0YXNldFZlcnNpb246MQ==',
    ),
    sequence_number: Type.Integer({
      minimum: 1,
      description: 'Number of the experiment in its dataset, from 1.',
    }),
    name: Type.String({ description: 'Name; not unique.', examples: ['shorter prompt'] }),
    description: nullable(Type.String(), { description: 'Description, or null.' }),
    repetitions: Type.Integer({ minimum: 1, description: 'How many times each example runs.' }),
    metadata: Metadata,
    splits: Type.Array(Type.String(), {
      description: 'Names of the splits that its examples were taken from; empty for all examples.',
    }),
    tags: Type.Array(Type.String(), {
      description:
        'Names of its tags, in order. `baseline` marks the one that others are compared with.',
    }),
    project_name: nullable(Type.String(), {
      description:
        'The project name to send its traces to, which still refers to the project after a rename.',
    }),
    created_by: nullable(Type.String(), {
      description: 'Name of the user who created it; null without authentication.',
    }),
    created_at: isoTime('When it was created.'),
    updated_at: isoTime('When its name, description or metadata changed last.'),
    example_count: count('Examples that it runs on, fixed at creation.'),
    successful_run_count: count('Runs without an error.'),
    failed_run_count: count('Runs with an error.'),
    missing_run_count: count('Runs that are still to come: examples × repetitions − runs.'),
  },
  { title: 'Experiment' },
);
export type Experiment = Static<typeof Experiment>;
export const ExperimentPage = pageOf(Experiment);
export const ExperimentReply = dataOf(Experiment);

const experimentId = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Global ID of the experiment.',
  examples: [EXAMPLE],
});
export const ExperimentParams = Type.Object({ experiment_id: experimentId });
export const ExperimentListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(50)),
});
export const DeleteExperimentParams = Type.Object({
  delete_project: Type.Optional(
    Type.Boolean({ default: false, description: 'Also delete the project with its traces.' }),
  ),
});

const description = nullable(Type.String({ maxLength: DESCRIPTION_MAX }), {
  description: 'Description, or null.',
});
export const CreateExperimentBody = Type.Object(
  {
    name: Type.Optional(
      nullable(Type.String({ maxLength: NAME_MAX }), {
        description:
          "Name. Default, also of an empty one: the start of the dataset's name and 8 random hexadecimal digits.",
        examples: ['shorter prompt'],
      }),
    ),
    description: Type.Optional(description),
    metadata: Type.Optional(
      nullable(Metadata, { description: 'Additional key-value pairs; null for none.' }),
    ),
    version_id: Type.Optional(
      nullable(Type.String({ maxLength: 1024 }), {
        description: 'Global ID of the dataset version. Default: the latest version.',
      }),
    ),
    splits: Type.Optional(
      nullable(
        repeated(
          Type.String({ minLength: 1, maxLength: 1024 }),
          'Global ID or name of a split.',
          100,
        ),
        {
          description:
            'Run only on examples of any of these splits, as they are now. By Global ID or name; null for all examples.',
        },
      ),
    ),
    repetitions: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: REPETITIONS_MAX,
        default: 1,
        description: `How many times each example runs, 1 to ${REPETITIONS_MAX.toLocaleString('en-US')}.`,
      }),
    ),
  },
  { title: 'CreateExperimentBody' },
);
export type CreateExperimentBody = Static<typeof CreateExperimentBody>;

export const UpdateExperimentBody = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: NAME_MAX, description: 'New name.' })),
    description: Type.Optional(description),
    metadata: Type.Optional(Metadata),
  },
  {
    title: 'UpdateExperimentBody',
    description: 'Absent fields stay unchanged; at least one is needed.',
  },
);
export type UpdateExperimentBody = Static<typeof UpdateExperimentBody>;

export const DeleteExperimentsBody = Type.Object(
  {
    experiment_ids: Type.Array(experimentId, {
      minItems: 1,
      maxItems: EXPERIMENTS_DELETED_MAX,
      description: `Global IDs of 1 to ${EXPERIMENTS_DELETED_MAX.toLocaleString('en-US')} experiments. Unknown ones are skipped.`,
    }),
    delete_projects: Type.Optional(
      Type.Boolean({ default: false, description: 'Also delete their projects with the traces.' }),
    ),
  },
  { title: 'DeleteExperimentsBody' },
);

export const TAG_NAME = /^[a-z0-9]([_a-z0-9-]*[a-z0-9])?$/;
const tagName = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: TAG_NAME.source,
  description:
    'Lower-case letters, digits, `-` and `_`, beginning and ending with a letter or digit. Unique in the dataset.',
  examples: ['baseline'],
});
export const ExperimentTag = Type.Object(
  {
    id: globalId('Global ID of the tag.', 'RXhwZXJpbWVudFRhZzox'),
    name: Type.String({ description: 'Name, unique in the dataset.', examples: ['baseline'] }),
    description: nullable(Type.String(), { description: 'Description, or null.' }),
  },
  { title: 'ExperimentTag' },
);
export type ExperimentTag = Static<typeof ExperimentTag>;
export const ExperimentTagsReply = dataOf(Type.Array(ExperimentTag));
export const ExperimentTagReply = dataOf(ExperimentTag);
export const SetExperimentTagBody = Type.Object(
  { name: tagName, description: Type.Optional(description) },
  { title: 'SetExperimentTagBody' },
);
export const ExperimentTagParams = Type.Object({
  experiment_id: experimentId,
  tag_identifier: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'Global ID or name of the tag.',
    examples: ['baseline'],
  }),
});
