import { useMemo, type ReactNode } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { isRowPending, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { withoutSpans } from '#web/lists/without-deleted.ts';
import { DeletedNote } from '#web/lists/deleted-note.tsx';

interface KeptTraceProps {
  readonly skeleton: TraceSkeleton;
  readonly children: (kept: TraceSkeleton) => ReactNode;
  /** The trace's name in the note, when shown beside another. */
  readonly noun?: string;
  /** The note's container. */
  readonly frame?: (note: ReactNode) => ReactNode;
}

/**
 * A trace without what is about to be deleted of it; a note with Undo when that is the whole trace.
 */
export function KeptTrace({
  skeleton,
  children,
  noun = 'trace',
  frame = (note) => note,
}: KeptTraceProps) {
  const pending = usePendingDeletes();
  const { trace } = skeleton;
  const kept = useMemo(() => withoutSpans(skeleton, pending.spans), [skeleton, pending.spans]);
  if (!isRowPending(pending, { traceId: trace.trace_id, spanId: null, session: trace.session_id }))
    return children(kept);
  return frame(
    <DeletedNote
      noun={noun}
      isMeant={(thing) =>
        (thing.kind === 'trace' && thing.traceId === trace.trace_id) ||
        (thing.kind === 'session' && thing.sessionId === trace.session_id)
      }
    />,
  );
}
