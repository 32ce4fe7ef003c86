import type { Static } from 'typebox';
import type {
  SpanFilterParams,
  SpanRowCsvParams,
  SpanRowListParams,
} from '#contracts/spans/span.ts';
import { otlpJsonOf } from '#core/otlp/otlp-json.ts';
import { decodeResource, decodeScope, decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanPayload } from '#core/ports/span-rows.ts';
import { annotationCells, annotationHeads } from '../kit/annotations/annotation-summaries.ts';
import { csvLine } from '../kit/reply/csv.ts';
import type { ExportPart } from '../kit/reply/export-stream.ts';
import { findProject } from '../kit/projects/find-project.ts';
import { cursorScope, decodeKeyset, encodeKeyset } from '../kit/reply/page-cursor.ts';
import type { Query } from '#server/threads/query.ts';
import { spanConditions } from '../kit/spans/span-conditions.ts';
import { spanJson } from './span-codec.ts';
import { readSpanRows } from './span-rows.service.ts';

const PART_SPANS = 200;
/** Spans of one part are read in steps, until so much is together: a span may be megabytes. */
const STEP_SPANS = 10;
const PART_BYTES = 2 * 1024 * 1024;
const CELL_CHARS_MAX = 32_000;

interface ExportInput {
  readonly project: string;
  readonly filters: Static<typeof SpanFilterParams>;
  readonly format: 'span' | 'otlp';
  readonly cursor?: string;
}

/** Spans as JSON lines, newest first: some at a time, by count and by bytes. */
export const exportSpans: Query<ExportInput, ExportPart> = {
  name: 'spans.export',
  run: async ({ projects, spans, budget }, { project, filters, format, cursor }) => {
    const conditions = spanConditions(filters);
    const found = await findProject(projects, project);
    const scope = cursorScope('spans.export', found.id, filters);
    const anchor =
      cursor === undefined ? {} : { anchor: decodeKeyset(cursor, 'DATETIME', false, scope) };
    const { rows, next } = await spans.spans(
      {
        projectId: found.id,
        ...conditions,
        sort: 'start_time',
        order: 'desc',
        limit: PART_SPANS,
        ...anchor,
      },
      budget,
    );
    let text = '';
    let at = 0;
    for (; at < rows.length && text.length < PART_BYTES; at += STEP_SPANS) {
      for (const payload of await spans.payloads(rows.slice(at, at + STEP_SPANS)))
        text += `${format === 'otlp' ? otlpLine(payload) : spanJson(payload)}\n`;
    }
    const last = rows[Math.min(at, rows.length) - 1];
    const isLast = last === undefined || (next === null && at >= rows.length);
    return {
      bytes: new TextEncoder().encode(text),
      next: isLast
        ? null
        : encodeKeyset('DATETIME', { id: last.id, sortValue: last.startTimeUnixNano }, scope),
    };
  },
};

function otlpLine({
  bytes,
  resourceBytes,
  resourceSchemaUrl,
  scopeBytes,
  scopeSchemaUrl,
}: SpanPayload): string {
  return JSON.stringify(
    otlpJsonOf({
      span: decodeSpan(bytes),
      resource: decodeResource(resourceBytes),
      resourceSchemaUrl,
      scope: decodeScope(scopeBytes),
      scopeSchemaUrl,
    }),
  );
}

const FIELDS = [
  'trace_id',
  'span_id',
  'parent_id',
  'name',
  'span_kind',
  'status_code',
  'error_message',
  'start_time',
  'end_time',
  'latency_ms',
  'time_to_first_token_ms',
  'tokens_per_second',
  'model_name',
  'token_count_prompt',
  'token_count_completion',
  'cost_usd',
  'session_id',
  'user_id',
  'input_preview',
  'output_preview',
] as const;

type ExportedRows = Static<typeof SpanRowListParams> &
  Pick<Static<typeof SpanRowCsvParams>, 'annotations'>;

/** Rows of spans as CSV, in the order of the list; the first part begins with the heads. */
export const exportSpanRows: Query<
  { readonly project: string; readonly query: ExportedRows },
  ExportPart
> = {
  name: 'spans.exportRows',
  run: async (context, { project, query: { annotations: names = [], ...query } }) => {
    const page = await readSpanRows(
      context,
      project,
      { ...query, limit: PART_SPANS },
      CELL_CHARS_MAX,
    );
    const columns = query.columns ?? [];
    const lines = page.data.map((row) =>
      csvLine([
        ...FIELDS.map((field) => row[field]),
        ...columns.map((key) => row.attributes?.[key]),
        ...annotationCells(names, row.annotations),
      ]),
    );
    if (query.cursor === undefined)
      lines.unshift(csvLine([...FIELDS, ...columns, ...annotationHeads(names)]));
    return { bytes: new TextEncoder().encode(lines.join('')), next: page.next_cursor };
  },
};
