import { PlainObject } from '#core/semconv/plain-object.ts';
import { annotationElements, costDetails, spanElements, spanElementShape } from './span-shape.ts';
import type { SpanElement } from './span-family.ts';
import { jsonAt } from './json-path.ts';
import { textOf, type Operand } from './operand.ts';
import type { AnnotationView, JsonValue, SpanView, TraceView } from './predicate.ts';
import {
  iterable,
  milliseconds,
  numberField,
  stringField,
  timeField,
  upperCasedField,
  type IterableField,
  type Shape,
} from './shape.ts';

/** The attributes of a trace without spans, or of a session without traces. */
export const NO_ATTRIBUTES: JsonValue = Object.freeze(new PlainObject());

/** The span a trace's own input, output and attributes are read from. */
function rootSpan({ row, spans }: TraceView): SpanView | null {
  return row.rootSpanNumber === null
    ? null
    : (spans().find((view) => view.row.id === row.rootSpanNumber) ?? null);
}

/** The attributes of a trace: those of its root span. */
export function rootAttributes(trace: TraceView): JsonValue {
  return rootSpan(trace)?.attributes() ?? NO_ATTRIBUTES;
}

/** A trace's input and output: those of its root span. */
export function rootText(trace: TraceView, side: 'input' | 'output'): string | null {
  return textOf(jsonAt(rootAttributes(trace), [side, 'value']));
}

/** Annotations of the documents of a trace's spans. */
export function documentAnnotationsOf(trace: TraceView): readonly AnnotationView[] {
  return trace.spans().flatMap((view) => view.documentAnnotations?.() ?? []);
}

/** How many spans of a kind a trace holds. */
export function kindCount(trace: TraceView, kind: string): number {
  return trace.spans().filter((view) => view.row.kind === kind).length;
}

/** A trace as the subject: unknown names are refused. */
export const traceShape: Shape<TraceView> = {
  noun: 'a trace',
  fields: new Map<string, Operand<TraceView>>([
    ['trace_id', stringField(({ row }) => row.traceId)],
    ['start_time', timeField(({ row }) => row.startTimeUnixNano)],
    ['end_time', timeField(({ row }) => row.endTimeUnixNano)],
    [
      'latency_ms',
      numberField(({ row }) => milliseconds(row.startTimeUnixNano, row.endTimeUnixNano)),
    ],
    ['num_spans', numberField(({ row }) => row.spanCount)],
    ['error_count', numberField(({ row }) => row.errorCount)],
    ['token_count_prompt', numberField(({ row }) => row.promptTokens)],
    ['token_count_completion', numberField(({ row }) => row.completionTokens)],
    ['token_count_total', numberField(({ row }) => row.promptTokens + row.completionTokens)],
    ['total_cost', numberField(({ row }) => row.costUsd ?? 0)],
    ['prompt_cost', numberField(() => 0)],
    ['completion_cost', numberField(() => 0)],
    ['tool_span_count', numberField((trace) => kindCount(trace, 'TOOL'))],
    ['llm_span_count', numberField((trace) => kindCount(trace, 'LLM'))],
    ['input', stringField((trace) => rootText(trace, 'input'))],
    ['output', stringField((trace) => rootText(trace, 'output'))],
    ['user.id', stringField(({ row }) => row.userId)],
    // Ours: the row has these, so that no span is read for them.
    ['session.id', stringField(({ row }) => row.sessionId)],
    ['root.name', stringField(({ row }) => row.rootName)],
    ['root.span_kind', upperCasedField(({ row }) => row.rootKind)],
    ['root.status_code', upperCasedField(({ row }) => row.rootStatusCode)],
  ]),
  iterables: new Map<string, IterableField<TraceView>>([
    [
      'spans',
      iterable(
        (): Shape<SpanElement> => spanElementShape,
        (trace) => spanElements(trace.spans()),
      ),
    ],
    ['trace_annotations', annotationElements((trace) => trace.annotations?.() ?? [])],
    [
      'span_annotations',
      annotationElements((trace) => trace.spans().flatMap((view) => view.annotations?.() ?? [])),
    ],
    ['span_cost_details', costDetails<TraceView>()],
  ]),
  attributes: rootAttributes,
  searched: (trace) => trace.spans(),
  annotations: new Map([
    ['trace_annotations', (trace: TraceView) => trace.annotations?.() ?? []],
    ['document_annotations', documentAnnotationsOf],
  ]),
  unknownNames: 'refused',
};
