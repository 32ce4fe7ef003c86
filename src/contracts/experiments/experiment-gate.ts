import { Type, type Static } from 'typebox';
import { count, dataOf, nullable } from '../wire/schema-parts.ts';
import { Experiment } from './experiment.ts';
import { Estimate } from './experiment-figures.ts';

export const GATE_RULES_MAX = 50;
/** The longest name of an evaluation with every character escaped, and the rest. */
const RULE_CHARS_MAX = 4096;

/** `POST /v1/experiments/{experiment_id}/gate`. */
export const ExperimentGateBody = Type.Object(
  {
    baseline: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 1024 }), {
        description:
          'Tag or Global ID of the experiment of the same dataset to compare with. Default: the tag `baseline`, if a rule names the baseline.',
        examples: ['baseline'],
      }),
    ),
    fail_if: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: RULE_CHARS_MAX,
        examples: ['correctness < baseline - 0.02'],
      }),
      {
        minItems: 1,
        maxItems: GATE_RULES_MAX,
        description:
          'Conditions that fail the gate, such as `correctness < baseline - 0.02`, `pass_rate(correctness) < 0.9`, `error_rate > 0.01`, `latency_p90_ms > baseline * 1.2`, `regressed(correctness) > 3`, `missing_runs > 0`.',
      },
    ),
    require_significance: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'A rule about the baseline fails only when the whole interval of value − threshold lies beyond zero as well. Counts have no interval and fail without.',
      }),
    ),
  },
  { title: 'ExperimentGateBody' },
);
export type ExperimentGateBody = Static<typeof ExperimentGateBody>;

export const GateRuleResult = Type.Object(
  {
    rule: Type.String({ description: 'The rule as sent.' }),
    passed: Type.Boolean({ description: 'Whether the experiment holds to the rule.' }),
    value: nullable(Type.Number(), {
      description: 'The value of the experiment; null when unknown, which fails the rule.',
    }),
    threshold: nullable(Type.Number(), { description: 'The value to compare with.' }),
    baseline: nullable(Type.Number(), {
      description: "The baseline's value; null when the rule does not name it.",
    }),
    difference: nullable(Estimate, {
      description:
        'Paired difference to the baseline, over the examples that both share; null for counts of runs, and when the rule does not name the baseline.',
    }),
    missing_values: count(
      'Runs that the value may still change by: runs without an error that this evaluation is missing of, and for `cost_usd` runs whose trace was not read yet.',
    ),
    detail: Type.String({ description: 'The result, as text for people.' }),
  },
  { title: 'GateRuleResult' },
);
export type GateRuleResult = Static<typeof GateRuleResult>;
export const ExperimentGateReply = dataOf(
  Type.Object(
    {
      passed: Type.Boolean({ description: 'Whether no rule failed.' }),
      experiment: Experiment,
      baseline: nullable(Experiment, {
        description: 'The experiment compared with; null when no rule names it.',
      }),
      rules: Type.Array(GateRuleResult, {
        description: 'One for each rule, in the order of the request.',
      }),
      markdown: Type.String({
        description: 'The result as Markdown, for a job summary or a comment on a pull request.',
      }),
      junit: Type.String({ description: 'The result as JUnit XML.' }),
    },
    { title: 'ExperimentGateResult' },
  ),
);
