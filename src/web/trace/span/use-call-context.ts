import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { traceSpansOptions } from '#web/trace/traces.calls.ts';
import { conversationOf, type Conversation } from '#web/trace/conversation.ts';
import type { ToolCall } from './message-parts.ts';
import { hasUnknownAnswer, newSince, type ConversationDelta } from './conversation-delta.ts';
import { unwrapExactJson } from '#web/platform/text/exact-json.ts';
import { asString, at, type Json } from '#web/platform/text/json.ts';
import { nestAttributes } from './nest-attributes.ts';
import { attributesOf } from './span-attributes-codec.ts';
import { toolAnswerOf } from './shown-conversation.ts';
import {
  bareRun,
  earlierCalls,
  furtherCalls,
  matchRuns,
  toolsAfter,
  type ToolRun,
} from './tool-runs.ts';
import { nameOf, type TraceColumns } from '#web/trace/trace-skeleton.ts';
import { TraceScope } from '#web/trace/trace-scope.ts';

/** The number of earlier calls searched for the one that this call continues. */
const EARLIER_MAX = 4;
/** How many more, when none of the nearest gave the answers that this call sends back. */
const FURTHER_MAX = 24;
const TOOLS_MAX = 24;

/** A tool's span beside the call it ran for. */
export interface ShownRun {
  readonly spanId: string;
  readonly name: string;
  readonly failed: boolean;
  readonly durationMs: number;
  /** The output; null until it is loaded, or if there is none. */
  readonly result: string | null;
}

export interface CallContext {
  /** For each message of the input, whether an earlier call of the trace had it. */
  readonly known: readonly boolean[];
  /** The call that had them; null without one. */
  readonly earlier: {
    readonly spanId: string;
    readonly name: string;
    /** After the trace's start. */ readonly startMs: number;
  } | null;
  /** The span that ran a tool call of this conversation. */
  readonly runOf: (call: ToolCall) => ShownRun | null;
}

interface ReadRun extends ToolRun {
  readonly result: string | null;
}

/** A call's context in the trace: which messages are new, and which spans ran its tool calls. */
export function useCallContext(span: SpanDetail, conversation: Conversation): CallContext {
  const scope = useContext(TraceScope);
  const columns = scope?.columns;
  const row = useMemo(() => columns?.spanIds.indexOf(span.context.span_id) ?? -1, [columns, span]);
  const near = useMemo(
    () => (columns === undefined || row < 0 ? NOTHING_NEAR : rowsNear(columns, row)),
    [columns, row],
  );
  const globalId = (place: number): string =>
    encodeGlobalId('Span', scope?.skeleton.ids[place] ?? 0);
  const traceId = span.context.trace_id;
  const query = useQuery(traceSpansOptions(traceId, near.all.map(globalId)));
  const nearest = useMemo(
    () => compared(query.data, columns, near.earlier, conversation),
    [query.data, columns, near, conversation],
  );
  const goesOn = query.isSuccess && hasUnknownAnswer(conversation.input, nearest.known);
  const further = useMemo(
    () =>
      columns === undefined || row < 0 || !goesOn
        ? []
        : furtherCalls(columns, row, near.earlier.length, FURTHER_MAX),
    [columns, row, near, goesOn],
  );
  const more = useQuery(traceSpansOptions(traceId, further.map(globalId)));
  return useMemo(() => {
    const spans = [...(query.data ?? []), ...(more.data ?? [])];
    const bySpanId = new Map(
      spans.map((one) => [one.context.span_id, nestAttributes(attributesOf(one.attributes))]),
    );
    const nestedAt = (place: number): Json | undefined =>
      bySpanId.get(columns?.spanIds[place] ?? '');
    const candidates = more.data === undefined ? near.earlier : [...near.earlier, ...further];
    const { known, earlier: from } =
      more.data === undefined ? nearest : compared(spans, columns, candidates, conversation);
    const before = candidates[from];
    const runs = new Map<ToolCall, ReadRun>();
    const join = (calls: readonly ToolCall[], rows: readonly number[]): void => {
      if (columns === undefined) return;
      for (const [call, run] of matchRuns(
        calls,
        rows.map((place) => readRun(columns, place, nestedAt(place))),
      ))
        runs.set(call, run);
    };
    join(
      conversation.output.flatMap((one) => one.toolCalls),
      near.after,
    );
    const asked = lastAsked(conversation);
    if (before !== undefined && columns !== undefined)
      join(asked, toolsAfter(columns, before, TOOLS_MAX));
    return {
      known,
      earlier: before === undefined || columns === undefined ? null : callAt(columns, before),
      runOf: (call) => {
        const run = runs.get(call);
        return run === undefined || columns === undefined ? null : shownRun(columns, run);
      },
    };
    // near.all and further decide the queries' keys, so their data belongs to them.
  }, [columns, near, query.data, nearest, further, more.data, conversation]);
}

