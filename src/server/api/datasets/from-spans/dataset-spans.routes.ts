import type { FastifyInstance } from 'fastify';
import {
  ExamplesOfSpansBody,
  ExamplesOfSpansReply,
  FromSpansBody,
  FromSpansReply,
  SpanExamplesListParams,
  SpanExamplesPage,
} from '#contracts/datasets/dataset-from-spans.ts';
import { DatasetParams } from '#contracts/datasets/dataset.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { SpanParams } from '#contracts/spans/span.ts';
import { findDatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { examplesOfSpans } from '#server/stores/meta/datasets/span-links.queries.ts';
import type { SpanLink } from '#server/stores/meta/datasets/span-links.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { DatasetEditDeps } from '#server/api/kit/datasets/dataset-editor.ts';
import { editorOptions, editReply } from '#server/api/kit/reply/edit-reply.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import { route } from '#server/api/kit/route/route.ts';
import { splitNames } from '#server/api/kit/datasets/split-names.ts';
import { spanEdits, spanPreview, spansOf } from './from-spans.service.ts';
import type { SpanTally } from './from-spans.service.ts';
import { findSpanNumbers } from './span-examples.service.ts';

type Deps = DatasetEditDeps & { readonly meta: MetaDb; readonly queries: QueryRunner };

const tag = 'datasets';

/** From spans to examples, and from a span to the examples that were made of it. */
export function registerDatasetSpans(app: FastifyInstance, deps: Deps): void {
  fromSpansRoute(app, deps);
  previewRoute(app, deps);
  ofSpanRoute(app, deps);
}

function fromSpansRoute(app: FastifyInstance, { changes, meta, queries }: Deps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/v1/datasets/{id}/examples/from_spans',
      id: 'addDatasetExamplesFromSpans',
      access: { scopes: ['datasets:write', 'traces:read'], workspace: true },
      tag,
      summary: 'Make examples of spans',
      description:
        'Input and output come from the OpenInference attributes: messages of model calls, documents of retrievers, else the input and output value; the metadata are the span’s, with its kind and its annotations (for a root, those of its trace too) by name. Each example knows its span; a span that has one in the newest version is left out. With `dry_run` nothing changes, and the reply shows what would be added.',
      params: DatasetParams,
      body: FromSpansBody,
      bodyExample: { project: 'default', filter: "span_kind == 'LLM' and status_code == 'ERROR'", limit: 100, splits: ['errors'] },
      ok: { status: 200, description: 'The added examples, or with `dry_run` a preview of them.', schema: FromSpansReply },
      errors: ['not_found', 'conflict', 'storage_full'],
    },
    async ({ params, body, signal, caller }) => {
      const options = editorOptions(body, { signal, caller });
      const dataset = await findDatasetRef(meta, params.id);
      const spans = await spansOf(queries, body, signal);
      if (body.dry_run === true) return spanPreview(meta, dataset, spans);
      const tally: SpanTally = { skipped: 0, complete: true };
      const outcome = await changes.edit(dataset, spanEdits(meta, dataset, spans, splitNames(body.splits ?? []), tally), options);
      return { data: { ...editReply(outcome), num_skipped_spans: tally.skipped, complete: tally.complete } };
    },
  );
}

function previewRoute(app: FastifyInstance, { meta, queries }: Deps): void {
  route(
    app,
    {
      method: 'POST',
      path: '/v1/datasets/examples_of_spans',
      id: 'previewExamplesOfSpans',
      access: { scopes: ['datasets:read', 'traces:read'], workspace: true },
      tag,
      summary: 'Preview examples from spans',
      description: 'Shows the spans as examples of a dataset, which need not exist yet. Nothing is stored.',
      body: ExamplesOfSpansBody,
      bodyExample: { span_ids: ['00f067aa0ba902b7'] },
      ok: { status: 200, description: 'The first examples.', schema: ExamplesOfSpansReply },
      errors: ['not_found'],
    },
    async ({ body, signal }) => spanPreview(meta, null, await spansOf(queries, body, signal)),
  );
}

function ofSpanRoute(app: FastifyInstance, { meta, queries }: Deps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/spans/{span_identifier}/dataset_examples',
      id: 'listDatasetExamplesOfSpan',
      access: { scopes: ['datasets:read'], workspace: true },
      tag,
      summary: 'The examples made of a span',
      description: 'In all datasets, oldest first. By Global ID also when the span itself was deleted.',
      params: SpanParams,
      query: SpanExamplesListParams,
      ok: { status: 200, description: 'A page of examples.', schema: SpanExamplesPage },
      errors: ['not_found'],
    },
    async ({ params, query, signal }) => {
      const fromExample = query.cursor === undefined ? 0 : decodeIdCursor(query.cursor, 'DatasetExample');
      const limit = query.limit ?? 100;
      const numbers = await queries.value(findSpanNumbers, { span: params.span_identifier }, signal);
      if (numbers.length === 0) throw new AppError('not_found', `Span '${params.span_identifier.slice(0, 200)}' not found`);
      const links = await examplesOfSpans(meta, numbers, { limit: limit + 1, fromExample });
      const next = links[limit];
      return {
        data: links.slice(0, limit).map(linkReply),
        next_cursor: next === undefined ? null : encodeGlobalId('DatasetExample', next.exampleId),
      };
    },
  );
}

function linkReply({ datasetId, datasetName, exampleId, externalId, inNewestVersion }: SpanLink) {
  const nodeId = encodeGlobalId('DatasetExample', exampleId);
  return {
    dataset_id: encodeGlobalId('Dataset', datasetId),
    dataset_name: datasetName,
    id: externalId ?? nodeId,
    node_id: nodeId,
    in_newest_version: inNewestVersion,
  };
}
