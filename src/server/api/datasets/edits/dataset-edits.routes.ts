import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/dataset-edit.routes.ts';
import type { ExampleEdits } from '#core/dataset/example-edit.ts';
import {
  findDatasetRef,
  type DatasetRef,
} from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { DatasetEditDeps } from '#server/api/kit/datasets/dataset-editor.ts';
import { editorOptions, editReply } from '#server/api/kit/reply/edit-reply.ts';
import { registerExactJsonBody } from '#server/api/kit/request/json-body.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import {
  inBatches,
  requestedEdits,
  changeDataset,
  datasetRevert,
  exampleRevert,
  requireVersion,
} from './dataset-edits.service.ts';

type Deps = DatasetEditDeps & { readonly meta: MetaDb };

/** Changing a dataset by hand: its name, single examples, and back to what it was. */
export function registerDatasetEdits(app: FastifyInstance, deps: Deps): void {
  factsRoute(app, deps);
  void app.register(async (scope) => {
    registerExactJsonBody(scope);
    manyRoutes(scope, deps);
    oneRoutes(scope, deps);
    revertRoutes(scope, deps);
  });
}

/** Runs edits that depend on the dataset's content. */
async function edit(
  { changes, meta }: Deps,
  identifier: string,
  versionOptions: Parameters<typeof editorOptions>[0],
  by: Parameters<typeof editorOptions>[1],
  editsOf: (dataset: DatasetRef) => Promise<ExampleEdits>,
) {
  const options = editorOptions(versionOptions, by);
  const dataset = await findDatasetRef(meta, identifier);
  return { data: editReply(await changes.edit(dataset, await editsOf(dataset), options)) };
}

function factsRoute(app: FastifyInstance, { changes, meta }: Deps): void {
  serve(app, routes.updateDataset, async ({ params, body }) => ({
    data: await changeDataset(meta, changes, await findDatasetRef(meta, params.id), body),
  }));
}

function manyRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, routes.addDatasetExamples, ({ params, body, ...by }) =>
    edit(deps, params.id, body, by, async (dataset) =>
      inBatches(await requestedEdits(deps.meta, dataset, { add: body.examples })),
    ),
  );
  serve(app, routes.editDatasetExamples, ({ params, body, ...by }) =>
    edit(deps, params.id, body, by, async (dataset) =>
      inBatches(await requestedEdits(deps.meta, dataset, body)),
    ),
  );
}

function oneRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, routes.editDatasetExample, ({ params, body, ...by }) =>
    edit(deps, params.id, body, by, async (dataset) => {
      const { input, output, metadata, seen_version_id: seen } = body;
      const parts = {
        ...(input && { input }),
        ...(output && { output }),
        ...(metadata && { metadata }),
        ...(seen !== undefined && { seen_version_id: seen }),
      };
      return inBatches(
        await requestedEdits(deps.meta, dataset, {
          edit: [{ id: params.example_identifier, ...parts }],
        }),
      );
    }),
  );
  serve(app, routes.deleteDatasetExample, ({ params, query, ...by }) =>
    edit(deps, params.id, query, by, async (dataset) =>
      inBatches(await requestedEdits(deps.meta, dataset, { delete: [params.example_identifier] })),
    ),
  );
}

function revertRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, routes.revertDataset, async ({ params, body, ...by }) => {
    const dataset = await findDatasetRef(deps.meta, params.id);
    const versionId = await requireVersion(deps.meta, dataset, body.version_id);
    const options = editorOptions(body, by);
    // The edits are the difference to this version, so they are good for no other.
    const baseVersionId = options.baseVersionId ?? dataset.latestVersionId;
    const edits = datasetRevert(deps.meta, dataset, versionId);
    return {
      data: editReply(await deps.changes.edit(dataset, edits, { ...options, baseVersionId })),
    };
  });
  serve(app, routes.revertDatasetExample, ({ params, body, ...by }) =>
    edit(deps, params.id, body, by, async (dataset) =>
      inBatches(
        await exampleRevert(
          deps.meta,
          dataset,
          params.example_identifier,
          await requireVersion(deps.meta, dataset, body.version_id),
        ),
      ),
    ),
  );
}
