import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useFollowedTrace } from './follow-trace.calls.ts';
import { skeletonOptions, deleteTrace, traceFilePath } from './traces.calls.ts';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { useKeysHeld } from '#web/platform/keys/type-ahead.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { walkedList } from '#web/lists/list-walk.ts';
import { lastListPath } from '#web/lists/list-memory.ts';
import { projectsPath, tracePath, tracesPath } from '#web/platform/address/paths.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { usePaneSteps } from './use-pane-steps.ts';
import { useListWalk } from './use-list-walk.ts';
import { KeptTrace } from './kept-trace.tsx';
import { TraceSummary } from './trace-summary.tsx';
import { TraceView } from './trace-view.tsx';
import { lastSearchPath } from '#web/search/search-address.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { Suspense, useMemo, useState } from 'react';
import { forgetDeleted } from '#web/lists/forget-deleted.ts';
import { AddDialog } from '#web/datasets/add-to-dataset.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { download } from '#web/ui/notices/download.ts';
import { deferDelete } from '#web/ui/notices/deferred-delete.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { May } from '#web/accounts/may.tsx';

const ROWS = 22;
/** How deep, and where in time, the rows of a trace that is not there yet may lie. */
const DEPTHS = [0, 1, 1, 2, 3, 2, 3, 1, 2, 2] as const;

/**
 * A trace's summary, tree with bars, and span in their final places, while it is read; shows only
 * when the wait is long enough to notice.
 */
function TraceSkeletonView() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none flex min-h-0 flex-1 flex-col overflow-hidden"
    >
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
                  style={{
                    marginLeft: 16 + 16 * (DEPTHS[row % DEPTHS.length] ?? 0),
                    width: 90 + ((row * 37) % 70),
                  }}
                />
              </div>
              <div className="min-w-0 flex-1">
                <div
                  className="skeleton h-10"
                  style={{ marginLeft: `${(row * 4) % 70}%`, width: `${8 + ((row * 13) % 20)}%` }}
                />
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
  const { annotate, mark } = useSearch({ from: '/projects/$project/traces/$trace' });
  const { place: walk, step } = useListWalk(tracePath(project, trace), annotate);
  useKeysHeld(annotate !== undefined, error !== null && data === undefined);
  useKeys({
    j: { what: 'Next trace', run: () => void step(1) },
    k: { what: 'Previous trace', run: () => void step(-1) },
    Escape:
      mark === undefined || (walk !== null && walkedList() !== null)
        ? { what: 'Back to the list', run: () => void navigate({ to: lastListPath(project) }) }
        : { what: 'Back to the results', run: () => void navigate({ to: lastSearchPath(mark) }) },
  });
  const name = shownName(data?.trace.name ?? 'Trace');
  return (
    <PageFrame
      title={`${name} · ${projectName}`}
      crumbs={[
        { label: 'Projects', href: projectsPath },
        { label: projectName, href: lastListPath(project) },
        { label: name },
      ]}
      beside={
        <span
          className="mono flex shrink-0 items-center gap-2 text-text3 max-lg:hidden"
          title={trace}
        >
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
          {data !== undefined && (
            <TraceActions project={project} trace={data.trace} next={walk?.next ?? null} />
          )}
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
        <KeptTrace skeleton={data}>
          {(kept) => <LoadedTrace key={trace} project={project} skeleton={kept} />}
        </KeptTrace>
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
      <IconButton
        icon="arrowUp"
        label="Previous trace (K)"
        disabled={!walk.hasPrevious}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="arrowDown"
        label="Next trace (J)"
        disabled={!walk.hasNext}
        onClick={() => onStep(1)}
      />
    </>
  );
}

function LoadedTrace({ project, skeleton }: { project: string; skeleton: TraceSkeleton }) {
  const search = useSearch({ from: '/projects/$project/traces/$trace' });
  const navigate = useNavigate({ from: '/projects/$project/traces/$trace' });
  const { onSearch, onSpan } = usePaneSteps<TraceSearch>(
    (changes, how) =>
      navigate({ search: (before) => withChanges<TraceSearch>(before, changes), ...how }),
    { pane: 'tree' },
  );
  return (
    <>
      <TraceSummary project={project} skeleton={skeleton} onSearch={onSearch} />
      <TraceView
        project={project}
        skeleton={skeleton}
        search={search}
        keys="page"
        onSearch={onSearch}
        onSpan={onSpan}
      />
    </>
  );
}

interface TraceActionsProps {
  readonly project: string;
  readonly trace: TraceSkeleton['trace'];
  /** Where to go when the trace is deleted; to the list when null. */
  readonly next: string | null;
}

/** A trace's actions. */
function TraceActions({ project, trace, next }: TraceActionsProps) {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const root = useMemo(() => ({ spanIds: [], traceIds: [trace.trace_id] }), [trace.trace_id]);
  const copy = (text: string, note: string): void => {
    copyText(text).then(
      () => showToast({ text: note }),
      () => showToast({ tone: 'error', text: 'The browser blocked copying.' }),
    );
  };
  const copyLink = (): void => copy(location.href, 'Link copied');
  const remove = useRemove({ project, trace, next });
  useKeys({ c: { what: 'Copy link', run: copyLink } }, 'A trace');
  return (
    <>
      <Menu align="end" trigger={<IconButton icon="more" label="More actions" />}>
        <May scope="datasets:write">
          <MenuItem onSelect={() => setAdding(true)}>Add to dataset…</MenuItem>
        </May>
        <MenuItem hint="C" onSelect={copyLink}>
          Copy link
        </MenuItem>
        <MenuItem onSelect={() => copy(trace.trace_id, 'Trace id copied')}>Copy trace id</MenuItem>
        <MenuItem
          onSelect={() =>
            void navigate({
              to: '/projects/$project/compare',
              params: { project },
              search: { a: trace.trace_id },
            })
          }
        >
          Compare with another trace
        </MenuItem>
        <MenuLabel>Download</MenuLabel>
        <MenuItem onSelect={() => downloadTrace(project, trace.trace_id, 'span')}>
          JSON lines
        </MenuItem>
        <MenuItem onSelect={() => downloadTrace(project, trace.trace_id, 'otlp')}>
          OTLP/JSON lines, as it was sent
        </MenuItem>
        <May scope="traces:write">
          <MenuLabel>Permanent</MenuLabel>
          <MenuItem onSelect={() => void remove()}>Delete the trace</MenuItem>
        </May>
      </Menu>
      {adding && (
        <Suspense>
          <AddDialog choice={root} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function downloadTrace(project: string, traceId: string, format: 'span' | 'otlp'): void {
  const name = `${traceId}.${format === 'otlp' ? 'otlp.' : ''}jsonl`;
  void download(traceFilePath(project, traceId, format), name);
}

function useRemove({ project, trace, next }: TraceActionsProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (): Promise<void> => {
    // First away from here: its page would say for a moment that it is gone.
    await navigate({ to: next ?? lastListPath(project), replace: true });
    deferDelete({
      text: `Trace deleted, ${plural(trace.span_count, 'span')}`,
      things: [
        {
          kind: 'trace',
          id: trace.id,
          project,
          traceId: trace.trace_id,
          session: trace.session_id,
        },
      ],
      run: async (keepalive) => {
        await deleteTrace(trace.id, keepalive);
        await forgetDeleted(queries, (row) => row.traceId === trace.trace_id);
      },
    });
  };
}
