import { Type } from 'typebox';
import { declare } from '../wire/declare.ts';
import { ProjectParams } from '../wire/schema-parts.ts';
import { CreateSpansBody, CreateSpansReply } from './span-create.ts';
import { OtlpRequest, OtlpSpanPage } from './span-otlp.ts';
import { SpanQueryBody, SpanQueryParams } from './span-query.ts';
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
} from './span.ts';

const SPANS_EXAMPLE = {
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
const BROKEN = 'A connection that breaks means that the rest is missing.';

export const listSpans = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/spans',
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
});

export const listOtlpSpans = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/spans/otlpv1',
  id: 'listOtlpSpans',
  access: { scopes: ['traces:read'] },
  tag: 'spans',
  summary: 'List spans in the shape of OTLP',
  description: 'Newest first, with flattened attributes as OTLP key-values.',
  params: ProjectParams,
  query: SpanOtlpListParams,
  ok: { status: 200, description: 'A page of spans.', schema: OtlpSpanPage },
  errors: ['not_found', 'invalid_request'],
});

export const listSpanRows = declare({
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
});

export const exportSpans = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/spans/jsonl',
  id: 'exportSpans',
  access: { scopes: ['traces:read'] },
  audit: 'span.export',
  tag: 'spans',
  summary: 'Download spans as JSON lines',
  description: 'All that match, with their attributes, as a stream, newest first.',
  params: ProjectParams,
  query: SpanExportParams,
  ok: {
    status: 200,
    description: `A line for each span. ${BROKEN}`,
    schema: Type.String(),
    contentType: 'application/x-ndjson',
  },
  errors: ['not_found', 'invalid_request'],
});

export const exportSpanRows = declare({
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
});

export const createSpans = declare({
  method: 'POST',
  path: '/v1/projects/{project_identifier}/spans',
  id: 'createSpans',
  isIngest: true,
  access: { scopes: ['traces:write'] },
  tag: 'spans',
  summary: 'Create spans from JSON',
  description:
    'All or none: when a span exists already or cannot be stored, the answer is 400 and its `detail` is a JSON document `{error, total_received, total_queued, total_duplicates, total_invalid, duplicate_spans, invalid_spans}`. A project name that is new makes the project.',
  params: ProjectParams,
  body: CreateSpansBody,
  bodyExample: SPANS_EXAMPLE,
  fieldErrors: true,
  rawBody: true,
  ok: { status: 202, description: 'Stored.', schema: CreateSpansReply },
  errors: ['not_found', 'storage_full'],
});

export const getSpan = declare({
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
});

export const getSpanOtlp = declare({
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
});

export const deleteSpan = declare({
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
});

export const deleteManySpans = declare({
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
});

const QUERY_EXAMPLE = {
  queries: [
    { select: { input: { key: 'input.value' } }, filter: { condition: "span_kind == 'LLM'" } },
  ],
  limit: 100,
};

export const querySpans = declare({
  method: 'POST',
  path: '/v1/spans',
  id: 'querySpans',
  access: { scopes: ['traces:read'] },
  tag: 'spans',
  summary: 'Read spans as data frames',
  description:
    'For each query a part of JSON that pandas reads (`parse_table_schema`): rows newest first, names with the place of their column in front (`1_name`). ' +
    'An `Accept` of anything but `application/json` gets Arrow instead (`application/x-pandas-arrow`): an IPC stream for each query, one after the other, of 64 MB at most. ' +
    'Without `select`, `explode` and `concat` a row has all fields and attributes. A project that does not exist gives an empty frame.',
  query: SpanQueryParams,
  body: SpanQueryBody,
  bodyExample: QUERY_EXAMPLE,
  ok: {
    status: 200,
    description: 'A part for each query. A connection that breaks means that the rest is missing.',
    schema: Type.String(),
    contentType: 'multipart/mixed',
    binaryTypes: ['application/x-pandas-arrow'],
  },
  errors: ['not_found'],
});
