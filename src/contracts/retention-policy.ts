import { Type } from 'typebox';
import type { Static } from 'typebox';
import { dataOf, globalId, nullable } from './schema-parts.ts';

export const RetentionRule = Type.Object(
  {
    max_days: nullable(Type.Number({ exclusiveMinimum: 0, maximum: 36_500 }), { description: 'Traces that started longer ago are deleted; null for no limit of age.', examples: [30] }),
    max_bytes: nullable(Type.Integer({ minimum: 1 }), { description: "The oldest traces are deleted while the project's spans are larger; null for no limit of size." }),
  },
  { title: 'RetentionRule' },
);
export const RetentionPolicy = Type.Object(
  {
    id: globalId('Global ID of the policy; number 0 is the default policy.', 'UHJvamVjdFRyYWNlUmV0ZW50aW9uUG9saWN5OjA='),
    name: Type.String({ description: 'Unique name.', examples: ['Default'] }),
    rule: RetentionRule,
    project_ids: Type.Array(Type.String(), { description: 'Global IDs of the projects assigned to it; the default policy serves all others.' }),
  },
  { title: 'RetentionPolicy' },
);
export type RetentionPolicy = Static<typeof RetentionPolicy>;
export const RetentionPolicyReply = dataOf(RetentionPolicy);
export const SetProjectRetentionBody = Type.Object(
  { policy_id: nullable(Type.String(), { description: 'Global ID of the policy; null for the default one.' }) },
  { title: 'SetProjectRetentionBody' },
);
export const ProjectRetentionReply = dataOf(
  Type.Object(
    { project_id: globalId('Global ID of the project.', 'UHJvamVjdDox'), policy_id: nullable(Type.String(), { description: 'Global ID of its policy; null for the default one.' }) },
    { title: 'ProjectRetention' },
  ),
);
