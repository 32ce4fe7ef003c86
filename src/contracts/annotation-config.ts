import { Type } from 'typebox';
import type { Static } from 'typebox';
import { OPTIMIZATION_DIRECTIONS } from './annotation-kind.ts';
import { pageOf } from './pagination.ts';
import { dataOf, globalId, nullable, oneOf } from './schema-parts.ts';

const common = {
  name: Type.String({
    maxLength: 1024,
    description: 'Unique name; annotations of this name follow the config.',
    examples: ['correctness'],
  }),
  description: Type.Optional(nullable(Type.String({ maxLength: 100_000 }))),
};
const direction = oneOf(OPTIMIZATION_DIRECTIONS, { description: 'Which direction is better.' });
const bound = (what: string) => Type.Optional(nullable(Type.Number(), { description: what }));
const bounds = { lower_bound: bound('The least score.'), upper_bound: bound('The greatest score.') };

const categorical = {
  type: Type.Literal('CATEGORICAL'),
  ...common,
  optimization_direction: direction,
  values: Type.Array(
    Type.Object({ label: Type.String({ maxLength: 1024 }), score: Type.Optional(nullable(Type.Number())) }, { title: 'CategoricalValue' }),
    { maxItems: 1000, description: 'The labels to choose from, in order.' },
  ),
};
const continuous = { type: Type.Literal('CONTINUOUS'), ...common, optimization_direction: direction, ...bounds };
const freeform = {
  type: Type.Literal('FREEFORM'),
  ...common,
  optimization_direction: Type.Optional(nullable(direction)),
  threshold: bound('From which score on it counts as good.'),
  ...bounds,
};
const id = globalId('Global ID; its type tells the kind of config.', 'Q2F0ZWdvcmljYWxBbm5vdGF0aW9uQ29uZmlnOjE=');

export const AnnotationConfigBody = Type.Union(
  [
    Type.Object(categorical, { title: 'CategoricalAnnotationConfigData' }),
    Type.Object(continuous, { title: 'ContinuousAnnotationConfigData' }),
    Type.Object(freeform, { title: 'FreeformAnnotationConfigData' }),
  ],
  { title: 'AnnotationConfigData' },
);
export type AnnotationConfigBody = Static<typeof AnnotationConfigBody>;
export const AnnotationConfig = Type.Union(
  [
    Type.Object({ id, ...categorical }, { title: 'CategoricalAnnotationConfig' }),
    Type.Object({ id, ...continuous }, { title: 'ContinuousAnnotationConfig' }),
    Type.Object({ id, ...freeform }, { title: 'FreeformAnnotationConfig' }),
  ],
  { title: 'AnnotationConfig' },
);
export type AnnotationConfig = Static<typeof AnnotationConfig>;
export const AnnotationConfigReply = dataOf(AnnotationConfig);
export const AnnotationConfigPage = pageOf(AnnotationConfig);
/** `PUT /v1/projects/{project_identifier}/annotation_configs`. */
export const SetProjectAnnotationConfigsBody = Type.Object(
  {
    annotation_config_ids: Type.Array(Type.String(), {
      maxItems: 1000,
      description: 'Global IDs of the configs it shall have, and no others.',
    }),
  },
  { title: 'SetProjectAnnotationConfigsRequestBody' },
);
