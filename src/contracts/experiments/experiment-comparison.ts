import { Type, type Static } from 'typebox';
import { ANNOTATOR_KINDS } from '../annotations/annotation-kind.ts';
import { DatasetExample } from '../datasets/dataset-example.ts';
import {
  CursorParam,
  count,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
  repeated,
} from '../wire/schema-parts.ts';
import { COMPARED_MAX } from './experiment-limits.ts';
import { Experiment } from './experiment.ts';
import { ExperimentRun } from './experiment-run.ts';
import { PairedDifference } from './experiment-figures.ts';

/** Characters of inputs and outputs in rows. */
export const PREVIEW_CHARS = 300;

const figure = (description: string) => nullable(Type.Number(), { description });

/** Which rows to show: the second and further experiments compared with the first. */
export const COMPARISON_VIEWS = [
  'all',
  'regressed',
  'improved',
  'disagree',
  'errors',
  'missing',
] as const;
export type ComparisonView = (typeof COMPARISON_VIEWS)[number];
export const COMPARISON_SORTS = [
  'regression',
  'example',
  'difference',
  'score',
  'latency_ms',
  'tokens',
  'cost_usd',
] as const;
export type ComparisonSort = (typeof COMPARISON_SORTS)[number];

const experiment = Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
  minItems: 1,
  maxItems: COMPARED_MAX,
  description:
    'Global ID of an experiment, 1 to 4 times; all of one dataset. The first is the base that the others are compared with.',
});
const evaluation = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1024,
    description:
      'Name of the evaluation that `show` and `sort` look at. Default: all of them together for `show`, the first by name for `sort`.',
    examples: ['correctness'],
  }),
);
const filter = Type.Optional(
  Type.String({
    maxLength: 4096,
    description:
      "A condition over runs of the base in the filter language: `input['k']`, `reference_output['k']`, `metadata['k']`, `output`, `error`, `latency_ms`, `evals['n'].score|label|explanation`; `experiments[1].…` for a run of the second.",
    examples: ["evals['correctness'].score < 1 and latency_ms > 2000"],
  }),
);
const split = Type.Optional(
  repeated(
    Type.String({ minLength: 1, maxLength: 1024, examples: ['test'] }),
    'Name or Global ID of a split; examples of any of them.',
    100,
  ),
);

/** `GET /v1/experiment_comparison`: rows. */
export const ComparisonParams = Type.Object({
  experiment,
  evaluation,
  filter,
  split,
  show: Type.Optional(
    oneOf(COMPARISON_VIEWS, {
      default: 'all',
      description:
        'Which examples: those that got worse or better in any further experiment, those where experiments disagree, those with an error, those with missing runs.',
    }),
  ),
  sort: Type.Optional(
    oneOf(COMPARISON_SORTS, {
      default: 'regression',
      description:
        '`regression`: largest loss first, then by example; `difference` of `evaluation` between the last experiment and the base; `score`, `latency_ms`, `tokens`, `cost_usd` of the last experiment; ties by example.',
    }),
  ),
  order: Type.Optional(
    oneOf(['asc', 'desc'], {
      default: 'asc',
      description: 'Ascending or descending; rows without a value come last in either order.',
    }),
  ),
  limit: Type.Optional(limitParam(50, 200)),
  cursor: Type.Optional(CursorParam),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Rows to leave out: a page out of the middle. Not with `cursor`.',
    }),
  ),
});

export const ComparedEvaluation = Type.Object(
  {
    id: globalId('Global ID of the evaluation.', 'RXhwZXJpbWVudEV2YWx1YXRpb246MQ=='),
    name: Type.String({ description: 'Name of the evaluation.' }),
    annotator_kind: oneOf(ANNOTATOR_KINDS, { description: 'Who evaluated.' }),
    label: nullable(Type.String(), { description: 'Categorical label, or null.' }),
    score: nullable(Type.Number(), { description: 'Numeric score, or null.' }),
    error: nullable(Type.String(), {
      description: 'Why the evaluator failed; cut to 300 characters in rows.',
    }),
  },
  { title: 'ComparedEvaluation' },
);

export const ComparedRun = Type.Object(
  {
    id: globalId('Global ID of the run.', 'RXhwZXJpbWVudFJ1bjox'),
    repetition_number: Type.Integer({
      minimum: 1,
      description: 'Which repetition of the example, from 1.',
    }),
    output_preview: Type.String({
      description: 'The start of the output as text, up to 300 characters.',
    }),
    error: nullable(Type.String(), {
      description: 'Why the task failed; cut to 300 characters in rows.',
    }),
    latency_ms: Type.Number({ description: 'From start to end, in milliseconds.' }),
    trace_id: nullable(Type.String(), { description: 'OpenTelemetry trace id.' }),
    tokens: nullable(Type.Integer(), {
      description: 'Prompt and completion tokens of its trace; null when unknown.',
    }),
    cost_usd: figure('Cost of its trace in US dollars; null when unknown.'),
    evaluations: Type.Array(ComparedEvaluation, { description: 'By name.' }),
  },
  { title: 'ComparedRun' },
);
export type ComparedRun = Static<typeof ComparedRun>;

