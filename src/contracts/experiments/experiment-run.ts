import { Type, type Static } from 'typebox';
import { DatasetExample } from '../datasets/dataset-example.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  LIMIT_MAX,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  repeated,
} from '../wire/schema-parts.ts';

export const ERROR_CHARS_MAX = 100_000;
/** Of an output's JSON text. */
export const OUTPUT_BYTES_MAX = 1_048_576;

const traceId = nullable(Type.String({ maxLength: 64 }), {
  description: 'OpenTelemetry trace id of the run, or null.',
});
const inputTime = (what: string) =>
  Type.String({
    maxLength: 64,
    description: `${what} ISO 8601; without an offset it is UTC.`,
    examples: ['2026-11-20T18:16:00+00:00'],
  });

export const CreateExperimentRunBody = Type.Object(
  {
    dataset_example_id: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Global ID of the example.',
      examples: ['RGF0YXNldEV4YW1wbGU6MQ=='],
    }),
    output: Type.Unknown({
      description: 'The output of the task: any JSON of up to 1 MiB.',
      examples: [{ answer: 'Within 30 days.' }],
    }),
    repetition_number: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Which repetition of the example, from 1.',
    }),
    start_time: inputTime('When the task began.'),
    end_time: inputTime('When it ended.'),
    trace_id: Type.Optional(traceId),
    error: Type.Optional(
      nullable(Type.String({ maxLength: ERROR_CHARS_MAX }), {
        description: 'Why the task failed; null when it succeeded.',
      }),
    ),
  },
  { title: 'CreateExperimentRunBody' },
);
export type CreateExperimentRunBody = Static<typeof CreateExperimentRunBody>;
export const CreateExperimentRunReply = dataOf(
  Type.Object(
    { id: globalId('Global ID of the run.', 'RXhwZXJpbWVudFJ1bjox') },
    { title: 'CreatedExperimentRun' },
  ),
);

export const ExperimentRun = Type.Object(
  {
    id: globalId('Global ID of the run.', 'RXhwZXJpbWVudFJ1bjox'),
    experiment_id: globalId('Global ID of its experiment.', 'RXhwZXJpbWVudDox'),
    dataset_example_id: globalId('Global ID of the example.', 'RGF0YXNldEV4YW1wbGU6MQ=='),
    output: Type.Unknown({ description: 'The output of the task.' }),
    repetition_number: Type.Integer({
      minimum: 1,
      description: 'Which repetition of the example, from 1.',
    }),
    start_time: isoTime('When the task began.'),
    end_time: isoTime('When it ended.'),
    trace_id: Type.Optional(traceId),
    error: Type.Optional(
      nullable(Type.String(), { description: 'Why the task failed; null when it succeeded.' }),
    ),
  },
  { title: 'ExperimentRun' },
);
export type ExperimentRun = Static<typeof ExperimentRun>;
export const ExperimentRunPage = pageOf(ExperimentRun);
export const ExperimentRunListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  // Without a default: its absence means all.
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      description: 'Rows in a page, 1 to 1,000. Without it all runs, streamed.',
    }),
  ),
});

export const IncompleteExperimentRun = Type.Object(
  {
    dataset_example: DatasetExample,
    repetition_numbers: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Repetitions that are missing or failed.',
    }),
  },
  { title: 'IncompleteExperimentRun' },
);
export const IncompleteExperimentRunPage = pageOf(IncompleteExperimentRun);
export const IncompleteRunListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(50)),
});

export const IncompleteExperimentEvaluation = Type.Object(
  {
    experiment_run: ExperimentRun,
    dataset_example: DatasetExample,
    evaluation_names: Type.Array(Type.String(), {
      description: 'Which of the evaluations asked for are missing or failed.',
    }),
  },
  { title: 'IncompleteExperimentEvaluation' },
);
export const IncompleteExperimentEvaluationPage = pageOf(IncompleteExperimentEvaluation);
export const IncompleteEvaluationListParams = Type.Object({
  // Optional here, since its absence is 400, not 422.
  evaluation_name: Type.Optional(
    repeated(
      Type.String({ minLength: 1, maxLength: 1024, examples: ['correctness'] }),
      'Name of an evaluation. Required.',
      100,
    ),
  ),
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(50)),
});
