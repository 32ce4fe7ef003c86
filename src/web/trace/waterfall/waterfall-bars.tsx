import { useMemo, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { TimeWindow } from '#web/trace/time-window.ts';
import { columnsTemplate, type TraceLayout } from '#web/trace/trace-layout.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';
import { useEvent } from '#web/ui/use-event.ts';
import { barColours } from './bar-colours.ts';
import { drawBars, type BarsPlan } from './draw-bars.ts';

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
export function Bars({
  model,
  layout,
  folds,
  hits,
  window,
  showCritical,
  flat,
  nodes,
  from,
  to,
}: BarsProps & BarRange) {
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
function InTimeline({
  layout,
  top,
  children,
}: {
  layout: TraceLayout;
  top: number;
  children: ReactNode;
}) {
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

interface BarCanvasProps extends Omit<BarsPlan, 'colours' | 'width'> {
  readonly className?: string;
}

/**
 * The bars of some rows on one canvas: a tree row then has only a name and a figure in the
 * document, and zooming changes no elements. It is inside the scrolled area, so that the browser
 * moves bars and names together.
 */
function BarCanvas({ className = '', ...plan }: BarCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [, redraw] = useState(0);
  const height = plan.nodes.length * plan.rowHeight;
  useEvent('telltale:theme', () => redraw((count) => count + 1));
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    // Until the font is loaded, a fallback is used.
    void document.fonts.ready.then(() => redraw((count) => count + 1));
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || width === 0) return;
    const scale = devicePixelRatio;
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    // Another size means other memory: that of the last drawing is used again while it fits.
    if (element.width !== size.width || element.height !== size.height)
      Object.assign(element, size);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    drawBars(context, { ...plan, colours: barColours(), width });
  });
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      className={`pointer-events-none block w-full ${className}`}
      style={{ height }}
    />
  );
}