function callAt(columns: TraceColumns, row: number): NonNullable<CallContext['earlier']> {
  return {
    spanId: columns.spanIds[row] ?? '',
    name: nameOf(columns, row),
    startMs: columns.startsMs[row] ?? 0,
  };
}

/** The input compared with these earlier calls, as far as they are read. */
function compared(
  spans: readonly SpanDetail[] | undefined,
  columns: TraceColumns | undefined,
  rows: readonly number[],
  { input }: Conversation,
): ConversationDelta {
  const bySpanId = new Map((spans ?? []).map((one) => [one.context.span_id, one]));
  const earlier = rows.map((row) => {
    const span = bySpanId.get(columns?.spanIds[row] ?? '');
    return conversationOf(
      span === undefined ? null : nestAttributes(attributesOf(span.attributes)),
    );
  });
  return newSince(input, earlier);
}

/**
 * Tool calls of the last message of the model's in the input: those this call was given the results
 * of.
 */
function lastAsked({ input }: Conversation): readonly ToolCall[] {
  return input.findLast((one) => one.toolCalls.length > 0)?.toolCalls ?? [];
}

interface Near {
  readonly earlier: readonly number[];
  readonly after: readonly number[];
  readonly all: readonly number[];
}
const NOTHING_NEAR: Near = { earlier: [], after: [], all: [] };

function rowsNear(columns: TraceColumns, row: number): Near {
  const earlier = earlierCalls(columns, row, EARLIER_MAX);
  const after = toolsAfter(columns, row, TOOLS_MAX);
  const before = earlier
    .flatMap((place) => toolsAfter(columns, place, TOOLS_MAX))
    .slice(0, TOOLS_MAX);
  return { earlier, after, all: [...new Set([...earlier, ...after, ...before])] };
}

function readRun(columns: TraceColumns, row: number, nested: Json | undefined): ReadRun {
  const bare = bareRun(columns, row);
  if (nested === undefined) return { ...bare, result: null };
  const tool =
    asString(at(nested, 'tool', 'name')) ?? asString(at(nested, 'gen_ai', 'tool', 'name'));
  const args =
    at(nested, 'tool', 'parameters') ??
    at(nested, 'gen_ai', 'tool', 'call', 'arguments') ??
    at(nested, 'input', 'value');
  return {
    row,
    names: tool === null ? bare.names : [...bare.names, tool],
    callId:
      asString(at(nested, 'tool', 'id')) ??
      asString(at(nested, 'tool_call', 'id')) ??
      asString(at(nested, 'gen_ai', 'tool', 'call', 'id')),
    args: unwrapExactJson(args) ?? null,
    result: toolAnswerOf(nested),
  };
}

function shownRun(columns: TraceColumns, { row, result }: ReadRun): ShownRun {
  return {
    spanId: columns.spanIds[row] ?? '',
    name: nameOf(columns, row),
    failed: STATUS_CODES[columns.statuses[row] ?? 0] === 'ERROR',
    durationMs: columns.durationsMs[row] ?? 0,
    result,
  };
}
