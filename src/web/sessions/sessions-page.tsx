import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, Suspense, useCallback } from 'react';
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
import { SessionTable } from './session-table.tsx';
import { SessionToolbar, type ChangeSessions } from './session-toolbar.tsx';
import { useSessionRows } from './use-session-rows.ts';
import { EmptySessions } from './empty-sessions.tsx';
import { deleteSessions, exportSessions, SESSIONS_SELECTED_MAX } from './sessions.calls.ts';
import { SearchedTo } from '#web/lists/searched-to.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { ExportFormat } from '#web/lists/export-text.ts';
import { forgetDeleted } from '#web/lists/forget-deleted.ts';
import { AnnotateMany } from '#web/annotations/annotate-many.tsx';
import { AddDialog, AddToDatasetButton } from '#web/datasets/add-to-dataset.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { SelectionToolbar } from '#web/lists/selection-toolbar.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { deferDelete, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { plural, exactCount } from '#web/platform/text/format-number.ts';
import { saveFile } from '#web/platform/browser/save-file.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { useLongWork } from '#web/lists/use-long-work.ts';
import { May } from '#web/accounts/may.tsx';
import { SELECTED_MAX } from '#web/lists/selection.calls.ts';
import { collectTurns, type SessionOfTurns } from './session-turns.calls.ts';
import type { SpanChoice } from '#web/datasets/span-examples.calls.ts';
import type { SessionRowItem } from '#contracts/sessions/session.ts';

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
      crumbs={[
        { label: 'Projects', href: projectsPath },
        { label: projectName, href: tracesPath(project) },
        { label: 'Sessions' },
      ]}
      beside={<ProjectSwitcher current={project} />}
      actions={
        <>
          <LiveButton on={following} state={liveState} onToggle={() => setLive(!live)} />
          <RangePicker
            range={range}
            onChange={(next) => change({ range: next === RANGE_DEFAULT ? undefined : next })}
          />
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
    Escape: {
      what: 'Up one level',
      run: () => (selected.size > 0 ? clear() : void navigate({ to: projectsPath })),
    },
  });
  if (query.isPending || isOutdated) return <SkeletonRows rows={20} height={30} />;
  if (query.isError && (rows.length === 0 || isRefusal(query.error)))
    return <Unread error={query.error} onRetry={() => void query.refetch()} onChange={onChange} />;
  if (rows.length === 0 && (list.searchedTo !== null || !query.isFetching))
    return <EmptySessions {...{ project, search, list, onChange }} />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {query.isError && (
        <ListFailure title="The list could not be read" error={query.error} onRetry={list.retry} />
      )}
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
        onFilter={({ field, value }, negate) =>
          onChange({ q: narrowTo(q, 'sessions', field, value, negate) }, { replace: false })
        }
      />
      {list.searchedTo !== null && <SearchedTo time={list.searchedTo} />}
      {selected.size > 0 && (
        <SessionSelectionBar project={project} selected={selected} onClear={clear} />
      )}
    </div>
  );
}

interface UnreadProps extends Pick<SessionRowsProps, 'onChange'> {
  readonly error: Error;
  readonly onRetry: () => void;
}

function Unread({ error, onRetry, onChange }: UnreadProps) {
  if (!isRefusal(error))
    return <ErrorNote what="The sessions could not be read" error={error} onRetry={onRetry} />;
  return (
    <EmptyNote title="This filter cannot be read">
      <p className="verbatim">{error.message}</p>
      <DropConditions onChange={onChange} />
    </EmptyNote>
  );
}

function DropConditions({ onChange }: Pick<SessionRowsProps, 'onChange'>) {
  return (
    <Button onClick={() => onChange({ q: undefined }, { replace: false })}>Clear filters</Button>
  );
}

/** A second click on a column turns its order round. */
function nextSort(
  { sort = 'end_time', annotation, order }: SessionListSearch,
  next: SessionSort,
  name?: string,
) {
  const isSame = next === sort && name === annotation;
  // Chosen a third time, a score sorts no longer: its menu has no other way back.
  if (isSame && next === 'annotation_score' && order === 'asc')
    return { sort: undefined, annotation: undefined, order: undefined };
  return {
    sort: next === 'end_time' ? undefined : next,
    annotation: name,
    order: isSame && order !== 'asc' ? ('asc' as const) : undefined,
  };
}

interface SessionSelectionBarProps {
  readonly project: string;
  readonly selected: ReadonlyMap<string, SelectedSession>;
  readonly onClear: () => void;
}

