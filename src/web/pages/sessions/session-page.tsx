import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { traceRowsOptions } from '../../api/rows.ts';
import { sessionOptions } from '../../api/sessions.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { rowOfTrace } from '../../api/list-row.ts';
import { ErrorNote, SkeletonRows } from '../../components/states.tsx';
import { exactCount, plural } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { useKeys } from '../../lib/keys.ts';
import { setWalk } from '../../lib/list-memory.ts';
import { sessionsPath, tracesPath } from '../../lib/paths.ts';
import { TurnList } from './turn-list.tsx';

/** A session as its turns: what was asked, what was answered, each leading to its trace. */
export function SessionPage() {
  const { project, session } = useParams({ from: '/projects/$project/sessions/$session' });
  const about = useQuery(sessionOptions(session));
  const turns = useInfiniteQuery(traceRowsOptions(project, '', { session_identifier: [session], order: 'asc' }));
  const rows = useMemo(
    () => (turns.data?.pages ?? []).flatMap((page) => page.data.map((row) => rowOfTrace(project, row))),
    [turns.data, project],
  );
  const navigate = useNavigate();
  useKeys({ Escape: { what: 'Back to the list', run: () => void navigate({ to: sessionsPath(project) }) } });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = turns;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const name = about.data?.session_id ?? session;
  const data = about.data;
  return (
    <PageFrame
      title={`${name} · ${project}`}
      crumbs={[{ label: project, href: tracesPath(project) }, { label: 'Sessions', href: sessionsPath(project) }, { label: name }]}
      beside={<CopyButton text={name} label="Copy session id" quiet />}
    >
      {data !== undefined && (
        <div className="nums flex h-44 shrink-0 items-center gap-20 border-b border-line1 px-12 text-12 text-text2">
          <span>{plural(data.traces.length, 'turn')}</span>
          <span>{formatDuration(Date.parse(data.end_time) - Date.parse(data.start_time))}</span>
          {data.token_count_total > 0 && <span>{exactCount(data.token_count_total)} tokens</span>}
        </div>
      )}
      {turns.isPending && <SkeletonRows rows={10} height={90} />}
      {turns.isError && (
        <ErrorNote what="The session could not be read" error={about.error ?? turns.error} onRetry={() => void turns.refetch()} />
      )}
      {rows.length > 0 && <TurnList rows={rows} onNearEnd={more} onOpen={() => setWalk(rows.map((row) => row.href))} />}
    </PageFrame>
  );
}
