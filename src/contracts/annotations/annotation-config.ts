import { Type, type Static } from 'typebox';
import { OPTIMIZATION_DIRECTIONS } from './annotation-kind.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  ProjectParams,
  dataOf,
  globalId,
  limitParam,
  nullable,
  oneOf,
} from '../wire/schema-parts.ts';

const common = {
  name: Type.String({
    maxLength: 1024,
    description: 'Unique name; annotations of this name follow the config.',
    examples: ['correctness'],
  }),
  description: Type.Optional(
    nullable(Type.String({ maxLength: 100_000 }), {
      description: 'Instructions for reviewers and evaluators, or null.',
    }),
  ),
};
const direction = oneOf(OPTIMIZATION_DIRECTIONS, { description: 'Which direction is better.' });
const bound = (what: string) => Type.Optional(nullable(Type.Number(), { description: what }));
const bounds = {
  lower_bound: bound('The least score.'),
  upper_bound: bound('The greatest score.'),
};

const categorical = {
  type: Type.Literal('CATEGORICAL', { description: 'The annotation is one of the labels.' }),
  ...common,
  optimization_direction: direction,
  values: Type.Array(
    Type.Object(
      {
        label: Type.String({ maxLength: 1024, description: 'Unique in its config, not blank.' }),
        score: Type.Optional(
          nullable(Type.Number(), { description: 'The score of the label, or null.' }),
        ),
      },
      { title: 'CategoricalValue' },
    ),
    { maxItems: 1000, description: 'The labels to choose from, in order.' },
  ),
};
const continuous = {
  type: Type.Literal('CONTINUOUS', { description: 'A score within the bounds is given.' }),
  ...common,
  optimization_direction: direction,
  ...bounds,
};
const freeform = {
  type: Type.Literal('FREEFORM', { description: 'A text is written; a score may be given.' }),
  ...common,
  optimization_direction: Type.Optional(
    nullable(direction, { description: 'Which direction is better; null when unspecified.' }),
  ),
  threshold: bound('From which score on it counts as good.'),
  ...bounds,
};
const EXAMPLE = 'Q2F0ZWdvcmljYWxBbm5vdGF0aW9uQ29uZmlnOjE=';
const id = globalId('Global ID; its type tells the kind of config.', EXAMPLE);

const CategoricalData = Type.Object(categorical, { title: 'CategoricalAnnotationConfigData' });
const ContinuousData = Type.Object(continuous, { title: 'ContinuousAnnotationConfigData' });
const FreeformData = Type.Object(freeform, { title: 'FreeformAnnotationConfigData' });
/** By its `type`, so that a message speaks of the kind of config that was meant. */
export const AnnotationConfigBody = Type.Unsafe<
  Static<typeof CategoricalData> | Static<typeof ContinuousData> | Static<typeof FreeformData>
>({
  title: 'AnnotationConfigData',
  type: 'object',
  required: ['type'],
  oneOf: [CategoricalData, ContinuousData, FreeformData],
  discriminator: { propertyName: 'type' },
});
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
export const AnnotationConfigListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
export const AnnotationConfigParams = Type.Object({
  config_identifier: Type.String({
    minLength: 1,
    description: 'Global ID or name of the config.',
    examples: [EXAMPLE],
  }),
});
export const ChangedConfigParams = Type.Object({
  config_identifier: Type.String({
    minLength: 1,
    description: "Global ID of the config. This operation doesn't accept the name; GET does.",
    examples: [EXAMPLE],
  }),
});
export const ConfigOfProjectParams = Type.Object({
  ...ProjectParams.properties,
  config_identifier: Type.String({
    minLength: 1,
    description: 'Global ID or name of the config.',
    examples: [EXAMPLE],
  }),
});
/** `GET /v1/annotation_configs/{config_identifier}/projects`. */
export const ProjectsOfConfigReply = dataOf(
  Type.Object(
    {
      project_ids: Type.Array(Type.String(), {
        description: 'Global IDs of the projects that have it, at most 10,000.',
      }),
    },
    { title: 'ProjectsOfAnnotationConfig' },
  ),
);
/** As many configs as are given to a project at once. */
const PROJECT_CONFIGS_MAX = 1000;
/** `PUT /v1/projects/{project_identifier}/annotation_configs`. */
export const SetProjectAnnotationConfigsBody = Type.Object(
  {
    annotation_config_ids: Type.Array(Type.String(), {
      maxItems: PROJECT_CONFIGS_MAX,
      description: 'Global IDs of the configs it shall have, and no others.',
    }),
  },
  { title: 'SetProjectAnnotationConfigsRequestBody' },
);
