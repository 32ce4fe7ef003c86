import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Session } from '../../api/model.ts';
import { sessionsOptions } from '../../api/sessions.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { ProjectSwitcher } from '../../components/project-switcher.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '../../components/states.tsx';
import { compactCount, exactCount } from '../../lib/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '../../lib/format-time.ts';
import { useKeys } from '../../lib/keys.ts';
import { projectsPath, tracesPath } from '../../lib/paths.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';

const GRID = 'grid grid-cols-[minmax(160px,1fr)_120px_80px_110px_90px] max-md:grid-cols-[minmax(120px,1fr)_60px_90px]';

export function SessionsPage() {
  const { project } = useParams({ from: '/projects/$project/sessions' });
  const query = useInfiniteQuery(sessionsOptions(project));
  const sessions = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.data), [query.data]);
  const navigate = useNavigate();
  useKeys({ Escape: { what: 'Back to the projects', run: () => void navigate({ to: projectsPath }) } });
  return (
    <PageFrame
      title={`Sessions · ${project}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: project, href: tracesPath(project) }, { label: 'Sessions' }]}
      beside={<ProjectSwitcher current={project} />}
    >
      {query.isPending && <SkeletonRows rows={20} height={30} />}
      {query.isError && <ErrorNote what="The sessions could not be read" error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && sessions.length === 0 && (
        <EmptyNote title="No sessions yet">
          <p>
            A session gathers traces that carry the same <span className="mono">session.id</span> attribute: the turns of a conversation.
          </p>
        </EmptyNote>
      )}
      {sessions.length > 0 && (
        <SessionTable
          project={project}
          sessions={sessions}
          onNearEnd={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
        />
      )}
    </PageFrame>
  );
}

function SessionTable({ project, sessions, onNearEnd }: { project: string; sessions: readonly Session[]; onNearEnd: () => void }) {
  const scroller = useRef<HTMLDivElement>(null);
  useRowFocus(scroller);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 30,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= sessions.length - 40) onNearEnd();
  }, [last, sessions.length, onNearEnd]);
  const head = 'px-8 text-11 text-text3';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <div ref={scroller} role="table" aria-label="Sessions" tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      <div role="row" className={`${GRID} sticky top-0 z-10 h-30 items-center border-b border-line1 bg-bg0 px-4`}>
        <div role="columnheader" className={head}>
          Session
        </div>
        <div role="columnheader" className={`${head} max-md:hidden`}>
          Last activity
        </div>
        <div role="columnheader" className={`${head} text-right`}>
          Turns
        </div>
        <div role="columnheader" className={`${head} text-right`}>
          Duration
        </div>
        <div role="columnheader" className={`${head} text-right max-md:hidden`}>
          Tokens
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const one = sessions[item.index];
          return one === undefined ? null : <SessionLine key={one.id} project={project} session={one} top={item.start} />;
        })}
      </div>
    </div>
  );
}

function SessionLine({ project, session, top }: { project: string; session: Session; top: number }) {
  const number = 'nums clip px-8 text-right text-text2';
  const lengthMs = Date.parse(session.end_time) - Date.parse(session.start_time);
  return (
    <div
      role="row"
      className={`${GRID} absolute inset-x-0 h-30 items-center border-b border-line1 px-4 hover:bg-bg2 has-focus-visible:bg-sel`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="cell" className="clip px-8">
        <Link
          to="/projects/$project/sessions/$session"
          params={{ project, session: session.id }}
          className="after:absolute after:inset-0"
          title={session.session_id}
        >
          {session.session_id}
        </Link>
      </div>
      <div role="cell" className="nums px-8 text-text2 max-md:hidden" title={isoWithZone(Date.parse(session.end_time))}>
        {formatWhen(session.end_time, Date.now())}
      </div>
      <div role="cell" className={number}>
        {exactCount(session.traces.length)}
      </div>
      <div role="cell" className={number}>
        {formatDuration(lengthMs)}
      </div>
      <div role="cell" className={`${number} max-md:hidden`}>
        {session.token_count_total === 0 ? '' : compactCount(session.token_count_total)}
      </div>
    </div>
  );
}
