import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { KeyboardEventHandler, RefObject } from 'react';
import { exactCount, plural } from '../../lib/format-number.ts';
import { rulerTicks } from '../../lib/time-axis.ts';
import type { Tick } from '../../lib/time-axis.ts';
import type { TraceColumns } from '../../lib/trace-columns.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';
import { Kbd } from '../button.tsx';
import { Minimap } from './minimap.tsx';
import { WATERFALL_GRID } from './waterfall-grid.ts';
import { WaterfallRow } from './waterfall-row.tsx';

export interface WaterfallProps {
  readonly tree: TraceTree;
  readonly columns: TraceColumns;
  /** Nodes to show, in order. */
  readonly visible: Int32Array;
  readonly folds: Uint8Array;
  readonly hits: Uint8Array | null;
  readonly selected: number;
  readonly narrow: boolean;
  readonly onSelect: (node: number) => void;
  readonly onFold: (node: number) => void;
  readonly onKeyDown: KeyboardEventHandler | undefined;
}

const ROW = 26;
const ROW_NARROW = 44;

/** Tree and timeline as one virtual list: some sixty rows in the document, whatever the trace holds. */
export function Waterfall(props: WaterfallProps) {
  const { tree, columns, visible, selected, narrow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const ticks = useMemo(() => rulerTicks(0, columns.extentMs, narrow ? 3 : 6), [columns, narrow]);
  const height = narrow ? ROW_NARROW : ROW;
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 8,
  });
  useEffect(() => virtual.measure(), [height, virtual]);
  useEffect(() => {
    const index = visible.indexOf(selected);
    if (index >= 0) virtual.scrollToIndex(index);
    // Only a new choice scrolls; folding must not move what is being read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [selected]);
  return (
    <>
      {!narrow && <RulerHead ticks={ticks} {...props} scroller={scroller} rowHeight={height} />}
      <div
        ref={scroller}
        role="tree"
        aria-label="Spans"
        tabIndex={0}
        onKeyDown={props.onKeyDown}
        aria-activedescendant={selected >= 0 ? `node-${selected}` : undefined}
        className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div className="relative min-h-full" style={{ height: virtual.getTotalSize() }}>
          {!narrow && <GridLines ticks={ticks} extentMs={columns.extentMs} />}
          {virtual.getVirtualItems().map((item) => {
            const node = visible[item.index] ?? 0;
            return <WaterfallRow key={node} {...props} node={node} top={item.start} />;
          })}
        </div>
      </div>
      <div className="flex h-28 shrink-0 items-center justify-between border-t border-line1 px-12 text-11 text-text3">
        <span className="nums" title={exactCount(columns.count)}>
          {plural(columns.count, 'span')} · {plural(tree.depthMax + 1, 'level')}
        </span>
        <span className="flex items-center gap-6 max-lg:hidden">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> move <Kbd>←</Kbd>
          <Kbd>→</Kbd> fold <Kbd>E</Kbd> next error <Kbd>?</Kbd> all keys
        </span>
      </div>
    </>
  );
}

interface RulerHeadProps extends WaterfallProps {
  readonly ticks: readonly Tick[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
}

function RulerHead({ ticks, columns, tree, visible, scroller, rowHeight }: RulerHeadProps) {
  return (
    <div className={`${WATERFALL_GRID} shrink-0 border-b border-line1 [scrollbar-gutter:stable]`}>
      <div className="flex items-end px-12 pb-4 text-11 text-text3">Span</div>
      <div className="min-w-0">
        <Minimap tree={tree} columns={columns} visible={visible} scroller={scroller} rowHeight={rowHeight} />
        <div className="relative h-20 text-11 text-text3">
          {ticks.map((tick) => (
            <span
              key={tick.atMs}
              className="nums absolute top-2 pl-4 whitespace-nowrap"
              style={{ left: `${(tick.atMs / columns.extentMs) * 100}%` }}
            >
              {tick.atMs / columns.extentMs < 0.95 ? tick.label : ''}
            </span>
          ))}
        </div>
      </div>
      <div className="flex items-end justify-end px-8 pb-4 text-11 text-text3">Cost</div>
    </div>
  );
}

function GridLines({ ticks, extentMs }: { ticks: readonly Tick[]; extentMs: number }) {
  return (
    <div className={`${WATERFALL_GRID} pointer-events-none absolute inset-0`} aria-hidden="true">
      <div />
      <div className="relative">
        {ticks.map((tick) => (
          <span key={tick.atMs} className="absolute inset-y-0 w-px bg-line1" style={{ left: `${(tick.atMs / extentMs) * 100}%` }} />
        ))}
      </div>
    </div>
  );
}
