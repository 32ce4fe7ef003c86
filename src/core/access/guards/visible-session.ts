import type { SessionEnds, SessionRow, TraceRow } from '#core/ports/span-rows.ts';

export interface FoundSession {
  readonly session: SessionRow;
  /** By start. */
  readonly traces: readonly TraceRow[];
}

/** A session as those see it who may see only some of its traces. */
export function visibleSession(session: SessionRow, traceCount: number, visible: readonly TraceRow[]): FoundSession {
  if (visible.length === traceCount) return { session, traces: visible };
  const sum = (of: (trace: TraceRow) => number): number => visible.reduce((total, trace) => total + of(trace), 0);
  const starts = visible.map((trace) => trace.startTimeUnixNano);
  const ends = visible.map((trace) => trace.endTimeUnixNano);
  const isCosted = visible.some((trace) => trace.costUsd !== null);
  return {
    session: {
      ...session,
      userId: visible.find((trace) => trace.userId !== null)?.userId ?? null,
      startTimeUnixNano: starts.reduce((a, b) => (b < a ? b : a), starts[0] ?? session.startTimeUnixNano),
      endTimeUnixNano: ends.reduce((a, b) => (b > a ? b : a), ends[0] ?? session.startTimeUnixNano),
      traceCount: visible.length,
      errorTraceCount: sum((trace) => (trace.errorCount > 0 ? 1 : 0)),
      promptTokens: sum((trace) => trace.promptTokens),
      completionTokens: sum((trace) => trace.completionTokens),
      costUsd: isCosted ? sum((trace) => trace.costUsd ?? 0) : null,
    },
    traces: visible,
  };
}

/** Where it begins and ends; null without traces. */
export function visibleEnds({ session, traces }: FoundSession): SessionEnds | null {
  const [first] = traces;
  const last = traces.at(-1);
  if (first === undefined || last === undefined) return null;
  const durations = traces.map((trace) => trace.endTimeUnixNano - trace.startTimeUnixNano).sort((a, b) => (a < b ? -1 : Number(a > b)));
  return {
    id: session.id,
    firstRoot: first.rootSpanNumber,
    lastRoot: last.rootSpanNumber,
    medianNano: durations[(durations.length - 1) >> 1] ?? 0n,
  };
}
