import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTraceGrowth } from '#web/trace/follow-trace.calls.ts';
import { skeletonOptions } from '#web/trace/traces.calls.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { KeptTrace } from '#web/trace/kept-trace.tsx';
import { TraceSummary } from '#web/trace/trace-summary.tsx';
import { TraceView } from '#web/trace/trace-view.tsx';
import type { CommitSignal } from '#web/lists/commit-signal.ts';
import { searchedText } from '#web/filter/language/searched-text.ts';
import { grainOf } from '#web/lists/list-filter.ts';
import { tracePath } from '#web/platform/address/paths.ts';
import { hasModifier } from '#web/platform/keys/keys.ts';
import { useKeysHeld } from '#web/platform/keys/type-ahead.ts';
import type { ListSearch, TraceSearch } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import type { ChangeSearch } from './use-list.ts';

interface PeekPaneProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly trace: string;
  readonly commits: CommitSignal;
  readonly onChange: ChangeSearch;
  readonly onWalk: (by: number) => void;
  readonly onClose: () => void;
}

const SETTING = 'telltale.peek.share';
const SHARE_MIN = 25;
const SHARE_MAX = 80;
const KEY_STEP = 4;

/**
 * A trace beside its list. Which span, tab and view are chosen is in the address, like the trace;
 * what is found and zoomed is forgotten with it.
 */
export function PeekPane({
  project,
  search,
  trace,
  commits,
  onChange,
  onWalk,
  onClose,
}: PeekPaneProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...skeletonOptions(trace),
    placeholderData: keepPreviousData,
  });
  useKeysHeld(search.annotate !== undefined, error !== null && data === undefined);
  const grow = useTraceGrowth(isPlaceholderData ? undefined : data);
  useEffect(() => commits.subscribe(grow), [commits, grow]);
  const { shown, onSearch } = usePeekSearch(search, onChange);
  const { share, setShare } = useShare();
  return (
    <aside
      aria-label="Peek"
      className="relative flex min-w-0 shrink-0 flex-col border-l border-line2 bg-bg0"
      style={{ width: `${share}%` }}
    >
      <ShareHandle share={share} onShare={setShare} />
      <PeekHead
        name={data?.trace.name ?? 'Trace'}
        href={tracePath(project, trace, search.span, shown.mark)}
        onWalk={onWalk}
        onClose={onClose}
      />
      {error !== null && data === undefined && (
        <ErrorNote
          what="The trace could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <SkeletonRows rows={16} height={26} />}
      {data !== undefined && (
        <div className={`flex min-h-0 flex-1 flex-col ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <KeptTrace skeleton={data}>
            {(kept) => (
              <>
                <TraceSummary project={project} skeleton={kept} onSearch={onSearch} />
                <TraceView
                  key={kept.trace.id}
                  project={project}
                  skeleton={kept}
                  search={shown}
                  onSearch={onSearch}
                  keys="focus"
                />
              </>
            )}
          </KeptTrace>
        </div>
      )}
    </aside>
  );
}

/** What is chosen, found and marked in the trace, and how that is changed. */
function usePeekSearch(search: ListSearch, onChange: ChangeSearch) {
  const [view, setView] = useState<TraceSearch>({});
  const marking = useMark(search);
  const onSearch = (changes: Parameters<typeof withChanges<TraceSearch>>[1]): void => {
    const next = withChanges<TraceSearch>(shown, changes);
    setView(next);
    if (next.mark === undefined) marking.remove();
    onChange(
      { span: next.span, tab: next.tab, view: next.view, annotate: next.annotate },
      { replace: true },
    );
  };
  const shown = withChanges<TraceSearch>(view, {
    span: search.span,
    tab: search.tab,
    view: search.view,
    annotate: search.annotate,
    mark: marking.mark,
  });
  return { shown, onSearch };
}

/** What the list was searched for, until its marks are removed. */
function useMark(search: ListSearch) {
  const searched = searchedText(search.q, grainOf(search));
  const [removed, setRemoved] = useState<string>();
  return {
    mark: searched === removed ? undefined : searched,
    remove: () => setRemoved(searched),
  };
}

/** How much of the page's width it has, which the browser keeps. */
function useShare() {
  const [share, setShare] = useState(() => clampShare(Number(readSetting(SETTING) ?? 52)));
  const set = (next: number): void => {
    setShare(next);
    writeSetting(SETTING, String(next));
  };
  return { share, setShare: set };
}

interface PeekHeadProps extends Pick<PeekPaneProps, 'onWalk' | 'onClose'> {
  readonly name: string;
  /** The trace's own page. */
  readonly href: string;
}

function PeekHead({ name, href, onWalk, onClose }: PeekHeadProps) {
  return (
    <div className="flex h-36 shrink-0 items-center gap-4 border-b border-line1 pr-4 pl-12">
      <h2 className="clip min-w-0 flex-1 font-semibold">{name}</h2>
      <IconButton icon="arrowUp" label="Previous (K)" onClick={() => onWalk(-1)} />
      <IconButton icon="arrowDown" label="Next (J)" onClick={() => onWalk(1)} />
      <Link to={href} className="px-8 text-12 text-link hover:underline">
        Open
      </Link>
      <IconButton icon="close" label="Close (Esc)" onClick={onClose} />
    </div>
  );
}

/** The edge towards the list: drag it, or arrow keys on it. */
function ShareHandle({ share, onShare }: { share: number; onShare: (share: number) => void }) {
  const shareAt = (event: PointerEvent): number => {
    const box = event.currentTarget.parentElement?.parentElement?.getBoundingClientRect();
    return box === undefined ? share : clampShare(((box.right - event.clientX) / box.width) * 100);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? KEY_STEP : event.key === 'ArrowRight' ? -KEY_STEP : 0;
    if (by === 0 || hasModifier(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onShare(clampShare(share + by));
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the peek"
      aria-valuenow={share}
      aria-valuemin={SHARE_MIN}
      aria-valuemax={SHARE_MAX}
      tabIndex={0}
      className="absolute inset-y-0 -left-4 z-20 w-8 cursor-col-resize touch-none hover:bg-focus/20"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        // The browser ends the capture on release and when it takes the pointer for itself.
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onShare(shareAt(event));
      }}
    />
  );
}

function clampShare(share: number): number {
  return Number.isFinite(share) ? Math.round(Math.min(SHARE_MAX, Math.max(SHARE_MIN, share))) : 52;
}
