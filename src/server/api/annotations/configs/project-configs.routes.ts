import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/annotations/annotation-config.routes.ts';
import {
  assignConfig,
  configsOfProject,
  setConfigsOfProject,
  unassignConfig,
} from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { getProjectNumber } from '#server/api/kit/projects/project-number.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { configReply } from './annotation-config-codec.ts';
import { configPage, requireConfig, requireConfigs } from './annotation-configs.service.ts';

export interface ProjectConfigDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
  /** Called after each change of a config or of who has it. */
  readonly configsChanged: () => void;
}

/** Which project asks for which annotation configs. */
export function registerProjectConfigs(app: FastifyInstance, { meta, queries, configsChanged }: ProjectConfigDeps): void {
  serve(app, routes.listProjectAnnotationConfigs, async ({ params, query, asker }) => {
    const project = await queries.value(getProjectNumber, asker, { project: params.project_identifier });
    return configPage((limit, fromId) => configsOfProject(meta, project, limit, fromId), query);
  });
  serve(app, routes.setProjectAnnotationConfigs, async ({ params, body, asker }) => {
    const project = await queries.value(getProjectNumber, asker, { project: params.project_identifier });
    const configs = await requireConfigs(meta, body.annotation_config_ids);
    await setConfigsOfProject(meta, project, configs);
    configsChanged();
    return configPage((limit, fromId) => configsOfProject(meta, project, limit, fromId), { limit: Math.max(1, configs.length) });
  });
  oneConfigRoutes(app, { meta, queries, configsChanged });
}

function oneConfigRoutes(app: FastifyInstance, { meta, queries, configsChanged }: ProjectConfigDeps): void {
  serve(app, routes.assignAnnotationConfigToProject, async ({ params, asker }) => {
    const project = await queries.value(getProjectNumber, asker, { project: params.project_identifier });
    const config = await requireConfig(meta, params.config_identifier);
    await assignConfig(meta, project, config.id);
    configsChanged();
    return { data: configReply(config) };
  });
  serve(app, routes.unassignAnnotationConfigFromProject, async ({ params, asker }) => {
    const project = await queries.value(getProjectNumber, asker, { project: params.project_identifier });
    const config = await requireConfig(meta, params.config_identifier);
    await unassignConfig(meta, project, config.id);
    configsChanged();
  });
}
