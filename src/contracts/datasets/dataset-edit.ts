import { Type, type Static } from 'typebox';
import { count, dataOf, globalId, nullable } from '../wire/schema-parts.ts';

/** Examples that one edit can be about. */
export const EDITS_MAX = 1_000;
const VERSION = 'RGF0YXNldFZlcnNpb246MQ==';

const part = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
const content = {
  input: part('The input.'),
  output: part('The expected output; empty by default.'),
  metadata: part('Notes; empty unless given.'),
};
/** The fields every edit may set on the version it creates. */
export const versionFields = {
  version_description: Type.Optional(
    nullable(Type.String({ maxLength: 10_000 }), {
      description: 'The change and its reason; shown with the new version.',
    }),
  ),
  base_version_id: Type.Optional(
    Type.String({
      maxLength: 128,
      description:
        'The version that was looked at: when another one is the newest by now, nothing is changed and the reply is 409.',
      examples: [VERSION],
    }),
  ),
};
export const SplitNames = Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
  maxItems: 100,
  description: 'Names of splits to put it into; new ones are made.',
});

const NewExample = Type.Object(
  {
    input: content.input,
    output: Type.Optional(
      nullable(content.output, { description: 'The expected output; none by default.' }),
    ),
    metadata: Type.Optional(
      nullable(content.metadata, { description: 'Notes; none unless given.' }),
    ),
    id: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 1024 }), {
        description:
          'An id of your own by which it can be found again; one of a deleted example brings that one back.',
      }),
    ),
    splits: Type.Optional(SplitNames),
    span_id: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 128 }), {
        description: 'OpenTelemetry id of the span it is made from.',
      }),
    ),
  },
  { title: 'NewDatasetExample' },
);
export type NewExample = Static<typeof NewExample>;
const changedContent = {
  seen_version_id: Type.Optional(
    Type.String({
      maxLength: 128,
      description:
        'The version in which the example was looked at: when a later one changed this example, nothing is changed and the reply is 409.',
      examples: [VERSION],
    }),
  ),
  input: Type.Optional(part('New input; absent fields stay unchanged.')),
  output: Type.Optional(part('New output.')),
  metadata: Type.Optional(part('New notes.')),
};
const exampleId = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Global ID of an example, or the id its maker gave it.',
});
const ChangedExample = Type.Object(
  { id: exampleId, ...changedContent },
  { title: 'ChangedDatasetExample' },
);
export type ChangedExample = Static<typeof ChangedExample>;

export const AddExamplesBody = Type.Object(
  {
    examples: Type.Array(NewExample, {
      minItems: 1,
      maxItems: EDITS_MAX,
      description: 'Examples to add.',
    }),
    ...versionFields,
  },
  { title: 'AddDatasetExamplesBody' },
);
export const EditExamplesBody = Type.Object(
  {
    add: Type.Optional(
      Type.Array(NewExample, { maxItems: EDITS_MAX, description: 'Examples to add.' }),
    ),
    edit: Type.Optional(
      Type.Array(ChangedExample, { maxItems: EDITS_MAX, description: 'Examples to change.' }),
    ),
    delete: Type.Optional(
      Type.Array(exampleId, { maxItems: EDITS_MAX, description: 'Examples to remove.' }),
    ),
    ...versionFields,
  },
  { title: 'EditDatasetExamplesBody', description: 'All of it, in one new version, or none.' },
);
export type EditExamplesBody = Static<typeof EditExamplesBody>;
export const EditExampleBody = Type.Object(
  { ...changedContent, ...versionFields },
  { title: 'EditDatasetExampleBody' },
);
export const DeleteExampleParams = Type.Object(versionFields);

export const RevertBody = Type.Object(
  {
    version_id: Type.String({
      maxLength: 128,
      description: 'The version to go back to.',
      examples: [VERSION],
    }),
    ...versionFields,
  },
  { title: 'RevertDatasetBody' },
);

export const EditOutcome = Type.Object(
  {
    dataset_id: globalId('Global ID of the dataset.', 'RGF0YXNldDox'),
    version_id: globalId(
      'Global ID of its newest version; a new one when anything changed.',
      VERSION,
    ),
    num_created_examples: count('Examples added, or brought back.'),
    num_updated_examples: count('Examples with new content.'),
    num_deleted_examples: count('Examples removed.'),
  },
  { title: 'DatasetEditOutcome' },
);
export type EditOutcome = Static<typeof EditOutcome>;
export const EditReply = dataOf(EditOutcome);

export const UpdateDatasetBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 'A new name, unique and not blank.',
        examples: ['refund questions'],
      }),
    ),
    description: Type.Optional(
      nullable(Type.String({ maxLength: 100_000 }), {
        description: 'The description of the dataset; null for none.',
      }),
    ),
    metadata: Type.Optional(
      nullable(part('Replaces what was there.'), {
        description: 'Custom metadata; null for none.',
      }),
    ),
  },
  {
    title: 'UpdateDatasetBody',
    description: 'Absent fields stay unchanged. Creates no new version.',
  },
);
