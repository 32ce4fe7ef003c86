import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isRefusal } from '#web/platform/http/client.ts';
import { useLive } from '#web/platform/http/live.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveButton } from '#web/lists/live-button.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ProjectSwitcher } from '#web/projects/project-switcher.tsx';
import { RangePicker } from '#web/ui/range-picker/range-picker.tsx';
import { ListFailure } from '#web/lists/list-failure.tsx';
import { WaitingPill } from '#web/lists/waiting-pill.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { useCommitSignal, type CommitSignal } from '#web/lists/commit-signal.ts';
import { narrowTo } from '#web/filter/language/edit.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { rememberSessions } from '#web/lists/list-memory.ts';
import { projectsPath, tracesPath } from '#web/platform/address/paths.ts';
import type { SessionListSearch, SessionSort } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { RANGE_DEFAULT, isRelativeRange } from '#web/platform/time/time-range.ts';
import { useOutdated } from '#web/lists/use-outdated.ts';
import { SessionSelectionBar } from './session-selection-bar.tsx';
import { SessionTable } from './session-table.tsx';
import { SessionToolbar, type ChangeSessions } from './session-toolbar.tsx';
import { useSessionRows } from './use-session-rows.ts';
import { useSessionSelection } from './use-session-selection.ts';
import { readSessionRows } from './sessions.calls.ts';
import { NothingMatches } from '#web/lists/nothing-matches.tsx';

interface EmptySessionsProps {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly onChange: ChangeSessions;
}

/** Each needs its content loaded: a few are enough to count them. */
const COUNTED_MAX = 50;

/** Why no session is listed, and the ways out. */
function EmptySessions({ project, search, onChange }: EmptySessionsProps) {
  const { range = RANGE_DEFAULT, q } = search;
  if (q !== undefined)
    return (
      <NothingMatches
        project={project}
        range={range}
        of="sessions"
        what="sessions"
        q={q}
        count={async (text = '', signal) => {
          const list = { range, text, sort: 'end_time', order: 'desc' } as const;
          return (await readSessionRows(project, list, '', COUNTED_MAX, signal)).data.length;
        }}
        countedMax={COUNTED_MAX}
        onFilter={(next) => onChange({ q: next }, { replace: false })}
        onRange={(next) => onChange({ range: next })}
      />
    );
  return (
    <EmptyNote title="No sessions in this time">
      <p>
        A session gathers traces that carry the same <span className="mono">session.id</span> attribute: the turns of a conversation.
      </p>
      {range !== 'all' && <Button onClick={() => onChange({ range: 'all' })}>Search all time</Button>}
    </EmptyNote>
  );
}

