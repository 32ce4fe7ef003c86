import { useQuery } from '@tanstack/react-query';
import { traceAnnotationsOptions } from './panel/annotations.calls.ts';
import type { AnnotatedPlace } from './annotation-lists.ts';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { AnnotatePanel, type ReviewWish } from './annotate-panel.tsx';
import type { Subject, SubjectKind } from './panel/subject-switch.tsx';

interface TraceAnnotateProps {
  readonly place: AnnotatedPlace;
  readonly trace: TraceSkeleton['trace'];
  /** The chosen span: its OpenTelemetry id, and its name. */
  readonly span: { readonly id: string; readonly name: string } | null;
  readonly chosen: SubjectKind;
  readonly onChoose: (kind: SubjectKind) => void;
  readonly onClose: () => void;
  readonly review: ReviewWish | undefined;
  readonly forNote: boolean;
  readonly onNoteOpened: () => void;
}

/** The panel beside a trace: annotates the chosen span, the whole trace, or its session. */
export function TraceAnnotate({ place, trace, span, ...panel }: TraceAnnotateProps) {
  const annotations = useQuery(traceAnnotationsOptions(trace.trace_id));
  const { trace_id: traceId, session_id: sessionId } = trace;
  const subjects: Subject[] = [];
  if (span !== null)
    subjects.push({
      word: 'Span',
      title: span.name,
      annotated: { target: 'span', id: span.id, position: null },
    });
  subjects.push({
    word: 'Trace',
    title: trace.name ?? traceId,
    annotated: { target: 'trace', id: traceId, position: null },
  });
  if (sessionId !== null)
    subjects.push({
      word: 'Session',
      title: sessionId,
      annotated: { target: 'session', id: sessionId, position: null },
    });
  return <AnnotatePanel {...panel} place={place} subjects={subjects} annotations={annotations} />;
}
