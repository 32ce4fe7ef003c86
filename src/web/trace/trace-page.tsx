import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useFollowedTrace } from './follow-trace.calls.ts';
import { skeletonOptions } from './traces.calls.ts';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { useKeysHeld } from '#web/platform/keys/type-ahead.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { lastListPath } from '#web/lists/list-memory.ts';
import { projectsPath, tracePath, tracesPath } from '#web/platform/address/paths.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { usePaneSteps } from './use-pane-steps.ts';
import { TraceActions } from './trace-actions.tsx';
import { useListWalk } from './use-list-walk.ts';
import { KeptTrace } from './kept-trace.tsx';
import { TraceSummary } from './trace-summary.tsx';
import { TraceView } from './trace-view.tsx';
import { shownName } from '#web/platform/text/shown-name.ts';

const ROWS = 22;
/** How deep, and where in time, the rows of a trace that is not there yet may lie. */
const DEPTHS = [0, 1, 1, 2, 3, 2, 3, 1, 2, 2] as const;

/** A trace's summary, tree with bars, and span in their final places, while it is read; shows only when the wait is long enough to notice. */
function TraceSkeletonView() {
  return (
    <div aria-hidden="true" className="pointer-events-none flex min-h-0 flex-1 flex-col overflow-hidden">
      <div className="flex h-44 shrink-0 items-center gap-24 border-b border-line1 px-12">
        {[90, 70, 120, 70].map((width, at) => (
          <div key={at} className="skeleton h-12" style={{ width }} />
        ))}
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 border-r border-line1 max-[899px]:flex-1 min-[900px]:w-[58%]">
          <div className="flex h-40 items-center gap-16 border-b border-line1 px-12">
            <div className="skeleton h-24 w-180" />
            <div className="skeleton h-12 w-64" />
          </div>
          <div className="h-52 border-b border-line1" />
          {Array.from({ length: ROWS }, (_, row) => (
            <div key={row} className="flex h-26 items-center">
              <div className="w-330 shrink-0 max-[899px]:w-140">
                <div
                  className="skeleton h-10"
                  style={{ marginLeft: 16 + 16 * (DEPTHS[row % DEPTHS.length] ?? 0), width: 90 + ((row * 37) % 70) }}
                />
              </div>
              <div className="min-w-0 flex-1">
                <div className="skeleton h-10" style={{ marginLeft: `${(row * 4) % 70}%`, width: `${8 + ((row * 13) % 20)}%` }} />
              </div>
            </div>
          ))}
        </div>
        <div className="flex flex-1 flex-col gap-16 p-12 max-[899px]:hidden">
          <div className="skeleton h-20 w-180" />
          <div className="skeleton h-52 w-full" />
          <div className="skeleton h-100 w-full" />
        </div>
      </div>
    </div>
  );
}

export function TracePage() {
  const { project, trace } = useParams({ from: '/projects/$project/traces/$trace' });
  const projectName = useProjectName(project);
  const { data, isPending, error, refetch } = useQuery(skeletonOptions(trace));
  useFollowedTrace(project, data);
  const navigate = useNavigate();
  const { annotate } = useSearch({ from: '/projects/$project/traces/$trace' });
  const { place: walk, step } = useListWalk(tracePath(project, trace), annotate);
  useKeysHeld(annotate !== undefined, error !== null && data === undefined);
  useKeys({
    j: { what: 'Next trace', run: () => void step(1) },
    k: { what: 'Previous trace', run: () => void step(-1) },
    Escape: { what: 'Back to the list', run: () => void navigate({ to: lastListPath(project) }) },
  });
  const name = shownName(data?.trace.name ?? 'Trace');
  return (
    <PageFrame
      title={`${name} · ${projectName}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: projectName, href: lastListPath(project) }, { label: name }]}
      beside={
        <span className="mono flex shrink-0 items-center gap-2 text-text3 max-lg:hidden" title={trace}>
          {trace.length > 14 ? `${trace.slice(0, 8)}…${trace.slice(-4)}` : trace}
          <CopyButton text={trace} label="Copy trace id" quiet />
        </span>
      }
      actions={
        <>
          {walk !== null && <WalkButtons walk={walk} onStep={(by) => void step(by)} />}
          <span className="max-md:hidden">
            <CopyButton text={() => location.href} label="Copy link" />
          </span>
          {data !== undefined && <TraceActions project={project} trace={data.trace} next={walk?.next ?? null} />}
        </>
      }
    >
      {isPending && <TraceSkeletonView />}
      {error !== null && data === undefined && (
        <ErrorNote
          what="The trace could not be read"
          error={error}
          onRetry={() => void refetch()}
          absent={{ title: 'Trace not found', others: 'All traces', href: tracesPath(project) }}
        />
      )}
      {data !== undefined && (
        <KeptTrace skeleton={data}>{(kept) => <LoadedTrace key={trace} project={project} skeleton={kept} />}</KeptTrace>
      )}
    </PageFrame>
  );
}

interface WalkButtonsProps {
  readonly walk: NonNullable<ReturnType<typeof useListWalk>['place']>;
  readonly onStep: (by: 1 | -1) => void;
}

/** The trace's place in the list it was opened from, and the ways to its neighbours. */
function WalkButtons({ walk, onStep }: WalkButtonsProps) {
  return (
    <>
      <span className="nums text-12 text-text3 max-md:hidden">
        {exactCount(walk.number)} of {walk.of}
      </span>
      <IconButton icon="arrowUp" label="Previous trace (K)" disabled={!walk.hasPrevious} onClick={() => onStep(-1)} />
      <IconButton icon="arrowDown" label="Next trace (J)" disabled={!walk.hasNext} onClick={() => onStep(1)} />
    </>
  );
}

function LoadedTrace({ project, skeleton }: { project: string; skeleton: TraceSkeleton }) {
  const search = useSearch({ from: '/projects/$project/traces/$trace' });
  const navigate = useNavigate({ from: '/projects/$project/traces/$trace' });
  const { onSearch, onSpan } = usePaneSteps<TraceSearch>(
    (changes, how) => navigate({ search: (before) => withChanges<TraceSearch>(before, changes), ...how }),
    { pane: 'tree' },
  );
  return (
    <>
      <TraceSummary project={project} skeleton={skeleton} onSearch={onSearch} />
      <TraceView project={project} skeleton={skeleton} search={search} keys="page" onSearch={onSearch} onSpan={onSpan} />
    </>
  );
}
