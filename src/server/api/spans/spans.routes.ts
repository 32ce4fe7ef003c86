import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ProjectParams } from '#contracts/wire/schema-parts.ts';
import { CreateSpansBody, CreateSpansReply } from '#contracts/spans/span-create.ts';
import { OtlpRequest, OtlpSpanPage } from '#contracts/spans/span-otlp.ts';
import {
  DeleteSpansBody,
  SpanDetailReply,
  SpanExportParams,
  SpanListParams,
  SpanOtlpListParams,
  SpanPage,
  SpanParams,
  SpanRowCsvParams,
  SpanRowListParams,
  SpanRowPage,
} from '#contracts/spans/span.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { attachment, exportStream } from '../kit/reply/export-stream.ts';
import { BodySchemaError } from '../kit/reply/field-errors.ts';
import { warnOfSlips } from '../kit/reply/filter-warning.ts';
import { bodyBytes, registerRawBody } from '../kit/request/json-body.ts';
import { noteSpans } from '../kit/route/access-gate.ts';
import { route } from '../kit/route/route.ts';
import { createSpans } from './span-create.service.ts';
import { encodeSpans } from './span-encode.service.ts';
import { listOtlpSpans, listSpans } from './span-list.service.ts';
import { exportSpanRows, exportSpans } from './span-export.service.ts';
import { listSpanRows } from './span-rows.service.ts';
import { deleteSpan, deleteSpans, getSentSpan, getSpan } from './spans.service.ts';

const SPANS = '/v1/projects/{project_identifier}/spans';
const EXAMPLE = {
  data: [
    {
      name: 'hello',
      context: { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: '5fb0c4e8a1b2c3d4' },
      span_kind: 'CHAIN',
      status_code: 'OK',
      start_time: '2026-11-20T18:16:00+00:00',
      end_time: '2026-11-20T18:16:01+00:00',
      attributes: { 'input.value': 'Hello' },
    },
  ],
};

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
  route(
    app,
    {
      method: 'GET',
      path: SPANS,
      id: 'listSpans',
      access: { scopes: ['traces:read'] },
      tag: 'spans',
      summary: 'List spans with their attributes',
      description:
        'Newest first by default. Filters are ANDed, the values of one are ORed (`attribute` excepted). If a name in `filter` is nearly that of a field, `X-Filter-Warning` says so.',
      params: ProjectParams,
      query: SpanListParams,
      ok: { status: 200, description: 'A page of spans.', schema: SpanPage },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query: { cursor, limit = 100, sort = 'id', order = 'desc', ...filters }, reply, signal }) => {
      warnOfSlips(reply, filters.filter);
      const asked = { project: params.project_identifier, filters, sort, order, limit };
      return queries.json(listSpans, { ...asked, ...(cursor === undefined ? {} : { cursor }) }, signal);
    },
  );
  route(
    app,
    {
      method: 'GET',
      path: `${SPANS}/otlpv1`,
      id: 'listOtlpSpans',
      access: { scopes: ['traces:read'] },
      tag: 'spans',
      summary: 'List spans in the shape of OTLP',
      description: 'Newest first, with flattened attributes as OTLP key-values.',
      params: ProjectParams,
      query: SpanOtlpListParams,
      ok: { status: 200, description: 'A page of spans.', schema: OtlpSpanPage },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query: { cursor, limit = 100, ...filters }, signal }) =>
      queries.json(
        listOtlpSpans,
        { project: params.project_identifier, filters, sort: 'id', order: 'desc', limit, ...(cursor === undefined ? {} : { cursor }) },
        signal,
      ),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/span_rows',
      id: 'listSpanRows',
      access: { scopes: ['traces:read'] },
      tag: 'spans',
      summary: 'List spans as rows',
      description:
        'Newest first unless asked otherwise, with previews of input and output, and the attributes that `columns` names. `previous_cursor` reads towards the rows before.',
      params: ProjectParams,
      query: SpanRowListParams,
      ok: { status: 200, description: 'A page of rows.', schema: SpanRowPage },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, reply, signal }) => {
      warnOfSlips(reply, query.filter);
      return queries.json(listSpanRows, { project: params.project_identifier, query }, signal);
    },
  );
}

const BROKEN = 'A connection that breaks means that the rest is missing.';

function exportRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: `${SPANS}/jsonl`,
      id: 'exportSpans',
      access: { scopes: ['traces:read'] },
      audit: 'span.export',
      tag: 'spans',
      summary: 'Download spans as JSON lines',
      description: 'All that match, with their attributes, as a stream, newest first.',
      params: ProjectParams,
      query: SpanExportParams,
      ok: { status: 200, description: `A line for each span. ${BROKEN}`, schema: Type.String(), contentType: 'application/x-ndjson' },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query: { format = 'span', ...filters }, reply, signal }) => {
      const project = params.project_identifier;
      const read = (cursor: string | undefined) =>
        queries.value(exportSpans, { project, filters, format, ...(cursor === undefined ? {} : { cursor }) }, signal);
      const stream = await exportStream(read);
      reply.header('content-disposition', attachment(`${project}-spans.jsonl`));
      return stream;
    },
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/projects/{project_identifier}/span_rows/csv',
      id: 'exportSpanRows',
      access: { scopes: ['traces:read'] },
      audit: 'span.export',
      tag: 'spans',
      summary: 'Download rows of spans as CSV',
      description:
        'All that match, as a stream, in the order of the list, with input and output up to 32,000 characters and the attributes that `columns` names. Texts that a spreadsheet would run get an apostrophe in front.',
      params: ProjectParams,
      query: SpanRowCsvParams,
      ok: {
        status: 200,
        description: `A line of heads, then a line for each span. ${BROKEN}`,
        schema: Type.String(),
        contentType: 'text/csv; charset=utf-8',
      },
      errors: ['not_found', 'invalid_request'],
    },
    async ({ params, query, reply, signal }) => {
      const project = params.project_identifier;
      const read = (cursor: string | undefined) =>
        queries.value(exportSpanRows, { project, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } }, signal);
      const stream = await exportStream(read);
      reply.header('content-disposition', attachment(`${project}-spans.csv`));
      return stream;
    },
  );
}

function creationRoute(app: FastifyInstance, { queries, commands, limits }: Pick<ApiDeps, 'queries' | 'commands' | 'limits'>): void {
  route(
    app,
    {
      method: 'POST',
      path: SPANS,
      id: 'createSpans',
      isIngest: true,
      access: { scopes: ['traces:write'] },
      tag: 'spans',
      summary: 'Create spans from JSON',
      description:
        'All or none: when a span exists already or cannot be stored, the answer is 400 and its `detail` is a JSON document `{error, total_received, total_queued, total_duplicates, total_invalid, duplicate_spans, invalid_spans}`. A project name that is new makes the project.',
      params: ProjectParams,
      body: CreateSpansBody,
      bodyExample: EXAMPLE,
      fieldErrors: true,
      rawBody: true,
      bodyBytesMax: limits.spansBodyBytesMax,
      ok: { status: 202, description: 'Stored.', schema: CreateSpansReply },
      errors: ['not_found', 'storage_full'],
    },
    async ({ params, request, signal }) => {
      const encoded = await queries.value(encodeSpans, { body: bodyBytes(request) }, signal);
      if ('problem' in encoded) throw new BodySchemaError(encoded.problem);
      const reply = await commands.run(createSpans, { ...encoded, project: params.project_identifier });
      noteSpans(request, reply.total_queued);
      return reply;
    },
  );
}

function singleRoutes(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/spans/{span_identifier}',
      id: 'getSpan',
      access: { scopes: ['traces:read'] },
      tag: 'spans',
      summary: 'Read a span',
      description:
        'Everything that was sent: attributes, events, links, resource, scope. By Global ID or span id; where two traces hold the id, the newest answers.',
      params: SpanParams,
      ok: { status: 200, description: 'The span.', schema: SpanDetailReply },
      errors: ['not_found'],
    },
    async ({ params, signal }) => queries.json(getSpan, { span: params.span_identifier }, signal),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/spans/{span_identifier}/otlp',
      id: 'getSpanOtlp',
      access: { scopes: ['traces:read'] },
      tag: 'spans',
      summary: 'Read a span as it was sent',
      description:
        "An OTLP/JSON export request of this one span with its resource and scope, from the span's own bytes: attributes in the order and under the keys they were sent with. GenAI events that were sent as log records are among its events, behind its own. The request can be sent again.",
      params: SpanParams,
      ok: { status: 200, description: 'The export request.', schema: OtlpRequest },
      errors: ['not_found'],
    },
    async ({ params, signal }) => queries.json(getSentSpan, { span: params.span_identifier }, signal),
  );
}

function removeRoutes(app: FastifyInstance, { commands }: Pick<ApiDeps, 'commands'>): void {
  route(
    app,
    {
      method: 'DELETE',
      path: '/v1/spans/{span_identifier}',
      id: 'deleteSpan',
      access: { scopes: ['traces:write'] },
      audit: 'span.delete',
      tag: 'spans',
      summary: 'Delete a span',
      description: 'The span alone: its children stay, as orphans.',
      params: SpanParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => commands.run(deleteSpan, { span: params.span_identifier }),
  );
  route(
    app,
    {
      method: 'POST',
      path: '/v1/spans/delete',
      id: 'deleteManySpans',
      access: { scopes: ['traces:write'] },
      audit: 'span.delete',
      tag: 'spans',
      summary: 'Delete some spans',
      description:
        'Up to 1,000 alone: their children stay, as orphans. Unknown ones are skipped; a key limited to projects gets all or none.',
      body: DeleteSpansBody,
      bodyExample: { span_identifiers: ['5fb0c4e8a1b2c3d4'] },
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ body }) => commands.run(deleteSpans, { spans: body.span_identifiers }),
  );
}
