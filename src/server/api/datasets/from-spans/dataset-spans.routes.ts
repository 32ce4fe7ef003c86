import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/datasets/dataset-edit.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { findDatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { examplesOfSpans, type SpanLink } from '#server/stores/meta/datasets/span-links.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { DatasetEditDeps } from '#server/api/kit/datasets/dataset-editor.ts';
import { editorOptions, editReply } from '#server/api/kit/reply/edit-reply.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import type { AskedQueries } from '../../kit/route/asker.ts';
import { serve } from '#server/api/kit/route/serve.ts';
import { splitNames } from '#server/api/kit/datasets/split-names.ts';
import { spanEdits, spanPreview, spansOf, type SpanTally } from './from-spans.service.ts';
import { findSpanNumbers } from './span-examples.service.ts';

type Deps = DatasetEditDeps & { readonly meta: MetaDb; readonly queries: AskedQueries };

/** From spans to examples, and from a span to the examples that were made of it. */
export function registerDatasetSpans(app: FastifyInstance, deps: Deps): void {
  fromSpansRoute(app, deps);
  previewRoute(app, deps);
  ofSpanRoute(app, deps);
}

function fromSpansRoute(app: FastifyInstance, { changes, meta, queries }: Deps): void {
  serve(
    app,
    routes.addDatasetExamplesFromSpans,
    async ({ params, body, signal, caller, asker }) => {
      const options = editorOptions(body, { signal, caller });
      const dataset = await findDatasetRef(meta, params.id);
      const spans = await spansOf(queries, asker, body);
      if (body.dry_run === true) return spanPreview(meta, dataset, spans);
      const tally: SpanTally = { skipped: 0, complete: true };
      const outcome = await changes.edit(
        dataset,
        spanEdits(meta, dataset, spans, splitNames(body.splits ?? []), tally),
        options,
      );
      return {
        data: { ...editReply(outcome), num_skipped_spans: tally.skipped, complete: tally.complete },
      };
    },
  );
}

function previewRoute(app: FastifyInstance, { meta, queries }: Deps): void {
  serve(app, routes.previewExamplesOfSpans, async ({ body, asker }) =>
    spanPreview(meta, null, await spansOf(queries, asker, body)),
  );
}

function ofSpanRoute(app: FastifyInstance, { meta, queries }: Deps): void {
  serve(app, routes.listDatasetExamplesOfSpan, async ({ params, query, asker }) => {
    const fromExample =
      query.cursor === undefined ? 0 : decodeIdCursor(query.cursor, 'DatasetExample');
    const limit = query.limit ?? 100;
    const numbers = await queries.value(findSpanNumbers, asker, { span: params.span_identifier });
    if (numbers.length === 0)
      throw new AppError('not_found', `Span '${params.span_identifier.slice(0, 200)}' not found`);
    const links = await examplesOfSpans(meta, numbers, { limit: limit + 1, fromExample });
    const next = links[limit];
    return {
      data: links.slice(0, limit).map(linkReply),
      next_cursor: next === undefined ? null : encodeGlobalId('DatasetExample', next.exampleId),
    };
  });
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
