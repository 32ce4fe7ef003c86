import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/annotations/annotation-config.routes.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import {
  projectsOfConfig,
  assignConfig,
  configsOfProject,
  setConfigsOfProject,
  unassignConfig,
} from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import {
  deleteConfig,
  listConfigs,
} from '#server/stores/meta/annotation-configs/configs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../../kit/route/deps.ts';
import { getProjectNumber } from '../../kit/projects/project-number.ts';
import { configReply } from './annotation-config-codec.ts';
import {
  addConfig,
  changeConfig,
  configNotFound,
  configNumber,
  configPage,
  requireConfig,
  requireConfigs,
} from './annotation-configs.service.ts';

/** Annotation configs: what there is, and which project has which. */
export function registerAnnotationConfigs(app: FastifyInstance, deps: ProjectConfigDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  registerProjectConfigs(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: ProjectConfigDeps): void {
  serve(app, routes.listAnnotationConfigs, ({ query }) =>
    configPage((limit, fromId) => listConfigs(meta, limit, fromId), query),
  );
  serve(app, routes.getAnnotationConfig, async ({ params }) => ({
    data: configReply(await requireConfig(meta, params.config_identifier)),
  }));
  serve(app, routes.listProjectsOfAnnotationConfig, async ({ params }) => {
    const projects = await projectsOfConfig(
      meta,
      (await requireConfig(meta, params.config_identifier)).id,
    );
    return { data: { project_ids: projects.map((project) => encodeGlobalId('Project', project)) } };
  });
}

function changeRoutes(app: FastifyInstance, { meta, configsChanged }: ProjectConfigDeps): void {
  serve(app, routes.createAnnotationConfig, async ({ body }) => ({
    data: configReply(await addConfig(meta, body)),
  }));
  serve(app, routes.replaceAnnotationConfig, async ({ params, body }) => {
    const config = await changeConfig(meta, params.config_identifier, body);
    configsChanged();
    return { data: configReply(config) };
  });
  serve(app, routes.deleteAnnotationConfig, async ({ params }) => {
    const config = await deleteConfig(meta, configNumber(params.config_identifier));
    if (config === null) throw configNotFound(params.config_identifier, 'ID');
    configsChanged();
    return { data: configReply(config) };
  });
}

export interface ProjectConfigDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
  /** Called after each change of a config or of who has it. */
  readonly configsChanged: () => void;
}

/** Which project asks for which annotation configs. */
function registerProjectConfigs(
  app: FastifyInstance,
  { meta, queries, configsChanged }: ProjectConfigDeps,
): void {
  serve(app, routes.listProjectAnnotationConfigs, async ({ params, query, asker }) => {
    const project = await queries.value(getProjectNumber, asker, {
      project: params.project_identifier,
    });
    return configPage((limit, fromId) => configsOfProject(meta, project, limit, fromId), query);
  });
  serve(app, routes.setProjectAnnotationConfigs, async ({ params, body, asker }) => {
    const project = await queries.value(getProjectNumber, asker, {
      project: params.project_identifier,
    });
    const configs = await requireConfigs(meta, body.annotation_config_ids);
    await setConfigsOfProject(meta, project, configs);
    configsChanged();
    return configPage((limit, fromId) => configsOfProject(meta, project, limit, fromId), {
      limit: Math.max(1, configs.length),
    });
  });
  oneConfigRoutes(app, { meta, queries, configsChanged });
}

function oneConfigRoutes(
  app: FastifyInstance,
  { meta, queries, configsChanged }: ProjectConfigDeps,
): void {
  serve(app, routes.assignAnnotationConfigToProject, async ({ params, asker }) => {
    const project = await queries.value(getProjectNumber, asker, {
      project: params.project_identifier,
    });
    const config = await requireConfig(meta, params.config_identifier);
    await assignConfig(meta, project, config.id);
    configsChanged();
    return { data: configReply(config) };
  });
  serve(app, routes.unassignAnnotationConfigFromProject, async ({ params, asker }) => {
    const project = await queries.value(getProjectNumber, asker, {
      project: params.project_identifier,
    });
    const config = await requireConfig(meta, params.config_identifier);
    await unassignConfig(meta, project, config.id);
    configsChanged();
  });
}