/** The conversations of a project. */
export function SessionsPage() {
  const { project } = useParams({ from: '/projects/$project/sessions' });
  const projectName = useProjectName(project);
  const search = useSearch({ from: '/projects/$project/sessions' });
  const navigate = useNavigate({ from: '/projects/$project/sessions' });
  const range = search.range ?? RANGE_DEFAULT;
  useEffect(() => rememberSessions(project, search), [project, search]);
  const change: ChangeSessions = (changes, { replace } = { replace: true }) =>
    void navigate({ search: (before) => withChanges<SessionListSearch>(before, changes), replace });
  const [live, setLive] = useState(true);
  const commits = useCommitSignal();
  const following = live && isRelativeRange(range);
  const liveState = useLive(project, following, commits.tell);
  useKeys({ l: { what: 'Live on or off', run: () => setLive(!live) } });
  return (
    <PageFrame
      title={`Sessions · ${projectName}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: projectName, href: tracesPath(project) }, { label: 'Sessions' }]}
      beside={<ProjectSwitcher current={project} />}
      actions={
        <>
          <LiveButton on={following} state={liveState} onToggle={() => setLive(!live)} />
          <RangePicker range={range} onChange={(next) => change({ range: next === RANGE_DEFAULT ? undefined : next })} />
        </>
      }
    >
      <SessionToolbar project={project} search={search} onChange={change} />
      <SessionRows {...{ project, search, commits }} onChange={change} />
    </PageFrame>
  );
}

interface SessionRowsProps {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly commits: CommitSignal;
  readonly onChange: ChangeSessions;
}

function SessionRows({ project, search, commits, onChange }: SessionRowsProps) {
  const { range = RANGE_DEFAULT, q = '', sort = 'end_time', order = 'desc' } = search;
  const unsorted = JSON.stringify([project, range, q]);
  const { selected, toggle, toggleLoaded, clear } = useSessionSelection(unsorted);
  const list = useSessionRows(project, search, selected.size > 0);
  const { query, rows, onCommit } = list;
  const isOutdated = useOutdated(unsorted, query.isPlaceholderData) && !query.isError;
  useEffect(() => commits.subscribe(onCommit), [commits, onCommit]);
  const scroller = useRef<HTMLDivElement>(null);
  const showNewest = (): void => {
    list.forgetWaiting();
    scroller.current?.scrollTo({ top: 0 });
    void list.refresh();
  };
  const navigate = useNavigate();
  useKeys({
    Escape: { what: 'Up one level', run: () => (selected.size > 0 ? clear() : void navigate({ to: projectsPath })) },
  });
  if (query.isPending || isOutdated) return <SkeletonRows rows={20} height={30} />;
  if (query.isError && (rows.length === 0 || isRefusal(query.error)))
    return <Unread error={query.error} onRetry={() => void query.refetch()} onChange={onChange} />;
  if (rows.length === 0 && !query.isFetching) return <EmptySessions project={project} search={search} onChange={onChange} />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {query.isError && <ListFailure title="The list could not be read" error={query.error} onRetry={list.retry} />}
      <WaitingPill label={list.waiting} onClick={showNewest} />
      <SessionTable
        {...{ scroller, project, rows, sort, order, selected }}
        name={list.name}
        base={list.base}
        stale={query.isPlaceholderData}
        annotation={search.annotation ?? null}
        onSort={(next, score) => onChange(nextSort(search, next, score))}
        onSelect={(at, through) => toggle(rows, at, through)}
        onSelectLoaded={() => toggleLoaded(rows)}
        onEdge={list.onEdge}
        onScrolled={list.onScrolled}
        onTouched={list.onTouched}
        onFilter={({ field, value }, negate) => onChange({ q: narrowTo(q, 'sessions', field, value, negate) }, { replace: false })}
      />
      {selected.size > 0 && <SessionSelectionBar project={project} selected={selected} onClear={clear} />}
    </div>
  );
}

interface UnreadProps extends Pick<SessionRowsProps, 'onChange'> {
  readonly error: Error;
  readonly onRetry: () => void;
}

function Unread({ error, onRetry, onChange }: UnreadProps) {
  if (!isRefusal(error)) return <ErrorNote what="The sessions could not be read" error={error} onRetry={onRetry} />;
  return (
    <EmptyNote title="This filter cannot be read">
      <p className="verbatim">{error.message}</p>
      <DropConditions onChange={onChange} />
    </EmptyNote>
  );
}

function DropConditions({ onChange }: Pick<SessionRowsProps, 'onChange'>) {
  return <Button onClick={() => onChange({ q: undefined }, { replace: false })}>Clear filters</Button>;
}

/** A second click on a column turns its order round. */
function nextSort({ sort = 'end_time', annotation, order }: SessionListSearch, next: SessionSort, name?: string) {
  const isSame = next === sort && name === annotation;
  // Chosen a third time, a score sorts no longer: its menu has no other way back.
  if (isSame && next === 'annotation_score' && order === 'asc') return { sort: undefined, annotation: undefined, order: undefined };
  return {
    sort: next === 'end_time' ? undefined : next,
    annotation: name,
    order: isSame && order !== 'asc' ? ('asc' as const) : undefined,
  };
}
