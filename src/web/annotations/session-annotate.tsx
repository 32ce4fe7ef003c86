import { useQuery } from '@tanstack/react-query';
import { sessionAnnotationsOptions, traceAnnotationsOptions } from './panel/annotations.calls.ts';
import { AnnotatePanel, type ReviewWish } from './annotate-panel.tsx';
import type { Subject, SubjectKind } from './panel/subject-switch.tsx';

interface SessionAnnotateProps {
  readonly project: string;
  /** By the id its sender gave it. */
  readonly session: string;
  /** The chosen turn, from 1, and its trace. */
  readonly turn: { readonly number: number; readonly trace: string };
  readonly chosen: SubjectKind;
  readonly onChoose: (kind: SubjectKind) => void;
  readonly onClose: () => void;
  readonly forNote: boolean;
  readonly onNoteOpened: () => void;
  readonly review?: ReviewWish;
}

/** The panel beside a conversation: annotates the session, or the trace of the chosen turn. */
export function SessionAnnotate({
  project,
  session,
  turn,
  review,
  ...panel
}: SessionAnnotateProps) {
  const ofSession = useQuery(sessionAnnotationsOptions(project, session));
  const ofTurn = useQuery({
    ...traceAnnotationsOptions(turn.trace),
    enabled: panel.chosen === 'trace',
  });
  const isTurn = panel.chosen === 'trace';
  const subjects: readonly Subject[] = [
    {
      word: 'Session',
      title: session,
      annotated: { target: 'session', id: session, position: null },
    },
    {
      word: `Turn ${turn.number}`,
      title: turn.trace,
      annotated: { target: 'trace', id: turn.trace, position: null },
    },
  ];
  const place = { project, traceId: isTurn ? turn.trace : null, sessionId: session };
  return (
    <AnnotatePanel
      {...panel}
      place={place}
      subjects={subjects}
      annotations={isTurn ? ofTurn : ofSession}
      review={review}
    />
  );
}
