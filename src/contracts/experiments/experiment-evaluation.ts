import { Type, type Static } from 'typebox';
import { ANNOTATOR_KINDS } from '../annotations/annotation-kind.ts';
import { dataOf, globalId, nullable, oneOf } from '../wire/schema-parts.ts';
import { ERROR_CHARS_MAX } from './experiment-run.ts';

export const EVALUATION_NAME_MAX = 1024;
export const EXPLANATION_CHARS_MAX = 1_000_000;
/** Of metadata as JSON text. */
export const METADATA_BYTES_MAX = 1_048_576;

const time = (what: string) =>
  Type.String({
    maxLength: 64,
    description: `${what} ISO 8601; without an offset it is UTC.`,
    examples: ['2026-11-20T18:16:00+00:00'],
  });
const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Additional key-value pairs.',
});

const Result = Type.Object(
  {
    label: Type.Optional(
      nullable(Type.String({ maxLength: EVALUATION_NAME_MAX }), {
        description: 'Categorical label.',
        examples: ['correct'],
      }),
    ),
    score: Type.Optional(
      nullable(Type.Number(), { description: 'Numeric score; finite.', examples: [1] }),
    ),
    explanation: Type.Optional(
      nullable(Type.String({ maxLength: EXPLANATION_CHARS_MAX }), {
        description: 'Text explanation.',
      }),
    ),
    metadata: Type.Optional(
      nullable(Metadata, {
        description:
          'As older clients send it; merged under the top-level `metadata`, whose keys win.',
      }),
    ),
  },
  { title: 'ExperimentEvaluationResult' },
);

export const UpsertExperimentEvaluationBody = Type.Object(
  {
    experiment_run_id: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Global ID of the run.',
      examples: ['RXhwZXJpbWVudFJ1bjox'],
    }),
    name: Type.String({
      minLength: 1,
      maxLength: EVALUATION_NAME_MAX,
      description: 'Name of the evaluation, unique for the run.',
      examples: ['correctness'],
    }),
    annotator_kind: oneOf(ANNOTATOR_KINDS, {
      description: 'Who evaluated: a model, code, or a person.',
    }),
    start_time: time('When the evaluator began.'),
    end_time: time('When it ended.'),
    result: Type.Optional(
      nullable(Result, {
        description: 'The result of the evaluator. `result` or `error` is required.',
      }),
    ),
    error: Type.Optional(
      nullable(Type.String({ maxLength: ERROR_CHARS_MAX }), {
        description: 'Why the evaluator failed.',
      }),
    ),
    metadata: Type.Optional(nullable(Metadata, { description: 'Additional key-value pairs.' })),
    trace_id: Type.Optional(
      nullable(Type.String({ maxLength: 64 }), {
        description: 'OpenTelemetry trace id of the evaluation.',
      }),
    ),
  },
  { title: 'UpsertExperimentEvaluationBody' },
);
export type UpsertExperimentEvaluationBody = Static<typeof UpsertExperimentEvaluationBody>;
export const UpsertExperimentEvaluationReply = dataOf(
  Type.Object(
    { id: globalId('Global ID of the evaluation.', 'RXhwZXJpbWVudEV2YWx1YXRpb246MQ==') },
    { title: 'UpsertedExperimentEvaluation' },
  ),
);
export const ExperimentEvaluationParams = Type.Object({
  evaluation_id: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'Global ID of the evaluation.',
    examples: ['RXhwZXJpbWVudEV2YWx1YXRpb246MQ=='],
  }),
});
