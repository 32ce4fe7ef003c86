import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { DatasetVersion } from '#contracts/datasets/dataset-version.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import * as routes from '#contracts/datasets/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { uploadDatasetData } from '#core/dataset/dataset-upload.ts';
import type { DatasetVersionRecord } from '#server/stores/meta/dataset-tables.ts';
import {
  deleteDataset,
  findShownDataset,
  listDatasets,
  listVersions,
} from '#server/stores/meta/datasets/datasets.queries.ts';
import {
  datasetNotFound,
  requireDataset,
  requireSplits,
  requireVersion,
} from '#server/stores/meta/datasets/require-dataset.queries.ts';
import { findJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { AskedQueries } from '../kit/route/asker.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import { serve } from '../kit/route/serve.ts';
import { datasetReply } from '../kit/datasets/dataset-codec.ts';
import { jsonObject } from '../kit/request/json-object.ts';
import { liftBodyDeadline } from '../kit/request/body-deadline.ts';
import { jobReply } from '../kit/reply/job-reply-codec.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { examplePage, exampleStream, skipped } from './dataset-examples.service.ts';
import { searchPage } from './example-search.service.ts';
import { versionDiff, exampleHistory } from './history/dataset-history.service.ts';

const PAGE_LIMIT = 100;
const JSON_TYPE = 'application/json; charset=utf-8';

interface DatasetRouteDeps {
  readonly queries: AskedQueries;
  readonly datasets: DatasetDeps;
}

/** Datasets: lists, one, its versions and examples, uploads, deleting. */
export function registerDatasets(
  app: FastifyInstance,
  { queries, datasets }: DatasetRouteDeps,
): void {
  readRoutes(app, datasets);
  versionRoute(app, datasets);
  exampleRoute(app, datasets, queries);
  deleteRoute(app, datasets);
  uploadRoute(app, datasets);
}

function readRoutes(app: FastifyInstance, { store }: DatasetDeps): void {
  serve(app, routes.listDatasets, async ({ query: { cursor, limit = 10, name } }) =>
    datasetPage(store.db, {
      limit,
      ...(cursor === undefined ? {} : { fromId: decodeIdCursor(cursor, 'Dataset') }),
      ...(name === undefined ? {} : { name }),
    }),
  );
  serve(app, routes.getDataset, async ({ params }) => ({
    data: await oneDataset(store.db, params.id),
  }));
}

function versionRoute(app: FastifyInstance, { store }: DatasetDeps): void {
  serve(app, routes.listDatasetVersions, async ({ params, query: { cursor, limit = 10 } }) =>
    versionPage(store.db, {
      datasetId: requireGlobalId(params.id, 'Dataset', 'id'),
      limit,
      ...(cursor === undefined ? {} : { fromId: decodeIdCursor(cursor, 'DatasetVersion') }),
    }),
  );
}

function exampleRoute(app: FastifyInstance, { store }: DatasetDeps, queries: AskedQueries): void {
  serve(
    app,
    routes.listDatasetExamples,
    async ({
      params,
      query: { contains, cursor, limit, offset, split = [], version_id: version },
      reply,
      asker,
    }) => {
      if (offset !== undefined && (contains !== undefined || split.length > 0))
        throw new AppError(
          'unprocessable',
          'offset does not go with split or contains: follow next_cursor instead.',
        );
      const isPaged = [limit, cursor, offset, contains].some((one) => one !== undefined);
      const fromExampleId = cursor === undefined ? 0 : decodeIdCursor(cursor, 'DatasetExample');
      const dataset = await requireDataset(store.db, params.id);
      const list = {
        dataset,
        versionId: await requireVersion(store.db, dataset, version),
        splits: await requireSplits(store.db, split),
        page: isPaged ? { limit: limit ?? PAGE_LIMIT, fromExampleId } : null,
      };
      if (contains !== undefined) {
        reply.header('content-type', JSON_TYPE);
        return searchPage(store, queries, asker, list, contains);
      }
      if (isPaged) return examplePage(store, await skipped(store, list, offset ?? 0));
      reply.header('content-type', JSON_TYPE);
      return exampleStream(store, asker, list);
    },
  );
}

function deleteRoute(app: FastifyInstance, { store, wakeJobs }: DatasetDeps): void {
  serve(app, routes.deleteDataset, async ({ params, query }) => {
    const id = requireGlobalId(params.id, 'Dataset', 'id');
    if (!(await deleteDataset(store.db, id, Date.now(), query.delete_projects)))
      throw datasetNotFound(params.id);
    wakeJobs();
  });
}

/** A page of datasets, newest first. */
async function datasetPage(
  db: MetaDb,
  {
    limit,
    ...chosen
  }: { readonly limit: number; readonly fromId?: number; readonly name?: string },
): Promise<{ readonly data: Dataset[]; readonly next_cursor: string | null }> {
  const rows = await listDatasets(db, { limit: limit + 1, ...chosen });
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(datasetReply),
    next_cursor: next === undefined ? null : encodeGlobalId('Dataset', next.id),
  };
}

