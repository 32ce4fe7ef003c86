import type { FastifyInstance } from 'fastify';
import {
  AnnotationConfigListParams,
  AnnotationConfigPage,
  AnnotationConfigReply,
  ConfigOfProjectParams,
  SetProjectAnnotationConfigsBody,
} from '#contracts/annotations/annotation-config.ts';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
import {
  assignConfig,
  configsOfProject,
  setConfigsOfProject,
  unassignConfig,
} from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { getProjectNumber } from '#server/api/kit/projects/project-number.ts';
import { route } from '#server/api/kit/route/route.ts';
import { configReply } from './annotation-config-codec.ts';
import { configPage, requireConfig, requireConfigs } from './annotation-configs.service.ts';

export interface ProjectConfigDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
  /** Called after each change of a config or of who has it. */
  readonly configsChanged: () => void;
}

const OF_PROJECT = '/v1/projects/{project_identifier}/annotation_configs';
const tag = 'annotations';
const EFFECT = 'Annotations sent from then on are checked against it: labels must be among its labels, scores within its bounds.';

/** Which project asks for which annotation configs. */
export function registerProjectConfigs(app: FastifyInstance, { meta, queries, configsChanged }: ProjectConfigDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: OF_PROJECT,
      id: 'listProjectAnnotationConfigs',
      access: { scopes: ['projects:read'] },
      tag,
      summary: 'List the annotation configs of a project',
      description: 'Newest config first.',
      params: ProjectParams,
      query: AnnotationConfigListParams,
      ok: { status: 200, description: 'A page of configs.', schema: AnnotationConfigPage },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) => {
      const project = await queries.value(getProjectNumber, { project: params.project_identifier }, signal);
      return configPage((limit, fromId) => configsOfProject(meta, project, limit, fromId), query);
    },
  );
  route(
    app,
    {
      method: 'PUT',
      path: OF_PROJECT,
      id: 'setProjectAnnotationConfigs',
      access: { scopes: ['projects:write'] },
      audit: 'annotation_config.assign',
      tag,
      summary: 'Set the annotation configs of a project',
      description: `Replaces the project’s configs with exactly these; changes nothing when one is unknown. ${EFFECT}`,
      params: ProjectParams,
      body: SetProjectAnnotationConfigsBody,
      bodyExample: { annotation_config_ids: ['Q2F0ZWdvcmljYWxBbm5vdGF0aW9uQ29uZmlnOjE='] },
      ok: { status: 200, description: 'The configs, all of them.', schema: AnnotationConfigPage },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body, signal }) => {
      const project = await queries.value(getProjectNumber, { project: params.project_identifier }, signal);
      const configs = await requireConfigs(meta, body.annotation_config_ids);
      await setConfigsOfProject(meta, project, configs);
      configsChanged();
      return configPage((limit, fromId) => configsOfProject(meta, project, limit, fromId), { limit: Math.max(1, configs.length) });
    },
  );
  for (const method of ['PUT', 'DELETE'] as const) oneConfigRoute(app, { meta, queries, configsChanged }, method);
}

function oneConfigRoute(app: FastifyInstance, { meta, queries, configsChanged }: ProjectConfigDeps, method: 'PUT' | 'DELETE'): void {
  const adds = method === 'PUT';
  route(
    app,
    {
      method,
      path: `${OF_PROJECT}/{config_identifier}`,
      id: adds ? 'assignAnnotationConfigToProject' : 'unassignAnnotationConfigFromProject',
      access: { scopes: ['projects:write'] },
      audit: 'annotation_config.assign',
      tag,
      summary: adds ? 'Give a project an annotation config' : 'Take an annotation config from a project',
      description: adds ? `A no-op if the project has the config already. ${EFFECT}` : 'A no-op if the project doesn’t have the config.',
      params: ConfigOfProjectParams,
      ok: adds
        ? { status: 200, description: 'The config.', schema: AnnotationConfigReply }
        : { status: 204, description: 'The project is without it.' },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, signal }) => {
      const project = await queries.value(getProjectNumber, { project: params.project_identifier }, signal);
      const config = await requireConfig(meta, params.config_identifier);
      await (adds ? assignConfig : unassignConfig)(meta, project, config.id);
      configsChanged();
      return adds ? { data: configReply(config) } : undefined;
    },
  );
}
