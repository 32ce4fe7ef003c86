import {
  SPAN_KINDS,
  STATUS_CODES,
  type SpanKind,
  type StatusCode,
} from '#contracts/spans/span-kind.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import { REPEAT, type Repeat } from '#core/trace/repeated-call.ts';
import type { ShapeFeatures } from './shape-features.ts';

/**
 * A span's own columns, in the form that is cheapest to read from SQLite: times split into seconds
 * and nanoseconds, so that none needs a bigint, and ids as hex. With its trace, session and shape
 * joined in, each row cost 12 µs; read by ranges and put together here it costs 4.
 */
const COLUMNS = `id, trace_number, hex(span_id), hex(parent_span_id), shape_id, start_time / 1000000000, start_time % 1000000000,
  duration / 1000000000, duration % 1000000000, tokens_prompt, tokens_completion, tokens_total, tokens_cache_read, tokens_cache_write,
  tokens_reasoning, tokens_audio, cost_usd, document_count, user_id, error_message, name, model_name, model_provider, repeats, first_token`;

export const SPAN_ROW_SQL = `SELECT ${COLUMNS} FROM spans WHERE id = ?`;
export const SPAN_ROWS_SQL = `SELECT ${COLUMNS} FROM spans WHERE id BETWEEN ? AND ?`;

type Count = number | null;

export type SpanRowCells = readonly [
  id: number,
  traceNumber: number,
  spanId: string,
  parent: string,
  shapeId: number,
  startSeconds: number,
  startNanos: number,
  durationSeconds: number,
  durationNanos: number,
  prompt: Count,
  completion: Count,
  total: Count,
  cacheRead: Count,
  cacheWrite: Count,
  reasoning: Count,
  audio: Count,
  costUsd: number | null,
  documents: Count,
  userId: string | null,
  errorMessage: string | null,
  name: string | null,
  modelName: string | null,
  modelProvider: string | null,
  repeats: number | null,
  firstToken: number | null,
];

/** The values a span takes from its trace. Finds only live traces of live projects. */
export const TRACE_BRIEF_SQL = `SELECT t.id, hex(t.trace_id), t.project_id, t.user_id, z.session_id
FROM traces t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
WHERE t.id = +?`;

export type TraceBriefCells = readonly [
  id: number,
  traceId: string,
  projectId: number,
  userId: string | null,
  sessionId: string | null,
];

export interface TraceBrief {
  readonly traceId: string;
  readonly projectId: number;
  readonly userId: string | null;
  readonly sessionId: string | null;
}

export function traceBriefFromCells([
  ,
  traceId,
  projectId,
  userId,
  sessionId,
]: TraceBriefCells): TraceBrief {
  return { traceId: traceId.toLowerCase(), projectId, userId, sessionId };
}

const NANOS = 1_000_000_000n;

export function spanRowFromCells(
  cells: SpanRowCells,
  trace: TraceBrief,
  shape: ShapeFeatures,
): SpanRow {
  const parent = cells[3];
  const start = BigInt(cells[5]) * NANOS + BigInt(cells[6]);
  const userId = cells[18];
  return {
    id: cells[0],
    projectId: trace.projectId,
    traceNumber: cells[1],
    traceId: trace.traceId,
    spanId: cells[2].toLowerCase(),
    parentSpanId: parent === '' ? null : parent.toLowerCase(),
    name: shape.name ?? cells[20] ?? '',
    kind: kindFromNumber(shape.kind),
    otelKind: shape.otelKind,
    startTimeUnixNano: start,
    endTimeUnixNano: start + BigInt(cells[7]) * NANOS + BigInt(cells[8]),
    statusCode: statusFromNumber(shape.status),
    errorMessage: cells[19],
    modelName: shape.modelName ?? cells[21],
    modelProvider: shape.modelProvider ?? cells[22],
    tokens: {
      prompt: cells[9],
      completion: cells[10],
      total: cells[11],
      cacheRead: cells[12],
      cacheWrite: cells[13],
      reasoning: cells[14],
      audio: cells[15],
    },
    costUsd: cells[16],
    repeats: repeatFromCell(cells[23]),
    sessionId: trace.sessionId,
    userId: userId === '' ? trace.userId : userId,
    documentCount: cells[17] ?? 0,
    firstTokenNano: cells[24],
  };
}

export function kindFromNumber(number: bigint | number): SpanKind {
  return SPAN_KINDS[Number(number)] ?? 'UNKNOWN';
}

export function statusFromNumber(number: bigint | number): StatusCode {
  return STATUS_CODES[Number(number)] ?? 'UNSET';
}

/** The row's value for the usage that totals exclude. */
export function repeatFromCell(value: bigint | number | null): Repeat {
  const number = Number(value ?? 0);
  return number === REPEAT.tokens || number === REPEAT.all ? number : REPEAT.none;
}

export function numberOrNull(value: bigint | number | null): number | null {
  return value === null ? null : Number(value);
}
