import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { MemoryAnnotation, MemoryData } from './memory-data.ts';
import { sessionRow, traceRow } from './memory-rows.ts';

/** What an annotation is about. */
export interface Subject {
  readonly number: number;
  readonly projectId: number;
  readonly startUnixNano: bigint;
  /** Of a span; 0 for others. */
  readonly documentCount: number;
}

/** By the id its sender gave; where two traces hold one span id, the newest span is meant. */
export function findSubject(
  data: MemoryData,
  target: AnnotationTarget,
  id: string,
  allowedProjectIds: readonly number[] | undefined,
): Subject | undefined {
  const isAllowed = (one: Subject | undefined): boolean =>
    one !== undefined && (allowedProjectIds?.includes(one.projectId) ?? true);
  if (target === 'span' || target === 'document')
    return (data.spansByHex.get(id.toLowerCase()) ?? [])
      .toReversed()
      .map((span) => subjectOf(data, target, span.id))
      .find(isAllowed);
  const found =
    target === 'trace' ? data.traceByHex.get(id.toLowerCase()) : data.sessionByText.get(id);
  const subject = found === undefined ? undefined : subjectOf(data, target, found.id);
  return isAllowed(subject) ? subject : undefined;
}

/** By number; undefined when it is gone. */
export function subjectOf(
  data: MemoryData,
  target: AnnotationTarget,
  number: number,
): Subject | undefined {
  if (target === 'trace') {
    const trace = data.traces.get(number);
    return trace === undefined
      ? undefined
      : {
          number,
          projectId: trace.projectId,
          startUnixNano: traceRow(trace).startTimeUnixNano,
          documentCount: 0,
        };
  }
  if (target === 'session') {
    const session = data.sessions.get(number);
    if (session === undefined) return undefined;
    return {
      number,
      projectId: session.projectId,
      startUnixNano: sessionRow(session).session.startTimeUnixNano,
      documentCount: 0,
    };
  }
  const span = data.spans.get(number);
  if (span === undefined) return undefined;
  const { startTimeUnixNano, documentCount } = span.record;
  return {
    number,
    projectId: span.trace.projectId,
    startUnixNano: startTimeUnixNano,
    documentCount,
  };
}

export function projectOfAnnotation(
  data: MemoryData,
  { target, targetNumber }: MemoryAnnotation['row'],
): number | undefined {
  return subjectOf(data, target, targetNumber)?.projectId;
}
