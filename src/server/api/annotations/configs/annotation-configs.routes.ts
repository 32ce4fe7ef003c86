import type { FastifyInstance } from 'fastify';
import {
  AnnotationConfigBody,
  AnnotationConfigListParams,
  AnnotationConfigPage,
  AnnotationConfigParams,
  ChangedConfigParams,
  AnnotationConfigReply,
  ProjectsOfConfigReply,
} from '#contracts/annotations/annotation-config.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { projectsOfConfig } from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import { deleteConfig, listConfigs } from '#server/stores/meta/annotation-configs/configs.queries.ts';
import { route } from '#server/api/kit/route/route.ts';
import { configReply } from './annotation-config-codec.ts';
import { addConfig, changeConfig, configNotFound, configNumber, configPage, requireConfig } from './annotation-configs.service.ts';
import { registerProjectConfigs } from './project-configs.routes.ts';
import type { ProjectConfigDeps } from './project-configs.routes.ts';

const CONFIGS = '/v1/annotation_configs';
const CONFIG = `${CONFIGS}/{config_identifier}`;
const tag = 'annotations';
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

/** Annotation configs: what there is, and which project has which. */
export function registerAnnotationConfigs(app: FastifyInstance, deps: ProjectConfigDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  registerProjectConfigs(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: ProjectConfigDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: CONFIGS,
      id: 'listAnnotationConfigs',
      access: { scopes: ['projects:read'], workspace: true },
      tag,
      summary: 'List annotation configs',
      description: 'Newest first.',
      query: AnnotationConfigListParams,
      ok: { status: 200, description: 'A page of configs.', schema: AnnotationConfigPage },
      errors: [],
    },
    ({ query }) => configPage((limit, fromId) => listConfigs(meta, limit, fromId), query),
  );
  route(
    app,
    {
      method: 'GET',
      path: CONFIG,
      id: 'getAnnotationConfig',
      access: { scopes: ['projects:read'], workspace: true },
      tag,
      summary: 'Read an annotation config',
      description: 'By Global ID or name.',
      params: AnnotationConfigParams,
      ok: { status: 200, description: 'The config.', schema: AnnotationConfigReply },
      errors: ['not_found'],
    },
    async ({ params }) => ({ data: configReply(await requireConfig(meta, params.config_identifier)) }),
  );
  route(
    app,
    {
      method: 'GET',
      path: `${CONFIG}/projects`,
      id: 'listProjectsOfAnnotationConfig',
      access: { scopes: ['projects:read'], workspace: true },
      tag,
      summary: 'The projects that have an annotation config',
      description: 'By Global ID or name. All of them, oldest first; one that was deleted since may be among them.',
      params: AnnotationConfigParams,
      ok: { status: 200, description: 'Their ids.', schema: ProjectsOfConfigReply },
      errors: ['not_found'],
    },
    async ({ params }) => {
      const projects = await projectsOfConfig(meta, (await requireConfig(meta, params.config_identifier)).id);
      return { data: { project_ids: projects.map((project) => encodeGlobalId('Project', project)) } };
    },
  );
}

function changeRoutes(app: FastifyInstance, { meta, configsChanged }: ProjectConfigDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: CONFIGS,
      id: 'createAnnotationConfig',
      access: { scopes: ['projects:write'], workspace: true },
      audit: 'annotation_config.create',
      tag,
      summary: 'Create an annotation config',
      description: `No project has it yet. ${CONTENT}`,
      body: AnnotationConfigBody,
      bodyExample,
      ok: { status: 200, description: 'The config.', schema: AnnotationConfigReply },
      errors: ['conflict'],
    },
    async ({ body }) => ({ data: configReply(await addConfig(meta, body)) }),
  );
  route(
    app,
    {
      method: 'PUT',
      path: CONFIG,
      id: 'replaceAnnotationConfig',
      access: { scopes: ['projects:write'], workspace: true },
      audit: 'annotation_config.update',
      tag,
      summary: 'Replace an annotation config',
      description: `By Global ID. Replaces the whole config, its type too; projects keep it. Existing annotations stay unchanged. ${CONTENT}`,
      params: ChangedConfigParams,
      body: AnnotationConfigBody,
      bodyExample,
      ok: { status: 200, description: 'The config.', schema: AnnotationConfigReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }) => {
      const config = await changeConfig(meta, params.config_identifier, body);
      configsChanged();
      return { data: configReply(config) };
    },
  );
  route(
    app,
    {
      method: 'DELETE',
      path: CONFIG,
      id: 'deleteAnnotationConfig',
      access: { scopes: ['projects:write'], workspace: true },
      audit: 'annotation_config.delete',
      tag,
      summary: 'Delete an annotation config',
      description: 'By Global ID. Every project that had it loses it; annotations of its name stay.',
      params: ChangedConfigParams,
      ok: { status: 200, description: 'The config as it was.', schema: AnnotationConfigReply },
      errors: ['not_found'],
    },
    async ({ params }) => {
      const config = await deleteConfig(meta, configNumber(params.config_identifier));
      if (config === null) throw configNotFound(params.config_identifier, 'ID');
      configsChanged();
      return { data: configReply(config) };
    },
  );
}