/** The actions for the selected sessions. */
function SessionSelectionBar({ project, selected, onClear }: SessionSelectionBarProps) {
  const client = useQueryClient();
  const { work, run, stop } = useLongWork();
  const sessions = [...selected.values()];
  const sessionIds = sessions.map((one) => one.sessionId);
  const copy = (): void => {
    copyText(sessionIds.join('\n')).then(
      () => showToast({ text: `${plural(sessions.length, 'session id')} copied` }),
      () => showToast({ tone: 'error', text: 'The browser blocked copying.' }),
    );
  };
  const save = (format: ExportFormat): void =>
    void run('Exporting', async (progress) => {
      const content = await exportSessions(project, sessionIds, format, progress);
      const name =
        format === 'csv' ? 'turns.csv' : `session-spans${format === 'otlp' ? '-otlp' : ''}.jsonl`;
      saveFile(`${project}-${name}`, content);
    });
  const remove = (): void => {
    const gone = new Set(sessionIds);
    deferDelete({
      text: `${plural(sessions.length, 'session')} deleted`,
      things: sessions.map(({ id, sessionId }) => ({ kind: 'session', id, project, sessionId })),
      run: async (keepalive) => {
        await deleteSessions(
          sessions.map(({ id }) => id),
          keepalive,
        );
        await forgetDeleted(client, (row) => row.session !== null && gone.has(row.session));
      },
    });
    onClear();
  };
  const turns = useTurns(project, sessions, run);
  return (
    <>
      <SelectionToolbar
        text={`${plural(sessions.length, 'session')} selected`}
        work={work}
        onStop={stop}
        onClear={onClear}
      >
        <AddToDatasetButton onAdd={turns.read} where="A selection" />
        <AnnotateMany project={project} target="session" ids={sessionIds} where="A selection" />
        <Button look="quiet" onClick={copy}>
          Copy ids
        </Button>
        <Menu trigger={<Button look="quiet">Export</Button>}>
          <MenuItem onSelect={() => save('jsonl')}>Spans, JSON lines</MenuItem>
          <MenuItem onSelect={() => save('otlp')}>OTLP/JSON lines</MenuItem>
          <MenuItem onSelect={() => save('csv')}>Turns, CSV</MenuItem>
        </Menu>
        <May scope="traces:write">
          <Button look="quiet" className="tone-error text-tone" onClick={remove}>
            Delete
          </Button>
        </May>
      </SelectionToolbar>
      {turns.choice !== null && (
        <Suspense>
          <AddDialog choice={turns.choice} onClose={turns.forget} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The turns of the selected sessions, loaded on demand: the root span of each may become an
 * example.
 */
function useTurns(
  project: string,
  sessions: readonly SelectedSession[],
  run: ReturnType<typeof useLongWork>['run'],
) {
  const [choice, setChoice] = useState<SpanChoice | null>(null);
  const pending = usePendingDeletes();
  const read = (): void =>
    void run('Reading turns', async (progress) => {
      const { traceIds, rootless, isComplete } = await collectTurns(project, sessions, progress);
      const kept = traceIds.filter((id) => !pending.traces.has(id));
      if (!isComplete)
        showToast({
          text: `These are the first ${exactCount(SELECTED_MAX)} turns; there are more.`,
        });
      if (rootless > 0)
        showToast({
          text: `${plural(rootless, 'turn')} left out: the root span was not received.`,
        });
      if (kept.length > 0) setChoice({ spanIds: [], traceIds: kept });
      else if (rootless === 0)
        showToast({ tone: 'error', text: 'These sessions no longer have turns.' });
    });
  return { choice, read, forget: () => setChoice(null) };
}

/** A chosen session: enough to act on it when it is no longer loaded. */
type SelectedSession = SessionOfTurns;

type Selected = ReadonlyMap<string, SelectedSession>;
const NOTHING: Selected = new Map();

/** Which sessions of a list are chosen, by Global ID. Another list, another selection. */
function useSessionSelection(list: string) {
  const [state, setState] = useState({ list, selected: NOTHING });
  const selected = state.list === list ? state.selected : NOTHING;
  const last = useRef<string | null>(null);
  const choose = useCallback(
    (next: Selected) => {
      if (next.size > SESSIONS_SELECTED_MAX) {
        showToast({
          text: `${exactCount(SESSIONS_SELECTED_MAX)} sessions are the most that can be selected at once.`,
        });
        return;
      }
      setState({ list, selected: next });
    },
    [list],
  );
  /** Chooses a row or lets it go; with `through`, chooses all from the one before to this. */
  const toggle = useCallback(
    (rows: readonly SessionRowItem[], index: number, through: boolean) => {
      const row = rows[index];
      if (row === undefined) return;
      const next = new Map(selected);
      const from = through ? rows.findIndex((one) => one.id === last.current) : -1;
      if (from >= 0)
        for (const one of rows.slice(Math.min(from, index), Math.max(from, index) + 1))
          next.set(one.id, chosen(one));
      else if (!next.delete(row.id)) next.set(row.id, chosen(row));
      last.current = row.id;
      choose(next);
    },
    [selected, choose],
  );
  const toggleLoaded = useCallback(
    (rows: readonly SessionRowItem[]) => {
      const all = rows.every((row) => selected.has(row.id));
      choose(
        all
          ? NOTHING
          : new Map([...selected, ...rows.map((row) => [row.id, chosen(row)] as const)]),
      );
    },
    [selected, choose],
  );
  const clear = useCallback(() => choose(NOTHING), [choose]);
  return { selected, toggle, toggleLoaded, clear };
}

function chosen(row: SessionRowItem): SelectedSession {
  return { id: row.id, sessionId: row.session_id, turns: row.trace_count };
}
