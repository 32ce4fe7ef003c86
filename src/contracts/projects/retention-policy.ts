import { Type, type Static } from 'typebox';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  count,
  dataOf,
  globalId,
  limitParam,
  nullable,
} from '../wire/schema-parts.ts';

const EXAMPLE = 'UHJvamVjdFRyYWNlUmV0ZW50aW9uUG9saWN5OjA=';
export const RetentionRule = Type.Object(
  {
    max_days: Type.Optional(
      nullable(Type.Number({ exclusiveMinimum: 0, maximum: 36_500 }), {
        description: 'Traces that started longer ago are deleted; null for no limit of age.',
        examples: [30],
      }),
    ),
    max_traces: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: 1e12 }), {
        description: 'Only the newest of this many traces stay; null for no limit of number.',
        examples: [100_000],
      }),
    ),
    max_bytes: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: 1e15 }), {
        description:
          "The oldest traces are deleted while the project's spans are larger; null for no limit of size.",
      }),
    ),
  },
  { title: 'RetentionRule', description: 'The limits of a project. All of them apply.' },
);
export type RetentionRule = Static<typeof RetentionRule>;
export const RetentionPolicyItem = Type.Object(
  {
    id: globalId(
      'Global ID of the policy; number 0 is the default policy, of every project without another.',
      EXAMPLE,
    ),
    name: Type.String({ description: 'Unique name.', examples: ['Default'] }),
    rule: RetentionRule,
    project_ids: Type.Array(Type.String(), {
      description: 'Global IDs of up to 1,000 projects that were given this policy.',
    }),
  },
  { title: 'RetentionPolicy' },
);
export type RetentionPolicyItem = Static<typeof RetentionPolicyItem>;
export const RetentionPolicyReply = dataOf(RetentionPolicyItem);
export const RetentionPolicyPage = pageOf(RetentionPolicyItem);
export const RetentionPolicyListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export const RetentionPolicyParams = Type.Object({
  policy_id: Type.String({
    minLength: 1,
    description: 'Global ID of the policy.',
    examples: [EXAMPLE],
  }),
});
const name = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Unique name.',
  examples: ['30 days'],
});
export const CreateRetentionPolicyBody = Type.Object(
  { name, rule: RetentionRule },
  { title: 'CreateRetentionPolicyBody' },
);
export const UpdateRetentionPolicyBody = Type.Object(
  { name: Type.Optional(name), rule: Type.Optional(RetentionRule) },
  { title: 'UpdateRetentionPolicyBody', description: 'Absent fields stay unchanged.' },
);
export const SetProjectRetentionBody = Type.Object(
  {
    policy_id: nullable(Type.String(), {
      description: 'Global ID of the policy; null for the default one.',
    }),
  },
  { title: 'SetProjectRetentionBody' },
);
export const ProjectRetentionReply = dataOf(
  Type.Object(
    {
      project_id: globalId('Global ID of the project.', 'UHJvamVjdDox'),
      policy_id: nullable(Type.String(), {
        description: 'Global ID of its policy; null for the default one.',
      }),
    },
    { title: 'ProjectRetention' },
  ),
);
export const RetentionPreviewParams = Type.Object({
  max_days: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 36_500,
      description: 'As in the rule of a policy.',
    }),
  ),
  max_traces: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e12, description: 'As in the rule of a policy.' }),
  ),
  max_bytes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e15, description: 'As in the rule of a policy.' }),
  ),
});
export const RetentionPreviewReply = dataOf(
  Type.Object(
    {
      trace_count: count('Traces of the project now.'),
      deleted_trace_count: count('Traces that the next sweep would delete.'),
      span_bytes: count('The size of the raw span data of the project.'),
      estimated: Type.Boolean({
        description: 'Whether the number was estimated from the mean size of a trace.',
      }),
    },
    { title: 'RetentionPreview' },
  ),
);
