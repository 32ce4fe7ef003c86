import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/annotations/annotation-config.routes.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { projectsOfConfig } from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import { deleteConfig, listConfigs } from '#server/stores/meta/annotation-configs/configs.queries.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { configReply } from './annotation-config-codec.ts';
import { addConfig, changeConfig, configNotFound, configNumber, configPage, requireConfig } from './annotation-configs.service.ts';
import { registerProjectConfigs, type ProjectConfigDeps } from './project-configs.routes.ts';

/** Annotation configs: what there is, and which project has which. */
export function registerAnnotationConfigs(app: FastifyInstance, deps: ProjectConfigDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
  registerProjectConfigs(app, deps);
}

function readRoutes(app: FastifyInstance, { meta }: ProjectConfigDeps): void {
  serve(app, routes.listAnnotationConfigs, ({ query }) => configPage((limit, fromId) => listConfigs(meta, limit, fromId), query));
  serve(app, routes.getAnnotationConfig, async ({ params }) => ({
    data: configReply(await requireConfig(meta, params.config_identifier)),
  }));
  serve(app, routes.listProjectsOfAnnotationConfig, async ({ params }) => {
    const projects = await projectsOfConfig(meta, (await requireConfig(meta, params.config_identifier)).id);
    return { data: { project_ids: projects.map((project) => encodeGlobalId('Project', project)) } };
  });
}

function changeRoutes(app: FastifyInstance, { meta, configsChanged }: ProjectConfigDeps): void {
  serve(app, routes.createAnnotationConfig, async ({ body }) => ({ data: configReply(await addConfig(meta, body)) }));
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
