import type Database from 'better-sqlite3';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { Repeat } from '#core/trace/repeated-call.ts';
import type { SpanFigures } from '../rollups/rollup-writer.ts';
import { numberOrNull, repeatFromCell } from '../both/span-row-codec.ts';

/**
 * The facts about a stored span needed to subtract it from every count, or to move it to another
 * project.
 */
export interface ErasedSpan {
  readonly id: number;
  readonly traceNumber: number;
  readonly shapeId: number;
  /** 0 when the project, and with it the shape, was deleted: there are no counts to change. */
  readonly projectId: number;
  readonly startTime: bigint;
  readonly durationNano: number;
  readonly payloadBytes: number;
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly costUsd: number | null;
  readonly repeats: Repeat;
  readonly firstTokenNano: number | null;
  readonly isRoot: number;
  readonly kind: number;
  readonly otelKind: number;
  readonly status: number;
  readonly name: string | null;
  readonly modelName: string | null;
  readonly modelProvider: string | null;
}

/** A row of such a query, with integers as `bigint`. */
export interface ErasedSpanCells {
  readonly id: bigint;
  readonly trace_number: bigint;
  readonly shape_id: bigint;
  readonly project_id: bigint | null;
  readonly start_time: bigint;
  readonly duration: bigint;
  readonly payload_bytes: bigint;
  readonly tokens_prompt: bigint | null;
  readonly tokens_completion: bigint | null;
  readonly cost_usd: number | null;
  readonly repeats: bigint | null;
  readonly first_token: bigint | null;
  readonly is_root: bigint | null;
  readonly kind: bigint | null;
  readonly otel_kind: bigint | null;
  readonly status: bigint | null;
  readonly name: string | null;
  readonly model_name: string | null;
  readonly model_provider: string | null;
}

const SELECT = `SELECT s.id, s.trace_number, s.shape_id, h.project_id, s.start_time, s.duration, s.payload_bytes, s.tokens_prompt, s.tokens_completion,
  s.cost_usd, s.repeats, s.first_token, h.is_root, h.kind, h.otel_kind, h.status, coalesce(h.name, s.name) AS name, coalesce(h.model_name, s.model_name) AS model_name,
  coalesce(h.model_provider, s.model_provider) AS model_provider
FROM spans s LEFT JOIN shapes h ON h.id = s.shape_id`;

/** Some spans of a trace: its number, and how many. */
export const ERASED_SPANS_OF_TRACE_SQL = `${SELECT} WHERE s.trace_number = +? LIMIT ?`;

export function erasedSpan(db: Database.Database, id: number): ErasedSpan | null {
  const cells = db
    .prepare<[number], ErasedSpanCells>(`${SELECT} WHERE s.id = +?`)
    .safeIntegers(true)
    .get(id);
  return cells === undefined ? null : erasedSpanFromCells(cells);
}

/** The span's share of a project's figures. */
export function figuresOf(span: ErasedSpan, projectId: number): SpanFigures {
  return {
    projectId,
    startTime: span.startTime,
    durationNano: span.durationNano,
    isRoot: span.isRoot === 1,
    isError: span.status === 2,
    kind: SPAN_KINDS[span.kind] ?? 'UNKNOWN',
    modelName: span.modelName,
    prompt: span.prompt,
    completion: span.completion,
    costUsd: span.costUsd,
    repeats: span.repeats,
    firstTokenNano: span.firstTokenNano,
  };
}

/** The values of such a row. */
export function erasedSpanFromCells(cells: ErasedSpanCells): ErasedSpan {
  return {
    id: Number(cells.id),
    traceNumber: Number(cells.trace_number),
    shapeId: Number(cells.shape_id),
    projectId: Number(cells.project_id ?? 0n),
    startTime: cells.start_time,
    durationNano: Number(cells.duration),
    payloadBytes: Number(cells.payload_bytes),
    prompt: numberOrNull(cells.tokens_prompt),
    completion: numberOrNull(cells.tokens_completion),
    costUsd: cells.cost_usd,
    repeats: repeatFromCell(cells.repeats),
    firstTokenNano: numberOrNull(cells.first_token),
    isRoot: Number(cells.is_root ?? 0n),
    kind: Number(cells.kind ?? 0n),
    otelKind: Number(cells.otel_kind ?? 0n),
    status: Number(cells.status ?? 0n),
    name: cells.name,
    modelName: cells.model_name,
    modelProvider: cells.model_provider,
  };
}
