import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SessionSkeleton } from '#contracts/sessions/session.ts';
import { useFollowedSession } from './follow-session.calls.ts';
import { forgetDeleted } from '#web/lists/forget-deleted.ts';
import { deleteSession, sessionSkeletonOptions } from './sessions.calls.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { SessionChips } from '#web/annotations/head-chips.tsx';
import { PanelSpace } from '#web/annotations/panel-space.tsx';
import { useAnnotate } from '#web/annotations/use-annotate.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DeletedNote } from '#web/lists/deleted-note.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { ContentModeSwitch } from '#web/trace/content-mode-switch.tsx';
import { ValueViewer } from '#web/trace/open-value.tsx';
import { deferDelete, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { exactCount, formatCost, plural } from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { lastList, lastListPath, lastSessionsPath } from '#web/lists/list-memory.ts';
import { narrowedToUser } from '#web/lists/narrow-list.ts';
import { projectsPath, sessionsPath } from '#web/platform/address/paths.ts';
import { useKeysHeld } from '#web/platform/keys/type-ahead.ts';
import type { Annotated, SessionSearch } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { withoutTurns } from '#web/lists/without-deleted.ts';
import { Conversation } from './conversation.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useMay } from '#web/accounts/may.tsx';
import { shownText } from '#web/platform/text/shown-name.ts';

const SessionAnnotate = lazyPart(async () => ({
  default: (await import('#web/annotations/session-annotate.tsx')).SessionAnnotate,
}));

/** A turn's text is not JSON that could be shown in part. */
const TURN_MODES = ['markdown', 'text'] as const;

/**
 * A session as a conversation: what was asked, what was done and answered, each turn leading to its
 * trace.
 */
export function SessionPage() {
  const { project, session } = useParams({ from: '/projects/$project/sessions/$session' });
  const projectName = useProjectName(project);
  const { data, isPending, error, refetch } = useQuery(sessionSkeletonOptions(session));
  useFollowedSession(project, session, data);
  const navigate = useNavigate();
  const remove = useDelete(project);
  const may = useMay('traces:write');
  const toList = (): Promise<void> => navigate({ to: lastSessionsPath(project) });
  useKeys({ Escape: { what: 'Back to the sessions', run: () => void toList() } });
  const name = data?.session.session_id ?? session;
  return (
    <PageFrame
      title={`${shownText(name)} · ${projectName}`}
      crumbs={[
        { label: 'Projects', href: projectsPath },
        { label: projectName, href: lastListPath(project) },
        { label: 'Sessions', href: lastSessionsPath(project) },
        { label: shownText(name) },
      ]}
      beside={<CopyButton text={name} label="Copy session id" quiet />}
      actions={
        <>
          <span className="max-md:hidden">
            <CopyButton text={() => location.href} label="Copy link" />
          </span>
          {data !== undefined && may && <AnnotateSession />}
          {data !== undefined && may && (
            <Button look="quiet" onClick={() => void remove(data.session)}>
              <Icon name="trash" size={14} /> <span className="max-md:sr-only">Delete</span>
            </Button>
          )}
        </>
      }
    >
      {isPending && <SkeletonRows rows={10} height={90} />}
      {error !== null && data === undefined && (
        <ErrorNote
          what="The session could not be read"
          error={error}
          onRetry={() => void refetch()}
          absent={{
            title: 'Session not found',
            others: 'All sessions',
            href: sessionsPath(project),
          }}
        />
      )}
      {data !== undefined && (
        <ValueViewer spanId="">
          <KeptSession project={project} skeleton={data} />
        </ValueViewer>
      )}
    </PageFrame>
  );
}

/** Deletes a session, with an undo, and leaves for the list. */
function useDelete(project: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (row: SessionSkeleton['session']): Promise<void> => {
    await navigate({ to: sessionsPath(project) });
    deferDelete({
      text: `Session deleted with ${plural(row.trace_count, 'trace')}`,
      things: [{ kind: 'session', id: row.id, project, sessionId: row.session_id }],
      run: async (keepalive) => {
        await deleteSession(row.id, keepalive);
        await forgetDeleted(client, (one) => one.session === row.session_id);
      },
    });
  };
}

/**
 * A session without the turns that are about to be deleted; a note with Undo when that is the whole
 * session.
 */
function KeptSession({ project, skeleton }: { project: string; skeleton: SessionSkeleton }) {
  const pending = usePendingDeletes();
  const { session } = skeleton;
  const kept = useMemo(() => withoutTurns(skeleton, pending.traces), [skeleton, pending.traces]);
  if (pending.sessions.has(session.session_id) || kept.trace_ids.length === 0)
    return (
      <DeletedNote
        noun="session"
        isMeant={(thing) =>
          (thing.kind === 'session' && thing.sessionId === session.session_id) ||
          (thing.kind === 'trace' && thing.session === session.session_id)
        }
      />
    );
  return (
    <>
      <SessionSummary project={project} skeleton={kept} />
      <AnnotatedConversation key={session.id} project={project} skeleton={kept} />
    </>
  );
}

/** The turns, with the panel that annotates the session or the chosen turn beside them. */
function AnnotatedConversation({
  project,
  skeleton,
}: {
  project: string;
  skeleton: SessionSkeleton;
}) {
  const { turn = 1, annotate } = useSearch({ from: '/projects/$project/sessions/$session' });
  const navigate = useNavigate({ from: '/projects/$project/sessions/$session' });
  const { ref, width } = useBoxWidth();
  const setAnnotate = (next: Annotated | undefined): void =>
    void navigate({
      search: (before) => withChanges<SessionSearch>(before, { annotate: next }),
      replace: true,
    });
  const opened = useAnnotate(annotate, 'session', setAnnotate, 'A session');
  useKeysHeld(annotate !== undefined, false);
  return (
    <div ref={ref} className="relative flex min-h-0 flex-1 has-[>.panel-below]:flex-col">
      <Conversation
        project={project}
        skeleton={skeleton}
        turn={turn}
        onTurn={(next) =>
          void navigate({ search: (before) => ({ ...before, turn: next }), replace: true })
        }
        keys="page"
      />
      {annotate !== undefined && width !== null && (
        <PanelSpace width={width}>
          <SessionAnnotate
            project={project}
            session={skeleton.session.session_id}
            turn={{
              number: Math.min(turn, skeleton.trace_ids.length),
              trace: skeleton.trace_ids[turn - 1] ?? skeleton.trace_ids.at(-1) ?? '',
            }}
            chosen={annotate}
            onChoose={setAnnotate}
            onClose={() => setAnnotate(undefined)}
            {...opened}
          />
        </PanelSpace>
      )}
    </div>
  );
}

function SessionSummary({ project, skeleton }: { project: string; skeleton: SessionSkeleton }) {
  const { session } = skeleton;
  const tokens = session.token_count_prompt + session.token_count_completion;
  return (
    <div className="nums flex min-h-44 shrink-0 flex-wrap items-center gap-x-20 gap-y-2 border-b border-line1 px-12 py-4 text-12 text-text2 max-md:gap-x-12">
      {session.error_trace_count > 0 && (
        <span className="tone-error rounded-chip bg-tint px-6 leading-20 text-tone">
          {plural(session.error_trace_count, 'failed turn')}
        </span>
      )}
      <strong className="text-13 font-semibold">
        {plural(skeleton.complete ? skeleton.trace_ids.length : session.trace_count, 'turn')}
      </strong>
      <Fact label="Duration">{formatDuration(session.duration_ms)}</Fact>
      <Fact label="Turn p50">{formatDuration(session.latency_p50_ms)}</Fact>
      {tokens > 0 && <Fact label="Tokens">{exactCount(tokens)}</Fact>}
      {session.cost_usd !== null && <Fact label="Cost">{formatCost(session.cost_usd)}</Fact>}
      {session.user_id !== null && (
        <Fact label="User">
          <Link
            to="/projects/$project/traces"
            params={{ project }}
            search={narrowedToUser(lastList(project) ?? {}, session.user_id)}
            className="clip inline-block max-w-200 align-bottom text-link"
            title={session.user_id}
          >
            {session.user_id}
          </Link>
        </Fact>
      )}
      <SessionChips project={project} session={session.session_id} />
      {!skeleton.complete && (
        <span className="text-text3">
          the first {exactCount(skeleton.trace_ids.length)} are shown
        </span>
      )}
      <span className="ml-auto max-md:order-last">
        <ContentModeSwitch modes={TURN_MODES} />
      </span>
      <span className="text-text3" title={isoWithZone(Date.parse(session.start_time))}>
        {formatWhen(session.start_time, Date.now())}
      </span>
    </div>
  );
}

function AnnotateSession() {
  const navigate = useNavigate({ from: '/projects/$project/sessions/$session' });
  return (
    <Button
      look="quiet"
      title="Annotate (A)"
      onClick={() =>
        void navigate({
          search: (before) =>
            withChanges<SessionSearch>(before, {
              annotate: before.annotate === undefined ? 'session' : undefined,
            }),
          replace: true,
        })
      }
    >
      Annotate
    </Button>
  );
}
