import type { SessionSkeleton, SessionTurn } from '#contracts/sessions/session.ts';
import { isOpen } from '#core/trace/whole-trace.ts';
import { spanTexts } from '#core/otlp/preview.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { sessionRef } from '../kit/request/references.ts';
import { millisBetween } from '../kit/spans/resource-codec.ts';
import { sessionNotFound } from './session-not-found.ts';
import { sessionRowItems } from './session-rows.service.ts';

const TEXT_CHARS_MAX = 16_000;
const STEPS_MAX = 1000;
const STEP_KINDS = ['TOOL', 'RETRIEVER', 'RERANKER', 'GUARDRAIL'] as const;

/** All traces of a session as columns: small enough to send 20,000 turns at once. */
export const readSessionSkeleton: Query<
  { readonly session: string; readonly limit: number },
  { readonly data: SessionSkeleton }
> = {
  name: 'sessions.skeleton',
  run: async (context, { session, limit }) => {
    const [found] = await context.spans.findSessions([sessionRef(session)]);
    const [item] = found === undefined ? [] : await sessionRowItems(context, [found.session]);
    if (found === undefined || item === undefined) throw sessionNotFound(session);
    const traces = found.traces.slice(0, limit);
    const names = new Map<string, number>();
    const nameIndexes = traces.map(({ rootName }) => {
      const name = rootName ?? '';
      const index = names.get(name) ?? names.size;
      names.set(name, index);
      return index;
    });
    return {
      data: {
        session: item,
        complete: traces.length === found.traces.length,
        trace_ids: traces.map(({ traceId }) => traceId),
        start_offsets_ms: traces.map((trace) =>
          millisBetween(found.session.startTimeUnixNano, trace.startTimeUnixNano),
        ),
        durations_ms: traces.map((trace) =>
          millisBetween(trace.startTimeUnixNano, trace.endTimeUnixNano),
        ),
        error_counts: traces.map(({ errorCount }) => errorCount),
        span_counts: traces.map(({ spanCount }) => spanCount),
        token_counts_prompt: traces.map(({ promptTokens }) => promptTokens),
        token_counts_completion: traces.map(({ completionTokens }) => completionTokens),
        costs_usd: traces.map(({ costUsd }) => costUsd),
        names: [...names.keys()],
        name_indexes: nameIndexes,
      },
    };
  },
};

/**
 * The content of some turns of a session: input and output of their roots, the tools and searches
 * between, the first error. In the requested order.
 */
export const readSessionTurns: Query<
  { readonly session: string; readonly traceIds: readonly string[] },
  { readonly data: readonly SessionTurn[] }
> = {
  name: 'sessions.turns',
  run: async (context, { session, traceIds }) => {
    const { spans } = context;
    const ref = sessionRef(session);
    const traces = (
      await spans.findTraces(traceIds.map((traceId) => ({ traceId: traceId.toLowerCase() })))
    ).filter((trace) =>
      'number' in ref ? trace.sessionNumber === ref.number : trace.sessionId === ref.sessionId,
    );
    if (traces.length === 0 && (await spans.findSessions([ref])).length === 0)
      throw sessionNotFound(session);
    const roots = traces
      .map(({ rootSpanNumber }) => rootSpanNumber)
      .filter((root) => root !== null);
    const texts = new Map(
      (await spans.payloads(roots)).map(({ row, bytes }) => [
        row.id,
        {
          ...spanTexts(attributesNested(decodeSpan(bytes)), TEXT_CHARS_MAX),
          isOpen: isOpen(row, bytes),
        },
      ]),
    );
    const steps = await spansOf(context, traces, { kinds: STEP_KINDS });
    const failed = await spansOf(
      context,
      traces.filter(({ errorCount }) => errorCount > 0),
      { statusCodes: ['ERROR'] },
    );
    return {
      data: traces.map((trace) => {
        const {
          input = null,
          output = null,
          isOpen: open = false,
        } = texts.get(trace.rootSpanNumber ?? -1) ?? {};
        const errors = failed.get(trace.id) ?? [];
        const message = errors.find((row) => row.errorMessage !== null)?.errorMessage ?? null;
        return {
          trace_id: trace.traceId,
          input,
          output,
          error_message: message,
          is_open: open,
          steps: (steps.get(trace.id) ?? []).map(stepOf),
        };
      }),
    };
  },
};

function stepOf(row: SpanRow): SessionTurn['steps'][number] {
  return {
    span_id: row.spanId,
    name: row.name,
    span_kind: row.kind,
    status_code: row.statusCode,
    latency_ms: millisBetween(row.startTimeUnixNano, row.endTimeUnixNano),
  };
}

type Conditions =
  | { readonly kinds: typeof STEP_KINDS }
  | { readonly statusCodes: readonly ['ERROR'] };

/**
 * The spans of these traces that meet the conditions, by trace number and start: the first 1,000 of
 * each project.
 */
async function spansOf(
  { spans, budget }: ReadContext,
  traces: readonly TraceRow[],
  conditions: Conditions,
): Promise<ReadonlyMap<number, readonly SpanRow[]>> {
  const found: SpanRow[] = [];
  for (const [projectId, some] of Map.groupBy(traces, (trace) => trace.projectId)) {
    const query = {
      projectId,
      traceIds: some.map(({ traceId }) => traceId),
      ...conditions,
      sort: 'start_time',
      order: 'asc',
      limit: STEPS_MAX,
    } as const;
    found.push(...(await spans.spans(query, budget)).rows);
  }
  return Map.groupBy(found, ({ traceNumber }) => traceNumber);
}
