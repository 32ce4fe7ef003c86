import { useEffect, useMemo, useRef, useState } from 'react';
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';
import type { Changes, TraceSearch } from '../../lib/search-params.ts';
import { withFold } from '../../lib/trace-fold.ts';
import { useBoxWidth } from '../../lib/use-box-width.ts';
import { FIGURES, layoutFor } from './trace-layout.ts';
import type { Figure } from './trace-layout.ts';
import { TraceStatus } from './trace-status.tsx';
import { TraceToolbar } from './trace-toolbar.tsx';
import type { TraceModel } from './use-trace-model.ts';
import { useTraceRows } from './use-trace-rows.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useZoom } from './use-zoom.ts';
import { Waterfall } from './waterfall.tsx';
import { WaterfallHead } from './waterfall-head.tsx';
import type { RowActions } from './waterfall-row.tsx';

const NAME_KEY = 'telltale.trace.name';
const NAME_DEFAULT = 330;
const FIGURE_KEY = 'telltale.trace.figure';
/** From this width on there is room for the chosen row's figures below the rows. */
const STATUS_MIN = 640;
const NO_TOKENS: ReadonlyMap<number, number> = new Map();

interface TracePaneProps {
  readonly model: TraceModel;
  readonly selected: number;
  readonly search: TraceSearch;
  readonly onSearch: (changes: Changes<TraceSearch>) => void;
  readonly keys: 'page' | 'focus';
}

/** Toolbar, rows and figures of a trace, as wide as there is room. */
export function TracePane(props: TracePaneProps) {
  const { ref, width } = useBoxWidth();
  return (
    <div ref={ref} className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      {width !== null && <SizedTracePane {...props} width={width} />}
    </div>
  );
}

function SizedTracePane({ model, selected, search, onSearch, keys, width }: TracePaneProps & { width: number }) {
  const { tree, columns } = model;
  const rows = useTraceRows({ model, search, onSearch, selected });
  const { folds, setFolds, hits, visible, flat, choose } = rows;
  const [nameWidth, setNameWidth] = useStored(NAME_KEY, (text) => Number(text ?? NAME_DEFAULT) || NAME_DEFAULT);
  const [figure, setFigure] = useStored<Figure>(FIGURE_KEY, (text) => FIGURES.find((one) => one === text) ?? 'cost');
  const view = search.view === 'tree' || search.view === 'timeline' ? search.view : 'both';
  const layout = useMemo(() => layoutFor(width, view, nameWidth, figure), [width, view, nameWidth, figure]);
  const zoom = useZoom(model, search.zoom, selected, (text) => onSearch({ zoom: text }));
  const onKeyDown = useTreeKeys({
    model,
    visible,
    selected,
    folds,
    setFolds,
    select: (node) => choose(node, 'tree'),
    more: {
      ...zoom.keys,
      w: { what: 'Critical path on or off', run: () => onSearch({ path: search.path === false ? undefined : false }) },
    },
    keys,
  });
  const actions = useSteady<RowActions>({
    select: (node) => choose(node, undefined),
    fold: (node) => setFolds((before) => withFold(before, node, before[node] !== 1)),
  });
  return (
    <>
      <TraceToolbar
        columns={columns}
        search={search}
        found={hits === null ? null : { count: hits.count, number: numberOf(hits.hits, selected) }}
        onChange={onSearch}
        onFindStep={rows.findStep}
        depthMax={tree.depthMax}
        zoomed={zoom.zoomed}
        fold={rows.fold}
      />
      <WaterfallHead
        model={model}
        layout={layout}
        window={zoom.window}
        onWindow={zoom.set}
        onNameWidth={setNameWidth}
        figure={figure}
        onFigure={setFigure}
      />
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
        firstTokens={NO_TOKENS}
        actions={actions}
        onKeyDown={onKeyDown}
      />
      <TraceStatus model={model} selected={selected} wide={width >= STATUS_MIN} />
    </>
  );
}

/** A setting kept in this browser. */
function useStored<Value extends string | number>(key: string, read: (text: string | null) => Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(readSetting(key)));
  const set = (next: Value): void => {
    setValue(next);
    writeSetting(key, String(next));
  };
  return [value, set];
}

/** Actions that stay the same object while they do what the latest ones do: rows are drawn anew only for what they show. */
function useSteady<Actions extends RowActions>(latest: Actions): RowActions {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useMemo(() => ({ select: (node) => current.current.select(node), fold: (node) => current.current.fold(node) }), []);
}

/** Which of the found nodes one is, from 1; 0 when it is none. */
function numberOf(hits: Uint8Array, node: number): number {
  if (hits[node] !== 1) return 0;
  let number = 0;
  for (let at = 0; at <= node; at++) number += hits[at] ?? 0;
  return number;
}
