import { AppError } from '#contracts/wire/errors.ts';
import type { FigureCoverage, FigureGrain } from '#contracts/metrics/figures.ts';
import type { StatusCode } from '#contracts/spans/span-kind.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import type { SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { Page, ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import { REPEAT } from '#core/trace/repeated-call.ts';
import { firstTokenMs } from '#core/trace/token-speed.ts';
import type { ReadContext } from '#server/threads/query.ts';
import { spanConditions } from '../kit/spans/span-conditions.ts';
import { traceConditions } from '../kit/spans/trace-conditions.ts';
import { scanNewest, type ScanLimits, type ScanPage } from './scan-newest.ts';

/** The scope of figures. */
export interface FigureScope {
  readonly of: FigureGrain;
  readonly window: TimeWindow;
  readonly filters: SpanFilterParams;
}

/** A span or a trace as figures see it. */
export interface FigureRow {
  readonly number: number;
  readonly startTimeUnixNano: bigint;
  readonly latencyMs: number;
  /**
   * To a model's first token; null of traces, and of what is no model call, so that what wraps a
   * call does not count it again.
   */
  readonly firstTokenMs: number | null;
  readonly spans: number;
  readonly errors: number;
  /** A span's status; of a trace ERROR when any span has it, else OK. */
  readonly status: StatusCode;
  readonly name: string | null;
  readonly kind: string | null;
  readonly model: string | null;
  readonly user: string | null;
  readonly session: string | null;
  readonly error: string | null;
  readonly prompt: number;
  readonly completion: number;
  readonly costUsd: number;
  /** Where its attributes are: itself, or a trace's root. */
  readonly attributesOf: number | null;
  /** Set for traces. */
  readonly traceId: string | null;
}

/** Parameters of figures that narrow nothing: they say how to count, or when. */
const ASIDE: ReadonlySet<string> = new Set([
  'of',
  'start_time',
  'end_time',
  'whole',
  'buckets',
  'attribute_key',
  'search',
  'thorough',
]);

function narrowing(filters: SpanFilterParams): string[] {
  return Object.entries(filters).flatMap(([name, value]) =>
    ASIDE.has(name) || value === undefined || (name === 'filter' && String(value).trim() === '')
      ? []
      : [name],
  );
}

/** Whether nothing but time narrows the figures, so that roll-ups can answer. */
export function isUnfiltered(filters: SpanFilterParams): boolean {
  return narrowing(filters).length === 0;
}

/**
 * Reads matching rows, newest first, page by page; in a part of the scope's window where one is
 * given.
 */
export type FigurePages = (
  page: ScanPage,
  budget: ReadBudget,
  part?: TimeWindow,
) => Promise<Page<FigureRow>>;

/** Visits the newest matching spans or traces within the limits. */
export async function scanFigures(
  context: ReadContext,
  projectId: number,
  scope: FigureScope,
  limits: ScanLimits,
  visit: (rows: readonly FigureRow[]) => void | Promise<void>,
): Promise<FigureCoverage> {
  return await scanNewest(figurePages(context, projectId, scope), limits, context.budget, visit);
}

/** 422 for a filter that cannot be read and for one that traces do not have. */
export function figurePages(
  { spans }: ReadContext,
  projectId: number,
  { of, window, filters }: FigureScope,
): FigurePages {
  const order = { sort: 'start_time', order: 'desc' } as const;
  if (of === 'spans') {
    const conditions = spanConditions(filters);
    return async (page, budget, part = window) => {
      const { rows, next } = await spans.spans(
        { projectId, ...conditions, window: part, ...order, ...page },
        budget,
      );
      return { rows: rows.map(rowOfSpan), next };
    };
  }
  const foreign = narrowing(filters).find((name) => name !== 'filter' && name !== 'user_id');
  if (foreign !== undefined)
    throw new AppError(
      'unprocessable',
      `${foreign} narrows spans, not traces: leave it out, or ask with of=spans. Traces take filter and user_id.`,
    );
  const { filter, user_id } = filters;
  const conditions = traceConditions({
    ...(filter === undefined || filter === '' ? {} : { filter }),
    ...(user_id === undefined ? {} : { user_id }),
  });
  return async (page, budget, part = window) => {
    const { rows, next } = await spans.traces(
      { projectId, ...conditions, window: part, ...order, ...page },
      budget,
    );
    return { rows: rows.map(rowOfTrace), next };
  };
}

function rowOfSpan(row: SpanRow): FigureRow {
  const hasTokens = row.repeats === REPEAT.none;
  return {
    number: row.id,
    startTimeUnixNano: row.startTimeUnixNano,
    latencyMs: Number(row.endTimeUnixNano - row.startTimeUnixNano) / 1e6,
    firstTokenMs: row.kind === 'LLM' ? firstTokenMs(row) : null,
    spans: 1,
    errors: row.statusCode === 'ERROR' ? 1 : 0,
    status: row.statusCode,
    name: row.name,
    kind: row.kind,
    model: row.modelName,
    user: row.userId,
    session: row.sessionId,
    error: row.statusCode === 'ERROR' ? row.errorMessage : null,
    prompt: hasTokens ? (row.tokens.prompt ?? 0) : 0,
    completion: hasTokens ? (row.tokens.completion ?? 0) : 0,
    costUsd: row.repeats === REPEAT.all ? 0 : (row.costUsd ?? 0),
    attributesOf: row.id,
    traceId: null,
  };
}

function rowOfTrace(row: TraceRow): FigureRow {
  return {
    number: row.id,
    startTimeUnixNano: row.startTimeUnixNano,
    latencyMs: Number(row.endTimeUnixNano - row.startTimeUnixNano) / 1e6,
    firstTokenMs: null,
    spans: row.spanCount,
    errors: row.errorCount,
    status: row.errorCount > 0 ? 'ERROR' : 'OK',
    name: row.rootName,
    kind: row.rootKind,
    model: null,
    user: row.userId,
    session: row.sessionId,
    error: null,
    prompt: row.promptTokens,
    completion: row.completionTokens,
    costUsd: row.costUsd ?? 0,
    attributesOf: row.rootSpanNumber,
    traceId: row.traceId,
  };
}
