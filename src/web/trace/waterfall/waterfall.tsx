import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
} from 'react';
import { identityOf } from '#web/trace/trace-fold.ts';
import { durationTicks } from '#web/ui/chart/ticks.ts';
import { rowToShow } from '#web/trace/rows-in-window.ts';
import { useRowWindow, type RowWindow } from '#web/ui/list/use-row-window.ts';
import { GridLines } from './ruler.tsx';
import { StickyRows } from './sticky-rows.tsx';
import { Bars, type BarsProps } from './waterfall-bars.tsx';
import { timelineInset } from '#web/trace/trace-layout.ts';
import { useWheelZoom } from './use-wheel-zoom.ts';
import type { WheelZoom } from './use-zoom.ts';
import { WaterfallRow, type RowActions } from './waterfall-row.tsx';

interface WaterfallProps extends BarsProps {
  /** Nodes to show, in order. */
  readonly visible: Int32Array;
  readonly selected: number;
  /** What the hits were searched by. */
  readonly sought: string;
  readonly actions: RowActions;
  readonly wheel: WheelZoom;
  readonly onKeyDown: KeyboardEventHandler | undefined;
}

const BEYOND = 8;
/** Bars are drawn in steps of so many rows, so that most frames of a scroll draw none. */
const STEP = 8;
/**
 * Rows kept between a chosen row and the edge it comes in by; at the top its ancestors cover some.
 */
const ABOVE = 4;
const BELOW = 2;
/** A hand that zooms or moves has come to rest. */
const REST_MS = 200;

/**
 * Tree and timeline as one virtual list: some sixty rows in the document, whatever the trace holds.
 */
export function Waterfall(props: WaterfallProps) {
  const { model, layout, visible, selected, window, flat } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useWheelZoom(scroller, layout.timeline ? timelineInset(layout) : null, props.wheel);
  const height = layout.rowHeight;
  const view = useRowWindow(scroller, {
    count: visible.length,
    rowHeight: height,
    firstOffset: 0,
    beyond: BEYOND,
  });
  const before = useRef(selected);
  const chosen = identityOf(model.tree, model.columns, selected);
  useEffect(() => {
    const index = visible.indexOf(selected);
    if (scroller.current !== null && index >= 0) bringIntoView(scroller.current, index, height);
    // Keys choose wherever the focus is; where it is nowhere, who listens to the page hears of the
    // choice from the tree alone.
    if (before.current !== selected && document.activeElement === document.body)
      scroller.current?.focus({ preventScroll: true });
    before.current = selected;
    // Only a new choice scrolls; folding must not move what is being read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [chosen]);
  useSameRows(scroller, props, height);
  useHitInView(scroller, props, height);
  useWindowInView(scroller, props, height);
  const from = Math.floor(view.first / STEP) * STEP;
  const to = Math.min(visible.length, Math.ceil(view.end / STEP) * STEP);
  const ticks = useMemo(
    () => durationTicks(window.startMs, window.endMs, layout.ticksMax),
    [window, layout.ticksMax],
  );
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Spans"
      tabIndex={0}
      onKeyDown={props.onKeyDown}
      onScroll={(event) => view.follow(event.currentTarget)}
      aria-activedescendant={selected >= 0 ? `node-${selected}` : undefined}
      className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto [overflow-anchor:none] [scrollbar-gutter:stable] group/tree focus-visible:outline-none"
    >
      {!flat && !layout.twoLines && <StickyRows {...props} scroller={scroller} />}
      <div className="relative min-h-full" style={{ height: visible.length * height }}>
        {layout.timeline && !layout.twoLines && (
          <GridLines layout={layout} ticks={ticks} window={window} />
        )}
        {rowsOf(props, view)}
        {layout.timeline && <Bars {...props} nodes={visible} from={from} to={to} />}
      </div>
    </div>
  );
}

function rowsOf(props: WaterfallProps, view: RowWindow): readonly ReactNode[] {
  const { model, layout, visible, selected, folds, hits, flat, actions } = props;
  const rows: ReactNode[] = [];
  for (let index = view.first; index < view.end; index += 1) {
    const node = visible[index] ?? 0;
    rows[index % view.slots] = (
      <WaterfallRow
        key={index % view.slots}
        model={model}
        layout={layout}
        node={node}
        top={index * layout.rowHeight}
        active={node === selected}
        folded={folds[node] === 1}
        faded={hits !== null && hits[node] !== 1}
        flat={flat}
        place={index + 1}
        placeMax={visible.length}
        actions={actions}
      />
    );
  }
  return rows;
}

/** When a trace grows, the rows on screen stay in place, even when new ones are above them. */
function useSameRows(
  scroller: RefObject<HTMLElement | null>,
  { model, visible }: WaterfallProps,
  height: number,
): void {
  const before = useRef({ model, visible });
  useLayoutEffect(() => {
    const { model: old, visible: rows } = before.current;
    before.current = { model, visible };
    const element = scroller.current;
    if (old === model || element === null || element.scrollTop === 0) return;
    const at = Math.floor(element.scrollTop / height);
    const wanted = identityOf(old.tree, old.columns, rows[at] ?? 0);
    const now = visible.findIndex((node) => identityOf(model.tree, model.columns, node) === wanted);
    if (now >= 0) element.scrollBy(0, (now - at) * height);
  }, [model, visible, height, scroller]);
}

/**
 * After a search, a hit is on screen: the first one where none is. When the search ends, the chosen
 * span is.
 */
function useHitInView(
  scroller: RefObject<HTMLElement | null>,
  { visible, hits, selected, sought }: WaterfallProps,
  height: number,
): void {
  const before = useRef(sought);
  useEffect(() => {
    const element = scroller.current;
    if (before.current === sought || element === null) return;
    before.current = sought;
    const isHit = (node: number): boolean => (hits === null ? node === selected : hits[node] === 1);
    const from = Math.ceil(element.scrollTop / height);
    const shown = visible.subarray(from, from + Math.floor(element.clientHeight / height));
    if (shown.some(isHit)) return;
    const index = visible.findIndex(isHit);
    if (index >= 0) bringIntoView(element, index, height);
  }, [scroller, visible, hits, selected, sought, height]);
}

/** Once the part of the trace that is shown rests, some row that lies in it is on screen. */
function useWindowInView(
  scroller: RefObject<HTMLElement | null>,
  { model, visible, window }: WaterfallProps,
  height: number,
): void {
  const before = useRef(window);
  useEffect(() => {
    if (before.current === window) return undefined;
    const rest = setTimeout(() => {
      const element = scroller.current;
      before.current = window;
      if (element === null) return;
      const [from, to] = [element.scrollTop, element.scrollTop + element.clientHeight].map((px) =>
        Math.floor(px / height),
      );
      const index = rowToShow(
        model.times,
        visible,
        window,
        from ?? 0,
        Math.min(visible.length, to ?? 0),
      );
      if (index >= 0) bringIntoView(element, index, height);
    }, REST_MS);
    return () => clearTimeout(rest);
  }, [scroller, model, visible, window, height]);
}

function bringIntoView(scroller: HTMLElement, index: number, rowHeight: number): void {
  const { scrollTop, clientHeight } = scroller;
  const top = index * rowHeight;
  if (top < scrollTop + ABOVE * rowHeight) scroller.scrollTop = top - ABOVE * rowHeight;
  else if (top + (1 + BELOW) * rowHeight > scrollTop + clientHeight)
    scroller.scrollTop = top + (1 + BELOW) * rowHeight - clientHeight;
}
