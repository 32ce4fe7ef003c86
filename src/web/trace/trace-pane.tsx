import { Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import type { TraceSkeleton } from '#web/platform/http/model.ts';
import type { KeyMap } from '#web/platform/keys/keys.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import type { Changes, TraceSearch } from '#web/lists/search-params.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { SkeletonRows } from '#web/ui/states.tsx';
import { FIGURES, layoutFor } from './trace-layout.ts';
import type { Figure } from './trace-layout.ts';
import { NoRows } from './waterfall/no-rows.tsx';
import { TraceStatus } from './trace-status.tsx';
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

/** Lazy, because it is rarely used and the tree shouldn't wait for it. */
const GraphView = lazyPart(async () => ({ default: (await import('./graph/graph-view.tsx')).GraphView }));

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
      <ServiceScope value={services}>{width !== null && <SizedTracePane {...props} width={width} />}</ServiceScope>
    </div>
  );
}

function SizedTracePane({ model, selected, errorTexts, search, onSearch, keys, width }: TracePaneProps & { width: number }) {
  const rows = useTraceRows({ model, search, onSearch, selected, errorTexts, services: use(ServiceScope) });
  const { folds, setFolds, hits, visible, flat, choose } = rows;
  const { layout, setNameWidth, figure, setFigure } = useLayout(width, search.view);
  const zoom = useZoom(model, search.zoom, selected, (text) => onSearch({ zoom: text }));
  const onKeyDown = useTreeKeys({
    model,
    visible,
    selected,
    folds,
    setFolds,
    foldAll: rows.fold.all,
    select: (node) => choose(node, 'tree'),
    more: { ...zoom.keys, ...pathKey(search, onSearch) },
    keys,
  });
  const actions = useSteady({ select: (node) => choose(node, undefined), fold: rows.foldOne });
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
          <GraphView model={model} hits={hits?.hits ?? null} selected={selected} onSearch={onSearch} />
        </Suspense>
      ) : (
        <>
          <WaterfallHead
            model={model}
            layout={layout}
            window={zoom.window}
            onWindow={zoom.follow}
            wheel={zoom.wheel}
            onNameWidth={setNameWidth}
            figure={figure}
            onFigure={setFigure}
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

function pathKey({ path }: TraceSearch, onSearch: TracePaneProps['onSearch']): KeyMap {
  return { w: { what: 'Critical path on or off', run: () => onSearch({ path: path === false ? undefined : false }) } };
}

/** The columns for a width and a view; how wide the names are and which figure is shown, the reader chooses once for all traces. */
function useLayout(width: number, asked: TraceSearch['view']) {
  const [nameWidth, setNameWidth] = useStored<number | null>(NAME_KEY, (text) => Number(text) || null);
  const [figure, setFigure] = useStored<Figure>(FIGURE_KEY, (text) => FIGURES.find((one) => one === text) ?? 'cost');
  const view = asked === 'tree' || asked === 'timeline' ? asked : 'both';
  const layout = useMemo(() => layoutFor(width, view, nameWidth, figure), [width, view, nameWidth, figure]);
  return { layout, setNameWidth, figure, setFigure };
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

/** Actions that stay the same object while they do what the latest ones do: rows are drawn anew only for what they show. */
function useSteady(latest: RowActions): RowActions {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useMemo(() => ({ select: (node) => current.current.select(node), fold: (node) => current.current.fold(node) }), []);
}
