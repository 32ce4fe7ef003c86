import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/experiments/routes.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { AskedQueries } from '../kit/route/asker.ts';
import { asFile } from '../kit/reply/export-pages.ts';
import { serve } from '../kit/route/serve.ts';
import { csvExport, exportedExperiment, jsonExport } from './experiment-exports.service.ts';

/** Experiments as files. Both are streamed: an export of any size needs the memory of a few pages. */
export function registerExperimentExports(
  app: FastifyInstance,
  { store, queries }: { readonly store: MetaStore; readonly queries: AskedQueries },
): void {
  serve(app, routes.exportExperimentJson, async ({ params, reply, asker }) => {
    const experiment = await exportedExperiment(store, params.experiment_id);
    reply.header('content-type', 'application/json; charset=utf-8');
    return asFile(reply, await jsonExport(store, asker, experiment), `${experiment.name}.json`);
  });
  serve(app, routes.exportExperimentCsv, async ({ params, reply, asker }) => {
    const experiment = await exportedExperiment(store, params.experiment_id);
    return asFile(reply, await csvExport(store, queries, asker, experiment), `${experiment.name}.csv`);
  });
}
