import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';
import {
  AnnotationConfigBody,
  AnnotationConfigListParams,
  AnnotationConfigPage,
  AnnotationConfigParams,
  AnnotationConfigReply,
  ChangedConfigParams,
  ConfigOfProjectParams,
  ProjectsOfConfigReply,
  SetProjectAnnotationConfigsBody,
} from './annotation-config.ts';

const CONTENT =
  'A categorical config needs at least one label, and labels are unique and not blank; `lower_bound` is less than `upper_bound`. The name `note` is reserved.';
const bodyExample = {
  name: 'correctness',
  type: 'CATEGORICAL',
  optimization_direction: 'MAXIMIZE',
  values: [
    { label: 'correct', score: 1 },
    { label: 'incorrect', score: 0 },
  ],
};

export const listAnnotationConfigs = declare({
  method: 'GET',
  path: '/v1/annotation_configs',
  id: 'listAnnotationConfigs',
  access: { scopes: ['projects:read'], workspace: true },
  tag: 'annotations',
  summary: 'List annotation configs',
  description: 'Newest first.',
  query: AnnotationConfigListParams,
  ok: { status: 200, description: 'A page of configs.', schema: AnnotationConfigPage },
  errors: [],
});

export const getAnnotationConfig = declare({
  method: 'GET',
  path: '/v1/annotation_configs/{config_identifier}',
  id: 'getAnnotationConfig',
  access: { scopes: ['projects:read'], workspace: true },
  tag: 'annotations',
  summary: 'Read an annotation config',
  description: 'By Global ID or name.',
  params: AnnotationConfigParams,
  ok: { status: 200, description: 'The config.', schema: AnnotationConfigReply },
  errors: ['not_found'],
});

export const listProjectsOfAnnotationConfig = declare({
  method: 'GET',
  path: '/v1/annotation_configs/{config_identifier}/projects',
  id: 'listProjectsOfAnnotationConfig',
  access: { scopes: ['projects:read'], workspace: true },
  tag: 'annotations',
  summary: 'The projects that have an annotation config',
  description:
    'By Global ID or name. All of them, oldest first; one that was deleted since may be among them.',
  params: AnnotationConfigParams,
  ok: { status: 200, description: 'Their ids.', schema: ProjectsOfConfigReply },
  errors: ['not_found'],
});

export const createAnnotationConfig = declare({
  method: 'POST',
  path: '/v1/annotation_configs',
  id: 'createAnnotationConfig',
  access: { scopes: ['projects:write'], workspace: true },
  audit: 'annotation_config.create',
  tag: 'annotations',
  summary: 'Create an annotation config',
  description: `No project has it yet. ${CONTENT}`,
  body: AnnotationConfigBody,
  bodyExample,
  ok: { status: 200, description: 'The config.', schema: AnnotationConfigReply },
  errors: ['conflict'],
});

export const replaceAnnotationConfig = declare({
  method: 'PUT',
  path: '/v1/annotation_configs/{config_identifier}',
  id: 'replaceAnnotationConfig',
  access: { scopes: ['projects:write'], workspace: true },
  audit: 'annotation_config.update',
  tag: 'annotations',
  summary: 'Replace an annotation config',
  description: `By Global ID. Replaces the whole config, its type too; projects keep it. Existing annotations stay unchanged. ${CONTENT}`,
  params: ChangedConfigParams,
  body: AnnotationConfigBody,
  bodyExample,
  ok: { status: 200, description: 'The config.', schema: AnnotationConfigReply },
  errors: ['not_found', 'conflict'],
});

export const deleteAnnotationConfig = declare({
  method: 'DELETE',
  path: '/v1/annotation_configs/{config_identifier}',
  id: 'deleteAnnotationConfig',
  access: { scopes: ['projects:write'], workspace: true },
  audit: 'annotation_config.delete',
  tag: 'annotations',
  summary: 'Delete an annotation config',
  description: 'By Global ID. Every project that had it loses it; annotations of its name stay.',
  params: ChangedConfigParams,
  ok: { status: 200, description: 'The config as it was.', schema: AnnotationConfigReply },
  errors: ['not_found'],
});

const EFFECT =
  'Annotations sent from then on are checked against it: labels must be among its labels, scores within its bounds.';

export const listProjectAnnotationConfigs = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/annotation_configs',
  id: 'listProjectAnnotationConfigs',
  access: { scopes: ['projects:read'] },
  tag: 'annotations',
  summary: 'List the annotation configs of a project',
  description: 'Newest config first.',
  params: ProjectParams,
  query: AnnotationConfigListParams,
  ok: { status: 200, description: 'A page of configs.', schema: AnnotationConfigPage },
  errors: ['not_found'],
});

export const setProjectAnnotationConfigs = declare({
  method: 'PUT',
  path: '/v1/projects/{project_identifier}/annotation_configs',
  id: 'setProjectAnnotationConfigs',
  access: { scopes: ['projects:write'] },
  audit: 'annotation_config.assign',
  tag: 'annotations',
  summary: 'Set the annotation configs of a project',
  description: `Replaces the project’s configs with exactly these; changes nothing when one is unknown. ${EFFECT}`,
  params: ProjectParams,
  body: SetProjectAnnotationConfigsBody,
  bodyExample: { annotation_config_ids: ['Q2F0ZWdvcmljYWxBbm5vdGF0aW9uQ29uZmlnOjE='] },
  ok: { status: 200, description: 'The configs, all of them.', schema: AnnotationConfigPage },
  errors: ['not_found', 'conflict'],
});

export const assignAnnotationConfigToProject = declare({
  method: 'PUT',
  path: '/v1/projects/{project_identifier}/annotation_configs/{config_identifier}',
  id: 'assignAnnotationConfigToProject',
  access: { scopes: ['projects:write'] },
  audit: 'annotation_config.assign',
  tag: 'annotations',
  summary: 'Give a project an annotation config',
  description: `A no-op if the project has the config already. ${EFFECT}`,
  params: ConfigOfProjectParams,
  ok: { status: 200, description: 'The config.', schema: AnnotationConfigReply },
  errors: ['not_found', 'conflict'],
});

export const unassignAnnotationConfigFromProject = declare({
  method: 'DELETE',
  path: '/v1/projects/{project_identifier}/annotation_configs/{config_identifier}',
  id: 'unassignAnnotationConfigFromProject',
  access: { scopes: ['projects:write'] },
  audit: 'annotation_config.assign',
  tag: 'annotations',
  summary: 'Take an annotation config from a project',
  description: 'A no-op if the project doesn’t have the config.',
  params: ConfigOfProjectParams,
  ok: { status: 204, description: 'The project is without it.' },
  errors: ['not_found', 'conflict'],
});
