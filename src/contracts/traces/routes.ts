import { Type } from 'typebox';
import { SpanDetailList } from '../spans/span.ts';
import { declare } from '../wire/declare.ts';
import { ProjectParams, dataOf } from '../wire/schema-parts.ts';
import {
  DeleteTracesBody,
  TraceListParams,
  TracePage,
  TraceParams,
  TraceRowCsvParams,
  TraceRowListParams,
  TraceRowPage,
  TraceRowReply,
  TraceServices,
  TraceServicesParams,
  TraceSkeleton,
  TraceSkeletonParams,
  TraceSpansParams,
  TraceWindowParams,
  TransferTracesBody,
  TransferTracesReply,
} from './trace.ts';

export const listTraces = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/traces',
  id: 'listTraces',
  access: { scopes: ['traces:read'] },
  tag: 'traces',
  summary: 'List traces',
  description:
    'Newest first unless asked otherwise. Filters are ANDed; an unknown session gives an empty page.',
  params: ProjectParams,
  query: TraceListParams,
  ok: { status: 200, description: 'A page of traces.', schema: TracePage },
  errors: ['not_found', 'invalid_request'],
});

export const listTraceRows = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/trace_rows',
  id: 'listTraceRows',
  access: { scopes: ['traces:read'] },
  tag: 'traces',
  summary: 'List traces with what their roots show',
  description:
    'Traces with name, status and previews of input and output of the root, totals, first error and model, and the attributes of the root that `columns` names. `previous_cursor` reads towards the rows before.',
  params: ProjectParams,
  query: TraceRowListParams,
  ok: { status: 200, description: 'A page of rows.', schema: TraceRowPage },
  errors: ['not_found', 'invalid_request'],
});

export const exportTraceRows = declare({
  method: 'GET',
  path: '/v1/projects/{project_identifier}/trace_rows/csv',
  id: 'exportTraceRows',
  access: { scopes: ['traces:read'] },
  audit: 'trace.export',
  tag: 'traces',
  summary: 'Download rows of traces as CSV',
  description:
    'All that match, as a stream, in the order of the list: totals of each trace, input and output of its root up to 32,000 characters, and the attributes that `columns` names. Texts that a spreadsheet would run get an apostrophe in front.',
  params: ProjectParams,
  query: TraceRowCsvParams,
  ok: {
    status: 200,
    description:
      'A line of heads, then a line for each trace. A connection that breaks means that the rest is missing.',
    schema: Type.String(),
    contentType: 'text/csv; charset=utf-8',
  },
  errors: ['not_found', 'invalid_request'],
});

export const getTrace = declare({
  method: 'GET',
  path: '/v1/traces/{trace_identifier}',
  id: 'getTrace',
  access: { scopes: ['traces:read'] },
  tag: 'traces',
  summary: 'Read a trace',
  description: 'Its row, with totals over all spans.',
  params: TraceParams,
  ok: { status: 200, description: 'The trace.', schema: TraceRowReply },
  errors: ['not_found'],
});

export const getTraceSkeleton = declare({
  method: 'GET',
  path: '/v1/traces/{trace_identifier}/skeleton',
  id: 'getTraceSkeleton',
  access: { scopes: ['traces:read'] },
  tag: 'traces',
  summary: 'Read the tree of a trace',
  description:
    'All spans by start time as columns of equal length, without attributes: a tree and a waterfall can be drawn from it.',
  params: TraceParams,
  query: TraceSkeletonParams,
  ok: { status: 200, description: 'The columns.', schema: dataOf(TraceSkeleton) },
  errors: ['not_found'],
});

export const getTraceSpans = declare({
  method: 'GET',
  path: '/v1/traces/{trace_identifier}/spans',
  id: 'getTraceSpans',
  access: { scopes: ['traces:read'] },
  tag: 'traces',
  summary: 'Read the spans of a trace',
  description:
    'Everything that was sent about the spans of the trace, by start time and page by page; or about up to 100 of them, in the order of `ids`. Spans of other traces are left out.',
  params: TraceParams,
  query: TraceSpansParams,
  ok: { status: 200, description: 'The spans.', schema: SpanDetailList },
  errors: ['not_found'],
});

export const getTraceServices = declare({
  method: 'GET',
  path: '/v1/traces/{trace_identifier}/services',
  id: 'getTraceServices',
  access: { scopes: ['traces:read'] },
  tag: 'traces',
  summary: 'Read which services sent the spans of a trace',
  description: 'By `service.name` of the resources, in the order of the skeleton.',
  params: TraceParams,
  query: TraceServicesParams,
  ok: { status: 200, description: 'The services.', schema: dataOf(TraceServices) },
  errors: ['not_found'],
});

export const deleteTraces = declare({
  method: 'DELETE',
  path: '/v1/projects/{project_identifier}/traces',
  id: 'deleteTraces',
  access: { scopes: ['traces:write'] },
  audit: 'trace.delete',
  tag: 'traces',
  summary: 'Delete the traces of a time window',
  description:
    'Deletes traces that started in the window, with their spans, permanently. Sessions left without traces go too.',
  params: ProjectParams,
  query: TraceWindowParams,
  ok: { status: 204, description: 'Deleted, or nothing was there.' },
  errors: ['not_found'],
});

export const deleteTrace = declare({
  method: 'DELETE',
  path: '/v1/traces/{trace_identifier}',
  id: 'deleteTrace',
  access: { scopes: ['traces:write'] },
  audit: 'trace.delete',
  tag: 'traces',
  summary: 'Delete a trace',
  description: 'With all its spans, permanently.',
  params: TraceParams,
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const deleteManyTraces = declare({
  method: 'POST',
  path: '/v1/traces/delete',
  id: 'deleteManyTraces',
  access: { scopes: ['traces:write'] },
  audit: 'trace.delete',
  tag: 'traces',
  summary: 'Delete some traces',
  description:
    'With all their spans, permanently; up to 1,000 at once. All are deleted or none, also when the disk is full. Traces that do not exist are skipped, but a key that is limited to projects is refused then.',
  body: DeleteTracesBody,
  bodyExample: { trace_identifiers: ['0af7651916cd43dd8448eb211c80319c'] },
  ok: { status: 204, description: 'Deleted.' },
  errors: ['not_found'],
});

export const transferTraces = declare({
  method: 'POST',
  path: '/v1/traces/transfer',
  id: 'transferTraces',
  access: { scopes: ['traces:write'] },
  audit: 'trace.transfer',
  tag: 'traces',
  summary: 'Move traces to another project',
  description:
    'Moves whole traces of one project; nothing is moved when one of them does not exist.',
  body: TransferTracesBody,
  bodyExample: {
    trace_identifiers: ['0af7651916cd43dd8448eb211c80319c'],
    destination_project_identifier: 'archive',
  },
  ok: {
    status: 200,
    description: 'How many were moved, and where they are.',
    schema: TransferTracesReply,
  },
  errors: ['not_found'],
});
