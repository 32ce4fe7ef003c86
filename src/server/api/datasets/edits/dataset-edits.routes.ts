import type { FastifyInstance } from 'fastify';
import {
  AddExamplesBody,
  DeleteExampleParams,
  EditExampleBody,
  EditExamplesBody,
  EditReply,
  RevertBody,
  UpdateDatasetBody,
} from '#contracts/datasets/dataset-edit.ts';
import { DatasetExampleParams } from '#contracts/datasets/dataset-history.ts';
import { DatasetParams, DatasetReply } from '#contracts/datasets/dataset.ts';
import { findDatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import type { DatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import type { ExampleEdits } from '#core/dataset/example-edit.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { DatasetEditDeps } from '#server/api/kit/datasets/dataset-editor.ts';
import { editorOptions, editReply } from '#server/api/kit/reply/edit-reply.ts';
import { registerExactJsonBody } from '#server/api/kit/request/json-body.ts';
import { route } from '#server/api/kit/route/route.ts';
import { changeDataset } from './dataset-facts.service.ts';
import { inBatches, requestedEdits } from './example-edits.service.ts';
import { datasetRevert, exampleRevert, requireVersion } from './revert.service.ts';

type Deps = DatasetEditDeps & { readonly meta: MetaDb };

const EXAMPLES = '/v1/datasets/{id}/examples';
const BODY_BYTES_MAX = 8 * 1024 * 1024;
const tag = 'datasets';
const ok = { status: 200, description: 'The changes, and the new version.', schema: EditReply };
const errors = ['not_found', 'conflict', 'storage_full'] as const;

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
  route(
    app,
    {
      method: 'PATCH',
      path: '/v1/datasets/{id}',
      id: 'updateDataset',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Rename or describe a dataset',
      description: 'Name, description and metadata. Leaves the examples unchanged, and creates no new version.',
      params: DatasetParams,
      body: UpdateDatasetBody,
      bodyExample: { name: 'refund questions, checked' },
      ok: { status: 200, description: 'The dataset.', schema: DatasetReply },
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }) => ({ data: await changeDataset(meta, changes, await findDatasetRef(meta, params.id), body) }),
  );
}

function manyRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    {
      method: 'POST',
      path: EXAMPLES,
      id: 'addDatasetExamples',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Add examples',
      description: 'Each becomes a new example, whether or not there is one like it; all in one new version.',
      params: DatasetParams,
      body: AddExamplesBody,
      bodyBytesMax: BODY_BYTES_MAX,
      bodyExample: { examples: [{ input: { question: 'How do I return a parcel?' }, output: { answer: 'Within 30 days.' } }] },
      ok,
      errors,
    },
    ({ params, body, ...by }) =>
      edit(deps, params.id, body, by, async (dataset) => inBatches(await requestedEdits(deps.meta, dataset, { add: body.examples }))),
  );
  route(
    app,
    {
      method: 'PATCH',
      path: EXAMPLES,
      id: 'editDatasetExamples',
      access: { scopes: ['datasets:write'], workspace: true },
      audit: 'dataset_example.change',
      tag,
      summary: 'Add, change and remove examples',
      description: 'All of it in one new version, or none. With `base_version_id` no one else’s change is overwritten unseen.',
      params: DatasetParams,
      body: EditExamplesBody,
      bodyBytesMax: BODY_BYTES_MAX,
      bodyExample: { edit: [{ id: 'ticket-4711', output: { answer: 'Within 14 days.' } }], delete: ['ticket-4712'] },
      ok,
      errors,
    },
    ({ params, body, ...by }) =>
      edit(deps, params.id, body, by, async (dataset) => inBatches(await requestedEdits(deps.meta, dataset, body))),
  );
}

function oneRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    {
      method: 'PATCH',
      path: `${EXAMPLES}/{example_identifier}`,
      id: 'editDatasetExample',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Change an example',
      description:
        'Absent fields stay exactly unchanged. Creates a new version if anything differs. With `seen_version_id`, the edit is refused if another user changed this example since that version.',
      params: DatasetExampleParams,
      body: EditExampleBody,
      bodyBytesMax: BODY_BYTES_MAX,
      bodyExample: { output: { answer: 'Within 14 days.' }, version_description: 'New terms of trade.' },
      ok,
      errors,
    },
    ({ params, body, ...by }) =>
      edit(deps, params.id, body, by, async (dataset) => {
        const { input, output, metadata, seen_version_id: seen } = body;
        const parts = {
          ...(input && { input }),
          ...(output && { output }),
          ...(metadata && { metadata }),
          ...(seen !== undefined && { seen_version_id: seen }),
        };
        return inBatches(await requestedEdits(deps.meta, dataset, { edit: [{ id: params.example_identifier, ...parts }] }));
      }),
  );
  route(
    app,
    {
      method: 'DELETE',
      path: `${EXAMPLES}/{example_identifier}`,
      id: 'deleteDatasetExample',
      access: { scopes: ['datasets:write'], workspace: true },
      audit: 'dataset_example.delete',
      tag,
      summary: 'Remove an example',
      description: 'Removes the example from the new version on; earlier versions keep it. When it is restored, it is in its splits again.',
      params: DatasetExampleParams,
      query: DeleteExampleParams,
      ok,
      errors,
    },
    ({ params, query, ...by }) =>
      edit(deps, params.id, query, by, async (dataset) =>
        inBatches(await requestedEdits(deps.meta, dataset, { delete: [params.example_identifier] })),
      ),
  );
}

function revertRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/v1/datasets/{id}/revert',
      id: 'revertDataset',
      access: { scopes: ['datasets:write'], workspace: true },
      audit: 'dataset.revert',
      tag,
      summary: 'Make a dataset what it was',
      description:
        'Creates a new version with the content of an earlier one. Splits are not versioned and stay as they are now: a restored example is in the splits it had when it was removed.',
      params: DatasetParams,
      body: RevertBody,
      bodyExample: { version_id: 'RGF0YXNldFZlcnNpb246MQ==' },
      ok,
      errors,
    },
    async ({ params, body, ...by }) => {
      const dataset = await findDatasetRef(deps.meta, params.id);
      const versionId = await requireVersion(deps.meta, dataset, body.version_id);
      const options = editorOptions(body, by);
      // The edits are the difference to this version, so they are good for no other.
      const baseVersionId = options.baseVersionId ?? dataset.latestVersionId;
      const edits = datasetRevert(deps.meta, dataset, versionId);
      return { data: editReply(await deps.changes.edit(dataset, edits, { ...options, baseVersionId })) };
    },
  );
  route(
    app,
    {
      method: 'POST',
      path: `${EXAMPLES}/{example_identifier}/revert`,
      id: 'revertDatasetExample',
      access: { scopes: ['datasets:write'], workspace: true },
      tag,
      summary: 'Make an example what it was',
      description:
        'A new version in which it has the content of an earlier one; an example that was removed comes back, into the splits it was in.',
      params: DatasetExampleParams,
      body: RevertBody,
      bodyExample: { version_id: 'RGF0YXNldFZlcnNpb246MQ==' },
      ok,
      errors,
    },
    ({ params, body, ...by }) =>
      edit(deps, params.id, body, by, async (dataset) =>
        inBatches(
          await exampleRevert(deps.meta, dataset, params.example_identifier, await requireVersion(deps.meta, dataset, body.version_id)),
        ),
      ),
  );
}
