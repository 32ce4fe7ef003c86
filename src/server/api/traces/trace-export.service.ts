import type { Static } from 'typebox';
import type { TraceRowCsvParams, TraceRowItem } from '#contracts/traces/trace.ts';
import { annotationCells, annotationHeads } from '../kit/annotations/annotation-summaries.ts';
import { csvLine } from '../kit/reply/csv.ts';
import type { ExportPart } from '../kit/reply/export-stream.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { traceRef } from '../kit/request/references.ts';
import { readTraceRows, traceRowItems } from './trace-rows.service.ts';

const PART_TRACES = 200;
const CELL_CHARS_MAX = 32_000;
const FIELDS = [
  'trace_id',
  'name',
  'span_kind',
  'status_code',
  'span_count',
  'error_count',
  'error_message',
  'start_time',
  'end_time',
  'latency_ms',
  'model_name',
  'token_count_prompt',
  'token_count_completion',
  'cost_usd',
  'session_id',
  'user_id',
  'input_preview',
  'output_preview',
] as const;

interface Input {
  readonly project: string;
  readonly query: Static<typeof TraceRowCsvParams>;
  /**
   * Of a part after the first: the cursor of the list, or how many of the named traces were given.
   */
  readonly cursor?: string;
}

/**
 * Rows of traces as CSV, in the order of the list or of the traces named; the first part begins
 * with the heads.
 */
export const exportTraceRows: Query<Input, ExportPart> = {
  name: 'traces.exportRows',
  run: async (context, { project, query, cursor }) => {
    const { trace_id, annotations: names = [], ...listed } = query;
    const columns = query.columns ?? [];
    const page =
      trace_id === undefined
        ? await listedRows(context, project, listed, cursor)
        : await namedRows(context, project, trace_id, columns, Number(cursor ?? 0));
    const lines = page.data.map((row) =>
      csvLine([
        ...FIELDS.map((field) => row[field]),
        ...columns.map((key) => row.attributes?.[key]),
        ...annotationCells(names, row.annotations),
      ]),
    );
    if (cursor === undefined)
      lines.unshift(csvLine([...FIELDS, ...columns, ...annotationHeads(names)]));
    return { bytes: new TextEncoder().encode(lines.join('')), next: page.next };
  },
};

interface Rows {
  readonly data: readonly TraceRowItem[];
  readonly next: string | null;
}

async function listedRows(
  context: ReadContext,
  project: string,
  query: Input['query'],
  cursor: string | undefined,
): Promise<Rows> {
  const wish = { ...query, limit: PART_TRACES, ...(cursor === undefined ? {} : { cursor }) };
  const page = await readTraceRows(context, project, wish, CELL_CHARS_MAX);
  return { data: page.data, next: page.next_cursor };
}

async function namedRows(
  context: ReadContext,
  project: string,
  ids: readonly string[],
  columns: readonly string[],
  at: number,
): Promise<Rows> {
  const found = await findProject(context.projects, project);
  const rows = await context.spans.findTraces(
    ids.slice(at, at + PART_TRACES).map(traceRef),
    found.id,
  );
  const data = await traceRowItems(context, rows, {
    columns,
    previews: true,
    charsMax: CELL_CHARS_MAX,
  });
  return { data, next: at + PART_TRACES < ids.length ? String(at + PART_TRACES) : null };
}
