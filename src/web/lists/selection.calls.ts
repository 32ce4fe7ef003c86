import { deleteManySpans } from '#contracts/spans/routes.ts';
import { deleteManyTraces, transferTraces } from '#contracts/traces/routes.ts';
import type { SelectedRow } from './list-place.ts';
import type { ListSearch } from './search-params.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { call } from '#web/platform/http/client.ts';
import { exportText, fileOf, type ExportFormat } from './export-text.ts';
import type { ListRow } from './list-row.ts';
import { FIRST_PAGE, readRows, type RowsCursor } from './rows.calls.ts';

/** Requests of so many rows each: what one takes is a moment, and can be stopped after. */
const DELETE_STEP = 200;
const TRANSFER_MAX = 10_000;
/** An address holds so many ids. */
const EXPORT_STEP = 100;
const PAGE_ROWS = 200;
/** The most rows that are chosen at once. */
export const SELECTED_MAX = 100_000;

export interface Progress {
  /** Called on progress, with the rows done so far. */
  readonly onProgress: (rows: number) => void;
  /** Stops after the request under way. */
  readonly signal: AbortSignal;
}

/** Everything that matches, up to `SELECTED_MAX` rows, newest first. */
export async function collectRows(
  project: string,
  range: RangeText,
  search: ListSearch,
  { onProgress, signal }: Progress,
): Promise<readonly ListRow[]> {
  const rows: ListRow[] = [];
  let cursor: RowsCursor | null = FIRST_PAGE;
  while (cursor !== null && rows.length < SELECTED_MAX) {
    const page = await readRows(
      project,
      range,
      search,
      { ...cursor, limit: PAGE_ROWS, bare: true },
      signal,
    );
    rows.push(...page.rows);
    onProgress(rows.length);
    cursor = page.next === null ? null : { cursor: page.next, at: rows.length };
  }
  return rows.slice(0, SELECTED_MAX);
}

/** Deletes a few rows in one request, which may outlive the page. At most 1,000. */
export async function deleteRows(rows: readonly SelectedRow[], keepalive: boolean): Promise<void> {
  const ids = rows.map((row) => row.id);
  if (rows[0]?.spanId === null)
    await call(deleteManyTraces, { body: { trace_identifiers: ids }, keepalive });
  else await call(deleteManySpans, { body: { span_identifiers: ids }, keepalive });
}

/** Deletes any number of rows, step by step and in order, until it is stopped or a step fails. */
export async function deleteManyRows(
  rows: readonly SelectedRow[],
  { onProgress, signal }: Progress,
): Promise<void> {
  for (let from = 0; from < rows.length && !signal.aborted; from += DELETE_STEP) {
    await deleteRows(rows.slice(from, from + DELETE_STEP), false);
    onProgress(Math.min(rows.length, from + DELETE_STEP));
  }
}

/** Moves whole traces to another project. */
export async function transferRows(
  rows: readonly SelectedRow[],
  destination: string,
): Promise<void> {
  const traces = [...new Set(rows.map((row) => row.traceId))];
  for (let from = 0; from < traces.length; from += TRANSFER_MAX) {
    const body = {
      trace_identifiers: traces.slice(from, from + TRANSFER_MAX),
      destination_project_identifier: destination,
    };
    await call(transferTraces, { body });
  }
}

/**
 * The rows as a file. Of traces, JSON lines are their spans; CSV has a line for each row, with the
 * attributes that are columns.
 */
export async function exportRows(
  project: string,
  rows: readonly SelectedRow[],
  format: ExportFormat,
  columns: readonly string[],
  { onProgress, signal }: Progress,
): Promise<Blob> {
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += EXPORT_STEP) {
    parts.push(
      await exportPart(project, rows.slice(from, from + EXPORT_STEP), format, columns, signal),
    );
    onProgress(Math.min(rows.length, from + EXPORT_STEP));
  }
  return fileOf(parts, format);
}

async function exportPart(
  project: string,
  rows: readonly SelectedRow[],
  format: ExportFormat,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const ofTraces = rows[0]?.spanId === null;
  const path = format !== 'csv' ? 'spans/jsonl' : ofTraces ? 'trace_rows/csv' : 'span_rows/csv';
  const query = new URLSearchParams();
  for (const traceId of new Set(rows.map((row) => row.traceId))) query.append('trace_id', traceId);
  for (const { spanId } of rows) if (spanId !== null) query.append('span_id', spanId);
  if (format === 'otlp') query.set('format', 'otlp');
  if (format === 'csv') for (const key of columns) query.append('columns', key);
  return await exportText(project, path, query, signal);
}
