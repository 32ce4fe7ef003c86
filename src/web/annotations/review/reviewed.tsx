import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useCallback } from 'react';
import type { SessionSkeleton } from '#contracts/sessions/session.ts';
import { sessionSkeletonOptions } from '#web/sessions/sessions.calls.ts';
import { SessionChips } from '#web/annotations/head-chips.tsx';
import { PanelSpace } from '#web/annotations/panel-space.tsx';
import { SessionAnnotate } from '#web/annotations/session-annotate.tsx';
import { useAnnotate } from '#web/annotations/use-annotate.ts';
import { DeletedNote } from '#web/lists/deleted-note.tsx';
import { Conversation } from '#web/sessions/conversation.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { ValueViewer } from '#web/trace/open-value.tsx';
import { usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { ReviewSearch } from '#web/annotations/review-search.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { skeletonOptions } from '#web/trace/traces.calls.ts';
import { KeptTrace } from '#web/trace/kept-trace.tsx';
import { TraceSummary } from '#web/trace/trace-summary.tsx';
import { TraceView } from '#web/trace/trace-view.tsx';
import type { TraceSearch } from '#web/lists/search-params.ts';

interface ReviewedProps {
  readonly project: string;
  readonly search: ReviewSearch;
  readonly name: string;
  /** Called when it is on screen and takes keys, or cannot be shown. */
  readonly onReady: () => void;
}

/** The item on screen. */
export function Reviewed(props: ReviewedProps) {
  const { session, trace } = props.search;
  if (session !== undefined) return <ReviewedSession {...props} session={session} />;
  return trace === undefined ? null : <ReviewedTrace {...props} trace={trace} />;
}

interface ReviewedTraceProps extends ReviewedProps {
  readonly trace: string;
}

/** The item under review: its trace, with the panel open for it. */
function ReviewedTrace({ project, search, name, trace, onReady }: ReviewedTraceProps) {
  const { data, error, refetch } = useQuery(skeletonOptions(trace));
  const navigate = useNavigate({ from: '/projects/$project/review' });
  const onSearch = useCallback(
    (changes: Changes<TraceSearch>) =>
      void navigate({
        search: (before) => withChanges<ReviewSearch>(before, changes),
        replace: true,
      }),
    [navigate],
  );
  const hasFailed = error !== null && data === undefined;
  useEffect(() => {
    if (hasFailed) onReady();
  }, [hasFailed, onReady]);
  if (hasFailed)
    return (
      <ErrorNote what="The trace could not be read" error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SkeletonRows rows={22} height={26} />;
  const span = search.span ?? search.item;
  const shown = withChanges<TraceSearch>(search, {
    span,
    annotate: search.annotate ?? (search.item === undefined ? 'trace' : 'span'),
    // Where there is room for one of them alone: what was asked and answered is annotated, not how
    // long it took.
    pane: search.pane ?? 'span',
  });
  return (
    <KeptTrace skeleton={data}>
      {(kept) => (
        <>
          <TraceSummary project={project} skeleton={kept} onSearch={onSearch} />
          <TraceView
            project={project}
            skeleton={kept}
            search={shown}
            keys="page"
            onSearch={onSearch}
            review={{ name }}
          />
        </>
      )}
    </KeptTrace>
  );
}

interface ReviewedSessionProps extends ReviewedProps {
  /** By the id its sender gave it. */
  readonly session: string;
}

/** The session under review: its conversation, with the panel open for it. */
function ReviewedSession({ session, onReady, ...shown }: ReviewedSessionProps) {
  const { data, error, refetch } = useQuery(sessionSkeletonOptions(session));
  const pending = usePendingDeletes();
  const isGone = pending.sessions.has(session);
  const hasFailed = (error !== null && data === undefined) || isGone;
  useEffect(() => {
    if (hasFailed) onReady();
  }, [hasFailed, onReady]);
  if (isGone)
    return (
      <DeletedNote
        noun="session"
        isMeant={(thing) => thing.kind === 'session' && thing.sessionId === session}
      />
    );
  if (hasFailed)
    return (
      <ErrorNote
        what="The session could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows rows={10} height={90} />;
  return (
    <ValueViewer spanId="">
      <AnnotatedSession {...shown} skeleton={data} />
    </ValueViewer>
  );
}

function AnnotatedSession({
  project,
  search,
  name,
  skeleton,
}: Omit<ReviewedSessionProps, 'session' | 'onReady'> & { skeleton: SessionSkeleton }) {
  const navigate = useNavigate({ from: '/projects/$project/review' });
  const { ref, width } = useBoxWidth();
  const change = (changes: Changes<ReviewSearch>): void =>
    void navigate({
      search: (before) => withChanges<ReviewSearch>(before, changes),
      replace: true,
    });
  const { turn = 1 } = search;
  const chosen = search.annotate === 'trace' ? 'trace' : 'session';
  const opened = useAnnotate(chosen, 'session', (annotate) => change({ annotate }), 'A session');
  const { session, trace_ids: traces } = skeleton;
  return (
    <>
      <div className="nums flex min-h-36 shrink-0 flex-wrap items-center gap-x-16 gap-y-2 border-b border-line1 px-12 py-4 text-12 text-text2">
        <span className="clip font-medium text-text1">{session.session_id}</span>
        <span>{traces.length === 1 ? '1 turn' : `${exactCount(traces.length)} turns`}</span>
        <span>{formatDuration(session.duration_ms)}</span>
        <SessionChips project={project} session={session.session_id} />
      </div>
      <div ref={ref} className="relative flex min-h-0 flex-1 has-[>.panel-below]:flex-col">
        <Conversation
          project={project}
          skeleton={skeleton}
          turn={turn}
          onTurn={(next) => change({ turn: next })}
          keys="review"
        />
        {width !== null && (
          <PanelSpace width={width}>
            <SessionAnnotate
              project={project}
              session={session.session_id}
              turn={{
                number: Math.min(turn, traces.length),
                trace: traces[turn - 1] ?? traces.at(-1) ?? '',
              }}
              chosen={chosen}
              onChoose={(annotate) => change({ annotate })}
              onClose={() => change({ annotate: undefined })}
              review={{ name }}
              {...opened}
            />
          </PanelSpace>
        )}
      </div>
    </>
  );
}
