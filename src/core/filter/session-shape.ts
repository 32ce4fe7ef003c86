import type { Operand } from './operand.ts';
import type { JsonValue, SessionView, SpanView, TraceView } from './predicate.ts';
import {
  iterable,
  milliseconds,
  numberField,
  stringField,
  timeField,
  type IterableField,
  type Shape,
} from './shape.ts';
import type { SpanElement } from './span-family.ts';
import { annotationElements, costDetails, spanElements, spanElementShape } from './span-shape.ts';
import {
  documentAnnotationsOf,
  kindCount,
  NO_ATTRIBUTES,
  rootAttributes,
  rootText,
} from './trace-shape.ts';

function firstTrace(session: SessionView): TraceView | null {
  return session
    .traces()
    .reduce<TraceView | null>(
      (first, trace) =>
        first === null || trace.row.startTimeUnixNano < first.row.startTimeUnixNano ? trace : first,
      null,
    );
}

function lastTrace(session: SessionView): TraceView | null {
  return session
    .traces()
    .reduce<TraceView | null>(
      (last, trace) =>
        last === null || trace.row.startTimeUnixNano >= last.row.startTimeUnixNano ? trace : last,
      null,
    );
}

/** A session has the attributes of its first trace. */
function sessionAttributes(session: SessionView): JsonValue {
  const trace = firstTrace(session);
  return trace === null ? NO_ATTRIBUTES : rootAttributes(trace);
}

function sessionSpans(session: SessionView): readonly SpanElement[] {
  return session.traces().flatMap((trace) => spanElements(trace.spans()));
}

/** Trace by trace, so that a match in the first leaves the others unread. */
function* searchedSpans(session: SessionView): Generator<SpanView> {
  for (const trace of session.traces()) yield* trace.spans();
}

function spanCount(session: SessionView, kind: string): number {
  return session.traces().reduce((count, trace) => count + kindCount(trace, kind), 0);
}

function rootTexts(session: SessionView, side: 'input' | 'output'): readonly string[] {
  return session.traces().flatMap((trace) => rootText(trace, side) ?? []);
}

/** A trace as an element of a session's `traces`. */
const traceElementShape: Shape<TraceView> = {
  noun: 'a trace',
  fields: new Map<string, Operand<TraceView>>([
    ['start_time', timeField(({ row }) => row.startTimeUnixNano)],
    ['end_time', timeField(({ row }) => row.endTimeUnixNano)],
    [
      'latency_ms',
      numberField(({ row }) => milliseconds(row.startTimeUnixNano, row.endTimeUnixNano)),
    ],
  ]),
  iterables: new Map([
    [
      'spans',
      iterable(
        (): Shape<SpanElement> => spanElementShape,
        (trace: TraceView) => spanElements(trace.spans()),
      ),
    ],
  ]),
  unknownNames: 'refused',
};

/** A session as the subject: unknown names are refused. */
export const sessionShape: Shape<SessionView> = {
  noun: 'a session',
  fields: new Map<string, Operand<SessionView>>([
    ['session_id', stringField(({ row }) => row.sessionId)],
    // Ours: spans and traces have it by this name.
    ['session.id', stringField(({ row }) => row.sessionId)],
    ['start_time', timeField(({ row }) => row.startTimeUnixNano)],
    ['end_time', timeField(({ row }) => row.endTimeUnixNano)],
    [
      'duration_ms',
      numberField(({ row }) => milliseconds(row.startTimeUnixNano, row.endTimeUnixNano)),
    ],
    ['num_traces', numberField(({ row }) => row.traceCount)],
    ['num_traces_with_error', numberField(({ row }) => row.errorTraceCount)],
    ['token_count_prompt', numberField(({ row }) => row.promptTokens)],
    ['token_count_completion', numberField(({ row }) => row.completionTokens)],
    ['token_count_total', numberField(({ row }) => row.promptTokens + row.completionTokens)],
    ['total_cost', numberField(({ row }) => row.costUsd ?? 0)],
    ['prompt_cost', numberField(() => 0)],
    ['completion_cost', numberField(() => 0)],
    ['tool_span_count', numberField((session) => spanCount(session, 'TOOL'))],
    ['llm_span_count', numberField((session) => spanCount(session, 'LLM'))],
    ['first_input', stringField((session) => textFrom(firstTrace(session), 'input'))],
    ['last_output', stringField((session) => textFrom(lastTrace(session), 'output'))],
    ['any_input', { type: 'texts', read: (session) => rootTexts(session, 'input') }],
    ['any_output', { type: 'texts', read: (session) => rootTexts(session, 'output') }],
    ['user.id', stringField(({ row }) => row.userId)],
  ]),
  iterables: new Map<string, IterableField<SessionView>>([
    ['spans', iterable((): Shape<SpanElement> => spanElementShape, sessionSpans)],
    [
      'traces',
      iterable(
        () => traceElementShape,
        (session) => session.traces(),
      ),
    ],
    ['session_annotations', annotationElements((session) => session.annotations?.() ?? [])],
    [
      'span_annotations',
      annotationElements((session) =>
        sessionSpans(session).flatMap(({ view }) => view.annotations?.() ?? []),
      ),
    ],
    ['span_cost_details', costDetails<SessionView>()],
  ]),
  attributes: sessionAttributes,
  searched: searchedSpans,
  annotations: new Map([
    ['session_annotations', (session: SessionView) => session.annotations?.() ?? []],
    [
      'document_annotations',
      (session: SessionView) => session.traces().flatMap(documentAnnotationsOf),
    ],
  ]),
  unknownNames: 'refused',
};

function textFrom(trace: TraceView | null, side: 'input' | 'output'): string | null {
  return trace === null ? null : rootText(trace, side);
}
