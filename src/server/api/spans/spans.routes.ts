import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/spans/routes.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { attachment, exportStream } from '../kit/reply/export-stream.ts';
import { BodySchemaError } from '../kit/reply/field-errors.ts';
import { warnOfSlips } from '../kit/reply/filter-warning.ts';
import { bodyBytes, registerRawBody } from '../kit/request/json-body.ts';
import { noteSpans } from '../kit/route/access-gate.ts';
import { serve } from '../kit/route/serve.ts';
import { createSpans } from './span-create.service.ts';
import { encodeSpans } from './span-encode.service.ts';
import { listOtlpSpans, listSpans } from './span-list.service.ts';
import { exportSpanRows, exportSpans } from './span-export.service.ts';
import { listSpanRows } from './span-rows.service.ts';
import { deleteSpan, deleteSpans, getSentSpan, getSpan } from './spans.service.ts';

/** Spans: lists, one whole span, creating them as JSON, deleting. */
export function registerSpans(app: FastifyInstance, deps: Pick<ApiDeps, 'queries' | 'commands' | 'limits'>): void {
  listRoutes(app, deps);
  exportRoutes(app, deps);
  void app.register(async (scope) => {
    registerRawBody(scope);
    creationRoute(scope, deps);
  });
  singleRoutes(app, deps);
  removeRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(
    app,
    routes.listSpans,
    async ({ params, query: { cursor, limit = 100, sort = 'id', order = 'desc', ...filters }, reply, asker }) => {
      warnOfSlips(reply, filters.filter);
      const asked = { project: params.project_identifier, filters, sort, order, limit };
      return queries.json(listSpans, asker, { ...asked, ...(cursor === undefined ? {} : { cursor }) });
    },
  );
  serve(app, routes.listOtlpSpans, async ({ params, query: { cursor, limit = 100, ...filters }, asker }) =>
    queries.json(listOtlpSpans, asker, {
      project: params.project_identifier,
      filters,
      sort: 'id',
      order: 'desc',
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    }),
  );
  serve(app, routes.listSpanRows, async ({ params, query, reply, asker }) => {
    warnOfSlips(reply, query.filter);
    return queries.json(listSpanRows, asker, { project: params.project_identifier, query });
  });
}

function exportRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.exportSpans, async ({ params, query: { format = 'span', ...filters }, reply, asker }) => {
    const project = params.project_identifier;
    const read = (cursor: string | undefined) =>
      queries.value(exportSpans, asker, { project, filters, format, ...(cursor === undefined ? {} : { cursor }) });
    const stream = await exportStream(asker, read);
    reply.header('content-disposition', attachment(`${project}-spans.jsonl`));
    return stream;
  });
  serve(app, routes.exportSpanRows, async ({ params, query, reply, asker }) => {
    const project = params.project_identifier;
    const read = (cursor: string | undefined) =>
      queries.value(exportSpanRows, asker, { project, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } });
    const stream = await exportStream(asker, read);
    reply.header('content-disposition', attachment(`${project}-spans.csv`));
    return stream;
  });
}

function creationRoute(app: FastifyInstance, { queries, commands, limits }: Pick<ApiDeps, 'queries' | 'commands' | 'limits'>): void {
  serve(
    app,
    routes.createSpans,
    async ({ params, request, asker }) => {
      const encoded = await queries.value(encodeSpans, asker, { body: bodyBytes(request) });
      if ('problem' in encoded) throw new BodySchemaError(encoded.problem);
      const reply = await commands.run(createSpans, asker, { ...encoded, project: params.project_identifier });
      noteSpans(request, reply.total_queued);
      return reply;
    },
    { bodyBytesMax: limits.spansBodyBytesMax },
  );
}

function singleRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  serve(app, routes.getSpan, async ({ params, asker }) => queries.json(getSpan, asker, { span: params.span_identifier }));
  serve(app, routes.getSpanOtlp, async ({ params, asker }) => queries.json(getSentSpan, asker, { span: params.span_identifier }));
}

function removeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  serve(app, routes.deleteSpan, async ({ params, asker }) => commands.run(deleteSpan, asker, { span: params.span_identifier }));
  serve(app, routes.deleteManySpans, async ({ body, asker }) => commands.run(deleteSpans, asker, { spans: body.span_identifiers }));
}
