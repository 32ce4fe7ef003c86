import type { FastifyInstance } from 'fastify';
import {
  DatasetDiffParams,
  DatasetDiffReply,
  DatasetExampleParams,
  ExampleHistoryPage,
  ExampleHistoryParams,
} from '#contracts/datasets/dataset-history.ts';
import { DatasetParams } from '#contracts/datasets/dataset.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { route } from '#server/api/kit/route/route.ts';
import { exampleHistory } from './example-history.service.ts';
import { versionDiff } from './version-diff.service.ts';

const tag = 'datasets';

/** A dataset's history: the changes of one example, and the differences between versions. */
export function registerDatasetHistory(app: FastifyInstance, { meta }: { readonly meta: MetaDb }): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/datasets/{id}/examples/{example_identifier}/history',
      id: 'getDatasetExampleHistory',
      access: { scopes: ['datasets:read'], workspace: true },
      tag,
      summary: 'The history of an example',
      description: 'Each version that added, changed or removed it, newest first, with what it held from then on.',
      params: DatasetExampleParams,
      query: ExampleHistoryParams,
      ok: { status: 200, description: 'A page of revisions; it ends early when they are large.', schema: ExampleHistoryPage },
      errors: ['not_found'],
    },
    async ({ params, query }) =>
      exampleHistory(meta, { dataset: params.id, example: params.example_identifier, limit: query.limit ?? 20, cursor: query.cursor }),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/datasets/{id}/diff',
      id: 'diffDatasetVersions',
      access: { scopes: ['datasets:read'], workspace: true },
      tag,
      summary: 'Compare two versions',
      description: 'Examples added, removed and changed, field by field. Without parameters: what the newest version changed.',
      params: DatasetParams,
      query: DatasetDiffParams,
      ok: { status: 200, description: 'A page of differences; it ends early when they are large.', schema: DatasetDiffReply },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) =>
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
