import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useFollowedTrace } from './follow-trace.calls.ts';
import { skeletonOptions } from './traces.calls.ts';
import type { TraceSkeleton } from '#web/platform/http/model.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { useHeldUntilShown } from '#web/lists/use-held-until-shown.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { lastListPath } from '#web/lists/list-memory.ts';
import { projectsPath, tracePath, tracesPath } from '#web/platform/address/paths.ts';
import { withChanges } from '#web/lists/search-params.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import { usePaneSteps } from './use-pane-steps.ts';
import { TraceActions } from './trace-actions.tsx';
import { useListWalk } from './use-list-walk.ts';
import { TraceSkeletonView } from './trace-skeleton.tsx';
import { KeptTrace } from './kept-trace.tsx';
import { TraceSummary } from './trace-summary.tsx';
import { TraceView } from './trace-view.tsx';
import { shownName } from '#web/platform/text/shown-name.ts';

export function TracePage() {
  const { project, trace } = useParams({ from: '/projects/$project/traces/$trace' });
  const projectName = useProjectName(project);
  const { data, isPending, error, refetch } = useQuery(skeletonOptions(trace));
  useFollowedTrace(project, data);
  const navigate = useNavigate();
  const { annotate } = useSearch({ from: '/projects/$project/traces/$trace' });
  const { place: walk, step } = useListWalk(tracePath(project, trace), annotate);
  useHeldUntilShown(annotate !== undefined, error !== null && data === undefined);
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
          {walk !== null && (
            <>
              <span className="nums text-12 text-text3 max-md:hidden">
                {exactCount(walk.number)} of {walk.of}
              </span>
              <IconButton icon="arrowUp" label="Previous trace (K)" disabled={!walk.hasPrevious} onClick={() => void step(-1)} />
              <IconButton icon="arrowDown" label="Next trace (J)" disabled={!walk.hasNext} onClick={() => void step(1)} />
            </>
          )}
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
