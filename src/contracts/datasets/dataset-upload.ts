import { Type, type Static } from 'typebox';
import { Job } from '../jobs/job.ts';
import { count, dataOf, globalId, nullable } from '../wire/schema-parts.ts';

/** How an upload treats an existing dataset of that name. */
export const DATASET_ACTIONS = ['create', 'append', 'update'] as const;
export type DatasetAction = (typeof DATASET_ACTIONS)[number];

export const UploadDatasetParams = Type.Object({
  sync: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'True answers when the examples are stored; false answers a job at once.',
    }),
  ),
});

const contents = () => Type.Array(Type.Record(Type.String(), Type.Unknown()));
const EACH = 'One for each example.';
const ids = (what: string) =>
  nullable(Type.Array(nullable(Type.String())), { description: `${EACH} ${what}` });

/**
 * An upload as JSON. Documents the body; the server reads it piece by piece, so that it need not
 * fit in memory.
 */
export const UploadDatasetBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      description: 'Name of the dataset.',
      examples: ['refund questions'],
    }),
    action: Type.Optional(
      Type.String({
        default: 'create',
        description:
          '`create` needs a free name; `append` adds examples; `update` makes the dataset hold exactly these. The last two create it when there is none.',
        examples: DATASET_ACTIONS,
      }),
    ),
    description: Type.Optional(
      nullable(Type.String(), { description: 'Used when the dataset is created.' }),
    ),
    inputs: { ...contents(), description: 'The inputs, one object for each example.' },
    outputs: Type.Optional(
      nullable(contents(), { description: `${EACH} What is expected to come out.` }),
    ),
    metadata: Type.Optional(nullable(contents(), { description: `${EACH} Notes.` })),
    splits: Type.Optional(
      nullable(
        Type.Array(nullable(Type.Union([Type.String(), Type.Array(nullable(Type.String()))]))),
        {
          description: `${EACH} The name of a split, a list of names, or null.`,
        },
      ),
    ),
    span_ids: Type.Optional(ids('OpenTelemetry id of the span it was made from, or null.')),
    example_ids: Type.Optional(
      ids(
        'An id of your own by which later uploads find the example, or its Global ID, or null. No two the same.',
      ),
    ),
  },
  { title: 'UploadDatasetBody' },
);

const columns = (what: string) =>
  Type.Optional(
    Type.Array(Type.String(), {
      description: `${what} Repeated, with or without \`[]\` in its name.`,
    }),
  );
const column = (what: string) => Type.Optional(Type.String({ description: `A column: ${what}` }));

/** An upload as a form with a file. Documents the body: the server reads it as it arrives. */
export const UploadDatasetForm = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      description: 'Name of the dataset.',
      examples: ['refund questions'],
    }),
    action: Type.Optional(
      Type.String({ default: 'create', description: 'As in JSON.', examples: DATASET_ACTIONS }),
    ),
    description: Type.Optional(
      Type.String({
        description: 'Used when the dataset is created; the name of the file unless given.',
      }),
    ),
    'input_keys[]': columns('Columns that go in.'),
    'output_keys[]': columns('Columns that are expected to come out.'),
    'metadata_keys[]': columns('Columns of notes.'),
    'split_keys[]': columns('Columns that hold the name of a split.'),
    split_key: column(
      'the name of a split, or a JSON list of names. Not together with `split_keys[]`.',
    ),
    'flatten_keys[]': columns('Columns of JSON objects whose keys come in their place.'),
    span_id_key: column('OpenTelemetry id of the span an example was made from.'),
    example_id_key: column('an id of your own, or the Global ID of an example.'),
    typed: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Cells of CSV are read as JSON where they are JSON, as an export with `typed` writes them.',
      }),
    ),
    leave_out_uneven_lines: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Lines of CSV with more or fewer cells than the header are left out, and the reply counts them (`num_left_out_lines`); otherwise the first of them refuses the file. A file of which nothing would be left is refused all the same.',
      }),
    ),
    file: Type.String({
      format: 'binary',
      description:
        'The file; its part says what it is: `text/csv`, `application/jsonl`, `application/x-pandas-pyarrow` (Arrow stream or file) or `application/vnd.apache.parquet`, with `Content-Encoding` gzip or deflate for the first two. CSV may have commas, semicolons or tabs between its cells: its header tells, or a first line `sep=;`.',
    }),
  },
  { title: 'UploadDatasetForm' },
);

export const UploadDatasetData = Type.Object(
  {
    dataset_id: globalId('Global ID of the dataset.', 'RGF0YXNldDox'),
    version_id: globalId(
      'Global ID of its newest version; a new one when anything changed.',
      'RGF0YXNldFZlcnNpb246MQ==',
    ),
    num_created_examples: count('Examples added.'),
    num_updated_examples: count('Examples whose content or splits changed.'),
    num_deleted_examples: count('Examples removed.'),
    num_left_out_lines: Type.Optional(
      count('With `leave_out_uneven_lines=true`: lines that were left out.'),
    ),
  },
  { title: 'UploadDatasetData' },
);
export type UploadDatasetData = Static<typeof UploadDatasetData>;
export const UploadDatasetReply = dataOf(
  Type.Union([UploadDatasetData, Job], {
    description: 'The outcome, or with `sync=false` the job.',
  }),
);
