import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { stickyNodes } from '../../lib/sticky-rows.ts';
import { rulerTicks } from '../../lib/time-axis.ts';
import type { TimeWindow } from '../../lib/time-window.ts';
import { BarCanvas } from './bar-canvas.tsx';
import { GridLines } from './ruler.tsx';
import { columnsTemplate } from './trace-layout.ts';
import type { TraceLayout } from './trace-layout.ts';
import type { TraceModel } from './use-trace-model.ts';
import { RowCells, WaterfallRow } from './waterfall-row.tsx';
import type { RowActions } from './waterfall-row.tsx';

export interface WaterfallProps {
  readonly model: TraceModel;
  readonly layout: TraceLayout;
  /** Nodes to show, in order. */
  readonly visible: Int32Array;
  readonly folds: Uint8Array;
  readonly hits: Uint8Array | null;
  readonly selected: number;
  readonly window: TimeWindow;
  readonly showCritical: boolean;
  /** A list of spans instead of a tree. */
  readonly flat: boolean;
  readonly firstTokens: ReadonlyMap<number, number>;
  readonly actions: RowActions;
  readonly onKeyDown: KeyboardEventHandler | undefined;
}

const OVERSCAN = 8;
/** Bars are drawn in steps of so many rows, so that most frames of a scroll draw none. */
const STEP = 8;

/** Tree and timeline as one virtual list: some sixty rows in the document, whatever the trace holds. */
export function Waterfall(props: WaterfallProps) {
  const { model, layout, visible, selected, window, flat, actions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const height = layout.rowHeight;
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollPaddingStart: 4 * height,
    scrollPaddingEnd: 2 * height,
  });
  useEffect(() => virtual.measure(), [height, virtual]);
  useEffect(() => {
    const index = visible.indexOf(selected);
    if (index >= 0) virtual.scrollToIndex(index);
    // Only a new choice scrolls; folding must not move what is being read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [selected]);
  const items = virtual.getVirtualItems();
  const from = Math.floor((items[0]?.index ?? 0) / STEP) * STEP;
  const to = Math.min(visible.length, Math.ceil(((items.at(-1)?.index ?? -1) + 1) / STEP) * STEP);
  const ticks = useMemo(() => rulerTicks(window.startMs, window.endMs, layout.twoLines ? 3 : 6), [window, layout.twoLines]);
  const firstRow = Math.floor((virtual.scrollOffset ?? 0) / height);
  const sticky = flat || layout.twoLines || firstRow === 0 ? [] : stickyNodes(model.tree, visible, firstRow);
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Spans"
      tabIndex={0}
      onKeyDown={props.onKeyDown}
      aria-activedescendant={selected >= 0 ? `node-${selected}` : undefined}
      className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto [overflow-anchor:none] [scrollbar-gutter:stable] focus-visible:outline-offset-[-2px]"
    >
      {sticky.length > 0 && <StickyRows {...props} nodes={sticky} />}
      <div className="relative min-h-full" style={{ height: virtual.getTotalSize() }}>
        {layout.timeline && !layout.twoLines && <GridLines layout={layout} ticks={ticks} window={window} />}
        {items.map((item) => {
          const node = visible[item.index] ?? 0;
          return (
            <WaterfallRow
              key={node}
              model={model}
              layout={layout}
              node={node}
              top={item.start}
              active={node === selected}
              folded={props.folds[node] === 1}
              faded={props.hits !== null && props.hits[node] !== 1}
              flat={flat}
              place={item.index + 1}
              placeMax={visible.length}
              actions={actions}
            />
          );
        })}
        {layout.timeline && <Bars {...props} nodes={visible} from={from} to={to} />}
      </div>
    </div>
  );
}

/** The canvas of the rows from one up to another, in its column. */
function Bars({ model, layout, folds, hits, window, showCritical, flat, firstTokens, nodes, from, to }: WaterfallProps & BarRange) {
  const shown = useMemo(() => nodes.slice(from, to), [nodes, from, to]);
  const canvas = useMemo(
    () => (
      <BarCanvas
        model={model}
        window={window}
        nodes={shown}
        folds={folds}
        rowHeight={layout.rowHeight}
        middle={layout.twoLines ? 35 : layout.rowHeight / 2}
        showCritical={showCritical && !flat}
        showNames={layout.nameWidth === 0}
        firstTokens={firstTokens}
        hits={hits}
      />
    ),
    [model, window, shown, folds, layout, showCritical, flat, firstTokens, hits],
  );
  return (
    <InTimeline layout={layout} top={from * layout.rowHeight}>
      {canvas}
    </InTimeline>
  );
}

interface BarRange {
  readonly nodes: Int32Array;
  readonly from: number;
  readonly to: number;
}

/** Places something in the timeline's column, over the rows. */
function InTimeline({ layout, top, children }: { layout: TraceLayout; top: number; children: ReactNode }) {
  return (
    <div
      className={`pointer-events-none absolute inset-x-0 grid ${layout.twoLines ? 'px-12' : ''}`}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: columnsTemplate(layout) }}
    >
      {layout.nameWidth > 0 && !layout.twoLines && <div />}
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** The ancestors of the first row; they repeat rows of the tree, so assistive technology passes them over. */
function StickyRows(props: WaterfallProps & { nodes: readonly number[] }) {
  const { model, layout, folds, actions, nodes } = props;
  const key = nodes.join(' ');
  // A new list of the same nodes draws nothing anew.
  const rows = useMemo(() => Int32Array.from(key.split(' '), Number), [key]);
  return (
    <div className="sticky top-0 z-10 h-0" aria-hidden="true">
      <div className="relative border-b border-line2 bg-bg0">
        {nodes.map((node) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a copy of a row that takes the keys
          <div
            key={node}
            className="grid cursor-pointer hover:bg-bg2"
            style={{ height: layout.rowHeight, gridTemplateColumns: columnsTemplate(layout) }}
            onClick={() => actions.select(node)}
          >
            <RowCells model={model} layout={layout} node={node} folded={folds[node] === 1} faded={false} flat={false} actions={actions} />
          </div>
        ))}
        {layout.timeline && (
          <div className="absolute inset-x-0 top-0">
            <Bars {...props} nodes={rows} from={0} to={rows.length} />
          </div>
        )}
      </div>
    </div>
  );
}