const Mean = Type.Object({
  name: Type.String({ description: 'Name of the evaluation.' }),
  mean: Type.Number({ description: 'Mean of the scores of the repetitions.' }),
  difference: figure('Mean minus that of the base; null where the base has none.'),
});
export const ComparedCell = Type.Object(
  {
    experiment_id: globalId('Global ID of the experiment.', 'RXhwZXJpbWVudDox'),
    is_in_experiment: Type.Boolean({ description: 'Whether the experiment runs on this example.' }),
    runs: Type.Array(ComparedRun, { maxItems: 20, description: 'By repetition; the first 20.' }),
    run_count: count('Runs of this example.'),
    scores: Type.Array(Mean, { description: 'By name of the evaluation.' }),
    change: oneOf(['base', 'improved', 'regressed', 'mixed', 'unchanged', 'unknown'], {
      description:
        'Against the base: better, worse, both (by different evaluations), the same; unknown where one side has no score.',
    }),
  },
  { title: 'ComparedCell' },
);
export type ComparedCell = Static<typeof ComparedCell>;

export const ComparedExample = Type.Object(
  {
    example_id: globalId('Global ID of the example.', 'RGF0YXNldEV4YW1wbGU6MQ=='),
    external_id: nullable(Type.String(), {
      description: 'The id its maker gave it; null without one.',
    }),
    position: count('Place in the list, from 0.'),
    input_preview: Type.String({
      description: 'The start of the input as text, up to 300 characters.',
    }),
    reference_preview: Type.String({
      description: 'The start of the expected output as text, up to 300 characters.',
    }),
    splits: Type.Array(Type.String(), { description: 'Names of the splits it is in now.' }),
    cells: Type.Array(ComparedCell, {
      description: 'One for each experiment, in the order of the request.',
    }),
  },
  { title: 'ComparedExample' },
);
export type ComparedExample = Static<typeof ComparedExample>;
export const ComparisonPage = Type.Object({
  data: Type.Array(ComparedExample),
  next_cursor: nullable(Type.String(), {
    description: 'Cursor of the next page; null at the end.',
  }),
  total: count('Rows that match.'),
});

/** `GET /v1/experiment_comparison/summary`: the head. */
export const ComparisonSummaryParams = Type.Object({ experiment, evaluation, filter, split });
export const ComparisonSummaryReply = dataOf(
  Type.Object(
    {
      experiments: Type.Array(Experiment, { description: 'In the order asked for.' }),
      example_count: count('Examples that any of them runs on and that match.'),
      shared_example_count: count('Examples that all of them have runs of.'),
      counts: Type.Object(
        Object.fromEntries(
          COMPARISON_VIEWS.map((view) => [view, count(`Rows of \`show=${view}\`.`)]),
        ),
        {
          description: 'How many rows each value of `show` has.',
        },
      ),
      evaluations: Type.Array(Type.String(), {
        description: 'Names of all evaluations, in order.',
      }),
      against_base: Type.Array(
        Type.Object({
          experiment_id: globalId('Global ID of the experiment.', 'RXhwZXJpbWVudDoy'),
          differences: Type.Array(PairedDifference, {
            description: 'Evaluations by name, then `error`, `latency_ms`, `tokens`, `cost_usd`.',
          }),
        }),
        { description: 'Each further experiment against the first.' },
      ),
    },
    { title: 'ComparisonSummary' },
  ),
);

/** `GET /v1/experiment_comparison/example`: everything of one example. */
export const ComparedExampleParams = Type.Object({
  experiment,
  example: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'Global ID of the example.',
    examples: ['RGF0YXNldEV4YW1wbGU6MQ=='],
  }),
});
const FullEvaluation = Type.Object(
  {
    ...ComparedEvaluation.properties,
    explanation: nullable(Type.String(), { description: 'Text explanation, or null.' }),
    metadata: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Additional key-value pairs.',
    }),
    trace_id: nullable(Type.String(), {
      description: 'OpenTelemetry trace id of the evaluation, or null.',
    }),
    annotated_by: nullable(Type.String(), {
      description: 'Name of the user who annotated; null for programs and without authentication.',
    }),
    updated_at: isoTime('When it was changed last.'),
  },
  { title: 'FullComparedEvaluation' },
);
export const ComparedExampleReply = dataOf(
  Type.Object(
    {
      example: Type.Object(DatasetExample.properties, {
        description: 'The example, as the experiments have it.',
      }),
      experiments: Type.Array(
        Type.Object({
          experiment: Experiment,
          runs: Type.Array(
            Type.Object(
              {
                run: ExperimentRun,
                is_output_left_out: Type.Boolean({
                  description:
                    'Whether `run.output` is null because all outputs together are longer than 16 MiB; GET /v1/experiments/{experiment_id}/runs has it.',
                }),
                latency_ms: Type.Number({ description: 'From start to end, in milliseconds.' }),
                prompt_tokens: nullable(Type.Integer(), {
                  description: 'Prompt tokens of its trace; null when unknown.',
                }),
                completion_tokens: nullable(Type.Integer(), {
                  description: 'Completion tokens of its trace; null when unknown.',
                }),
                cost_usd: figure('Cost of its trace in US dollars; null when unknown.'),
                evaluations: Type.Array(FullEvaluation, { description: 'By name.' }),
              },
              { title: 'FullComparedRun' },
            ),
            { maxItems: 100, description: 'By repetition; the first 100.' },
          ),
        }),
        { description: 'In the order asked for.' },
      ),
    },
    { title: 'FullComparedExample' },
  ),
);
