import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/routes.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { versionDiff, exampleHistory } from './dataset-history.service.ts';

/** A dataset's history: the changes of one example, and the differences between versions. */
export function registerDatasetHistory(app: FastifyInstance, { meta }: { readonly meta: MetaDb }): void {
  serve(app, routes.getDatasetExampleHistory, async ({ params, query }) =>
    exampleHistory(meta, { dataset: params.id, example: params.example_identifier, limit: query.limit ?? 20, cursor: query.cursor }),
  );
  serve(app, routes.diffDatasetVersions, async ({ params, query, signal }) =>
    versionDiff(meta, {
      dataset: params.id,
      from: query.from_version_id,
      to: query.to_version_id,
      limit: query.limit ?? 50,
      cursor: query.cursor,
      signal,
    }),
  );
}
