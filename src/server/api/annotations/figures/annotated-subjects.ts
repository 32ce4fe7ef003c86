import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { SpanReader } from '#core/ports/span-store.ts';
import { readPreviews } from '#server/api/kit/spans/span-previews.ts';

/** Where an annotated thing is found, what it is called, and what went into it; null where that is not known. */
export interface AnnotatedSubject {
  readonly trace_id: string | null;
  readonly subject_name: string | null;
  readonly input_preview: string | null;
}

/** The target of each annotation: a span (itself, or one of its documents), or a trace by its root. A session has neither. */
export async function annotatedSubjects(
  spans: SpanReader,
  annotations: readonly AnnotationRow[],
): Promise<(annotation: AnnotationRow) => AnnotatedSubject> {
  const of = (isTrace: boolean): number[] =>
    annotations.filter(({ target }) => target !== 'session' && (target === 'trace') === isTrace).map(({ targetNumber }) => targetNumber);
  const traces = new Map((await spans.findTraces(of(true).map((number) => ({ number })))).map((trace) => [trace.id, trace]));
  const roots = [...traces.values()].flatMap(({ rootSpanNumber }) => rootSpanNumber ?? []);
  const previews = await readPreviews(spans, [...new Set([...of(false), ...roots])]);
  return ({ target, targetNumber, targetId }) => {
    if (target === 'session') return { trace_id: null, subject_name: null, input_preview: null };
    const trace = target === 'trace' ? traces.get(targetNumber) : undefined;
    const span = previews.get(target === 'trace' ? (trace?.rootSpanNumber ?? 0) : targetNumber);
    return {
      trace_id: target === 'trace' ? targetId : (span?.row.traceId ?? null),
      subject_name: trace?.rootName ?? span?.row.name ?? null,
      input_preview: span?.input ?? null,
    };
  };
}
