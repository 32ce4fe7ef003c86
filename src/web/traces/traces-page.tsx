import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState, useRef } from 'react';
import { useLive } from '#web/platform/http/live.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { LiveButton } from '#web/lists/live-button.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ProjectSwitcher } from '#web/projects/project-switcher.tsx';
import { RangePicker } from '#web/ui/range-picker/range-picker.tsx';
import { SkeletonRows } from '#web/ui/states.tsx';
import { useCommitSignal } from '#web/lists/commit-signal.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { rememberList } from '#web/lists/list-memory.ts';
import { projectsPath, projectKey } from '#web/platform/address/paths.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { RANGE_DEFAULT, isRelativeRange } from '#web/platform/time/time-range.ts';
import { FacetPanel } from './facets/facet-panel.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { RowsPane } from './rows-pane.tsx';
import type { ChangeSearch, ListProps } from './use-list.ts';
import { SeriesStrip } from './strip/series-strip.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useQuery } from '@tanstack/react-query';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';

/** Charts and counts follow commits no faster than this. */
const FIGURES_EVERY_MS = 3000;

/** A number that increases some time after a signal, however many signals arrive. */
function useSlowPulse(): readonly [generation: number, pulse: () => void] {
  const [generation, setGeneration] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const pulse = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setGeneration((before) => before + 1);
    }, FIGURES_EVERY_MS);
  }, []);
  return [generation, pulse];
}

const EmptyProject = lazyPart(async () => ({
  default: (await import('#web/projects/empty-project.tsx')).EmptyProject,
}));
const GroupTable = lazyPart(async () => ({
  default: (await import('./groups/group-table.tsx')).GroupTable,
}));

export function TracesPage() {
  const { project } = useParams({ from: '/projects/$project/traces' });
  const projectName = useProjectName(project);
  const search = useSearch({ from: '/projects/$project/traces' });
  const navigate = useNavigate({ from: '/projects/$project/traces' });
  const range = search.range ?? RANGE_DEFAULT;
  const change = useCallback<ChangeSearch>(
    (changes, how) =>
      void navigate({
        search: (before) => withChanges<ListSearch>(before, changes),
        hash: true,
        ...how,
      }),
    [navigate],
  );
  const emptyName = useEmptyProject(project);
  useEffect(() => rememberList(project, search), [project, search]);
  const [live, setLive] = useState(true);
  const commits = useCommitSignal();
  const [generation, pulse] = useSlowPulse();
  const onCommit = useCallback(
    (stored: number) => {
      pulse();
      commits.tell(stored);
    },
    [pulse, commits],
  );
  const following = live && isRelativeRange(range);
  const liveState = useLive(project, following, onCommit);
  useKeys({ l: { what: 'Live on or off', run: () => setLive(!live) } });
  return (
    <PageFrame
      title={`Traces · ${projectName}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: projectName }]}
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
      {emptyName === null ? (
        <ListBody {...{ project, range, search, generation, commits }} onChange={change} />
      ) : (
        <Suspense>
          <EmptyProject project={emptyName} />
        </Suspense>
      )}
    </PageFrame>
  );
}

interface ListBodyProps extends ListProps {
  readonly generation: number;
}

/** The list with its filter, its charts and its facets. */
function ListBody({ project, range, search, generation, commits, onChange }: ListBodyProps) {
  return (
    <>
      <ListToolbar project={project} range={range} search={search} onChange={onChange} />
      <SeriesStrip {...{ project, range, search, generation }} onChange={onChange} />
      <div className="flex min-h-0 flex-1">
        <FacetPanel
          project={project}
          range={range}
          search={search}
          generation={generation}
          onChange={onChange}
        />
        {search.group === undefined ? (
          <RowsPane
            project={project}
            range={range}
            search={search}
            commits={commits}
            onChange={onChange}
          />
        ) : (
          <Suspense fallback={<SkeletonRows rows={12} height={30} />}>
            <GroupTable
              {...{ project, range, search, generation }}
              by={search.group}
              onChange={onChange}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** The name of a project that has no spans; null for any other, and while that is not known. */
function useEmptyProject(project: string): string | null {
  const { data } = useQuery({
    ...projectSummariesOptions(RANGE_DEFAULT),
    refetchInterval: false,
    staleTime: 30_000,
  });
  const summary = data?.find(
    (one) => one.project.id === project || projectKey(one.project) === project,
  );
  return summary?.last_span_time === null ? summary.project.name : null;
}
