import { Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import type { KeyMap } from '#web/platform/keys/keys.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { SkeletonRows, EmptyNote } from '#web/ui/states.tsx';
import { FIGURES, layoutFor, type Figure } from './trace-layout.ts';
import { TraceToolbar } from './trace-toolbar.tsx';
import { ServiceScope, useServices } from './waterfall/use-services.ts';
import type { TraceModel } from './use-trace-model.ts';
import { useTraceRows } from './use-trace-rows.ts';
import { useTreeKeys } from './waterfall/use-tree-keys.ts';
import { useZoom } from './waterfall/use-zoom.ts';
import { Waterfall } from './waterfall/waterfall.tsx';
import { WaterfallHead } from './waterfall/waterfall-head.tsx';
import type { RowActions } from './waterfall/waterfall-row.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { placeAmongFailed } from './trace-steps.ts';
import { Kbd, Button } from '#web/ui/button.tsx';
import { subtreeFigures } from './subtree-text.ts';

/** Lazy, because it is rarely used and the tree shouldn't wait for it. */
const GraphView = lazyPart(async () => ({
  default: (await import('./graph/graph-view.tsx')).GraphView,
}));

const NAME_KEY = 'telltale.trace.name';
const FIGURE_KEY = 'telltale.trace.figure';
/** From this width on there is room for the chosen row's figures below the rows. */
const STATUS_MIN = 640;

interface TracePaneProps {
  readonly skeleton: TraceSkeleton;
  readonly model: TraceModel;
  readonly selected: number;
  readonly errorTexts: ReadonlyMap<number, string>;
  readonly search: TraceSearch;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
  readonly keys: 'page' | 'focus';
}

/** Toolbar, rows and figures of a trace, as wide as there is room. */
export function TracePane(props: TracePaneProps) {
  const { ref, width } = useBoxWidth();
  const services = useServices(props.skeleton);
  return (
    <div ref={ref} className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <ServiceScope value={services}>
        {width !== null && <SizedTracePane {...props} width={width} />}
      </ServiceScope>
    </div>
  );
}

function SizedTracePane({
  model,
  selected,
  errorTexts,
  search,
  onSearch,
  keys,
  width,
}: TracePaneProps & { width: number }) {
  const services = use(ServiceScope);
  const rows = useTraceRows({ model, search, onSearch, selected, errorTexts, services });
  const { folds, hits, visible, flat } = rows;
  const { layout, ...head } = useLayout(width, search.view);
  const zoom = useZoom(model, search.zoom, selected, (text) => onSearch({ zoom: text }));
  const { onKeyDown, actions } = useRowActions(
    { model, selected, search, onSearch, keys },
    rows,
    zoom,
  );
  return (
    <>
      <TraceToolbar
        columns={model.columns}
        search={search}
        found={rows.found}
        onChange={onSearch}
        onFindStep={rows.findStep}
        depthMax={model.tree.depthMax}
        zoomed={zoom.zoomed}
        fold={rows.fold}
      />
      {search.view === 'graph' ? (
        <Suspense fallback={<SkeletonRows rows={12} height={46} />}>
          <GraphView
            model={model}
            hits={hits?.hits ?? null}
            selected={selected}
            onSearch={onSearch}
          />
        </Suspense>
      ) : (
        <>
          <WaterfallHead
            model={model}
            layout={layout}
            window={zoom.window}
            onWindow={zoom.follow}
            wheel={zoom.wheel}
            {...head}
          />
          {visible.length === 0 ? (
            <NoRows search={search} onSearch={onSearch} />
          ) : (
            <Waterfall
              model={model}
              layout={layout}
              visible={visible}
              folds={folds}
              hits={hits?.hits ?? null}
              sought={rows.sought}
              selected={selected}
              window={zoom.window}
              showCritical={search.path !== false}
              flat={flat}
              actions={actions}
              wheel={zoom.wheel}
              onKeyDown={onKeyDown}
            />
          )}
        </>
      )}
      <TraceStatus model={model} selected={selected} wide={width >= STATUS_MIN} />
    </>
  );
}

type Tree = Pick<TracePaneProps, 'model' | 'selected' | 'search' | 'onSearch' | 'keys'>;

/** What keys and clicks on the rows do. */
function useRowActions(
  { model, selected, search, onSearch, keys }: Tree,
  rows: ReturnType<typeof useTraceRows>,
  zoom: ReturnType<typeof useZoom>,
) {
  const onKeyDown = useTreeKeys({
    model,
    visible: rows.visible,
    selected,
    folds: rows.folds,
    setFolds: rows.setFolds,
    foldAll: rows.fold.all,
    select: (node) => rows.choose(node, 'tree'),
    more: { ...zoom.keys, ...pathKey(search, onSearch) },
    keys,
  });
  const actions = useSteady({ select: (node) => rows.choose(node, undefined), fold: rows.foldOne });
  return { onKeyDown, actions };
}

function pathKey({ path }: TraceSearch, onSearch: TracePaneProps['onSearch']): KeyMap {
  return {
    w: {
      what: 'Critical path on or off',
      run: () => onSearch({ path: path === false ? undefined : false }),
    },
  };
}

/**
 * The columns for a width and a view; how wide the names are and which figure is shown, the reader
 * chooses once for all traces.
 */
function useLayout(width: number, asked: TraceSearch['view']) {
  const [nameWidth, setNameWidth] = useStored<number | null>(
    NAME_KEY,
    (text) => Number(text) || null,
  );
  const [figure, setFigure] = useStored<Figure>(
    FIGURE_KEY,
    (text) => FIGURES.find((one) => one === text) ?? 'cost',
  );
  const view = asked === 'tree' || asked === 'timeline' ? asked : 'both';
  const layout = useMemo(
    () => layoutFor(width, view, nameWidth, figure),
    [width, view, nameWidth, figure],
  );
  return { layout, onNameWidth: setNameWidth, figure, onFigure: setFigure };
}

/** A setting kept in this browser. */
function useStored<Value extends string | number | null>(
  key: string,
  read: (text: string | null) => Value,
): [Value, (value: NonNullable<Value>) => void] {
  const [value, setValue] = useState(() => read(readSetting(key)));
  const set = (next: NonNullable<Value>): void => {
    setValue(next);
    writeSetting(key, String(next));
  };
  return [value, set];
}

/**
 * Actions that stay the same object while they do what the latest ones do: rows are drawn anew only
 * for what they show.
 */
function useSteady(latest: RowActions): RowActions {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useMemo(
    () => ({
      select: (node) => current.current.select(node),
      fold: (node) => current.current.fold(node),
    }),
    [],
  );
}

/**
 * Below the rows: how large the trace is, what the chosen row took with all below it, and the keys.
 */
function TraceStatus({
  model,
  selected,
  wide,
}: {
  model: TraceModel;
  selected: number;
  wide: boolean;
}) {
  const { columns, tree, concurrency } = model;
  const figures = selected < 0 ? [] : subtreeFigures(model, selected);
  const failed = useMemo(
    () => placeAmongFailed(tree, columns, selected),
    [tree, columns, selected],
  );
  return (
    // The keys wrap out of sight where the figures leave them no room.
    <div className="nums flex h-28 shrink-0 flex-wrap items-start gap-x-12 overflow-hidden border-t border-line1 px-12 text-11 leading-28 whitespace-nowrap text-text3">
      <span title={exactCount(columns.count)}>
        {plural(columns.count, 'span')} · {plural(tree.depthMax + 1, 'level')}
        {concurrency.max > 1 && ` · up to ${exactCount(concurrency.max)} at once`}
      </span>
      {wide && (
        <span className="clip max-w-full min-w-0 text-text2" aria-live="polite">
          {failed !== null &&
            failed.count > 1 &&
            `error ${exactCount(failed.number)} of ${exactCount(failed.count)} · `}
          {figures.map(({ short }) => short).join(' · ')}
        </span>
      )}
      <span className="ml-auto flex h-28 shrink-0 items-center gap-6 max-lg:hidden">
        <Kbd>E</Kbd> error <Kbd>S</Kbd> slow <Kbd>?</Kbd> keys
      </span>
    </div>
  );
}

interface NoRowsProps {
  readonly search: TraceSearch;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
}

/**
 * In place of rows when what was asked for leaves none: what that was, and the way back to all of
 * them.
 */
function NoRows({ search, onSearch }: NoRowsProps) {
  const isSearched =
    search.find !== undefined ||
    search.kind !== undefined ||
    search.service !== undefined ||
    search.errors === true;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyNote
        title={
          isSearched
            ? `No span matches${search.find === undefined ? '' : ` “${search.find}”`}`
            : 'No LLM call in this trace'
        }
      >
        {search.find !== undefined && (
          <p>
            Span names, models and span IDs were searched. To search content, use the list of all
            spans.
          </p>
        )}
        <Button
          onClick={() =>
            onSearch({
              find: undefined,
              kind: undefined,
              service: undefined,
              errors: undefined,
              ...(isSearched ? {} : { view: undefined }),
            })
          }
        >
          Show all spans
        </Button>
      </EmptyNote>
    </div>
  );
}
