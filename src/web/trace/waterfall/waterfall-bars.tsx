import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { TimeWindow } from '#web/trace/time-window.ts';
import { BarCanvas } from './bar-canvas.tsx';
import { columnsTemplate } from '#web/trace/trace-layout.ts';
import type { TraceLayout } from '#web/trace/trace-layout.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';

/** The data bars are drawn from, whichever rows they belong to. */
export interface BarsProps {
  readonly model: TraceModel;
  readonly layout: TraceLayout;
  readonly folds: Uint8Array;
  readonly hits: Uint8Array | null;
  readonly window: TimeWindow;
  readonly showCritical: boolean;
  /** A list of spans instead of a tree. */
  readonly flat: boolean;
}

/** The canvas of the rows from one up to another, in its column. */
export function Bars({ model, layout, folds, hits, window, showCritical, flat, nodes, from, to }: BarsProps & BarRange) {
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
        hits={hits}
      />
    ),
    [model, window, shown, folds, layout, showCritical, flat, hits],
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
