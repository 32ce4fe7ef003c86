import { Type } from 'typebox';
import { ANNOTATOR_KINDS } from '../annotations/annotation-kind.ts';
import { globalId, isoTime, nullable, oneOf } from '../wire/schema-parts.ts';

const ExportedEvaluation = Type.Object(
  {
    name: Type.String({ description: 'Name of the evaluation.' }),
    annotator_kind: oneOf(ANNOTATOR_KINDS, { description: 'Who evaluated.' }),
    label: nullable(Type.String(), { description: 'Categorical label, or null.' }),
    score: nullable(Type.Number(), { description: 'Numeric score, or null.' }),
    explanation: nullable(Type.String(), { description: 'Text explanation, or null.' }),
    trace_id: nullable(Type.String(), {
      description: 'OpenTelemetry trace id of the evaluation, or null.',
    }),
    error: nullable(Type.String(), {
      description: 'Why the evaluator failed; null when it did not.',
    }),
    metadata: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Additional key-value pairs.',
    }),
    start_time: isoTime('When the evaluator began.'),
    end_time: isoTime('When it ended.'),
  },
  { title: 'ExportedExperimentEvaluation' },
);

const tokens = (what: string) =>
  nullable(Type.Integer({ minimum: 0 }), {
    description: `${what} tokens of its trace; null when unknown.`,
  });

/** `GET /v1/experiments/{experiment_id}/json`. */
export const ExportedExperimentRuns = Type.Array(
  Type.Object(
    {
      example_id: globalId('Global ID of the example.', 'RGF0YXNldEV4YW1wbGU6MQ=='),
      repetition_number: Type.Integer({
        minimum: 1,
        description: 'Which repetition of the example, from 1.',
      }),
      input: Type.Unknown({ description: 'The input.' }),
      reference_output: Type.Unknown({ description: 'The expected output.' }),
      output: Type.Unknown({ description: 'The output of the task.' }),
      error: nullable(Type.String(), {
        description: 'Why the task failed; null when it succeeded.',
      }),
      latency_ms: Type.Number({ minimum: 0, description: 'From start to end, in milliseconds.' }),
      start_time: isoTime('When the task began.'),
      end_time: isoTime('When it ended.'),
      trace_id: nullable(Type.String(), { description: 'OpenTelemetry trace id.' }),
      prompt_token_count: tokens('Prompt'),
      completion_token_count: tokens('Completion'),
      annotations: Type.Array(ExportedEvaluation, { description: 'Evaluations, by name.' }),
    },
    { title: 'ExportedExperimentRun' },
  ),
);