/** A page of a dataset's versions, newest first. */
async function versionPage(
  db: MetaDb,
  {
    limit,
    ...chosen
  }: { readonly datasetId: number; readonly limit: number; readonly fromId?: number },
): Promise<{ readonly data: DatasetVersion[]; readonly next_cursor: string | null }> {
  const rows = await listVersions(db, { limit: limit + 1, ...chosen });
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(versionReply),
    next_cursor: next === undefined ? null : encodeGlobalId('DatasetVersion', next.id),
  };
}

/** One dataset as lists show it; codes as of `requireDataset`. */
async function oneDataset(db: MetaDb, id: string): Promise<Dataset> {
  const row = await findShownDataset(db, (await requireDataset(db, id)).id);
  if (row === null) throw datasetNotFound(id);
  return datasetReply(row);
}

function versionReply(
  row: DatasetVersionRecord & { readonly user_name: string | null },
): DatasetVersion {
  return {
    version_id: encodeGlobalId('DatasetVersion', row.id),
    description: row.description,
    metadata: jsonObject(row.metadata),
    created_at: isoFromUnixMs(row.created_at_ms),
    num_created_examples: row.created_examples,
    num_updated_examples: row.changed_examples,
    num_deleted_examples: row.deleted_examples,
    user_id: row.user_number === null ? null : encodeGlobalId('User', row.user_number),
    user_name: row.user_name,
  };
}

/**
 * The route that brings examples in. Its body goes to a file as it arrives, whatever its media
 * type.
 */
function uploadRoute(app: FastifyInstance, { store, uploads }: DatasetDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    serve(
      scope,
      routes.uploadDataset,
      async ({ query, request, signal, caller: { userNumber } }) => {
        const contentType = request.headers['content-type'] ?? '';
        const { body }: { readonly body: unknown } = request;
        if (contentType === '' || !(body instanceof Readable))
          throw new AppError(
            'invalid_request',
            'Missing content-type header: it is application/json or multipart/form-data.',
          );
        assertPlain(request.headers['content-encoding'] ?? 'identity');
        liftBodyDeadline(request);
        if (query.sync === true)
          return {
            data: uploadDatasetData(await uploads.run(body, contentType, { signal, userNumber })),
          };
        const job = await findJob(
          store.db,
          await uploads.queue(body, contentType, { signal, userNumber }),
        );
        if (job === null) throw new Error('A job that was just queued is gone.');
        return { data: jobReply(job) };
      },
    );
  });
}

/** A body compressed as a whole would otherwise be taken for a broken document. */
function assertPlain(encoding: string): void {
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError(
      'unprocessable',
      `The request has the Content-Encoding '${encoding.slice(0, 80)}': send the body uncompressed. The file in a form may be compressed: its part then needs that header.`,
    );
}

/** A dataset's history: the changes of one example, and the differences between versions. */
export function registerDatasetHistory(
  app: FastifyInstance,
  { meta }: { readonly meta: MetaDb },
): void {
  serve(app, routes.getDatasetExampleHistory, async ({ params, query }) =>
    exampleHistory(meta, {
      dataset: params.id,
      example: params.example_identifier,
      limit: query.limit ?? 20,
      cursor: query.cursor,
    }),
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
