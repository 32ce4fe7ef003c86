import { useRef, useState, type PointerEvent } from 'react';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { clampWindow, type TimeWindow } from '#web/trace/time-window.ts';
import { columnsTemplate, type TraceLayout } from '#web/trace/trace-layout.ts';
import { linear, shareAt } from '#web/ui/chart/scale.ts';
import type { Tick } from '#web/ui/chart/ticks.ts';

/** Less than this is a click, not a drag. */
const DRAG_MIN = 4;

interface RulerProps {
  readonly ticks: readonly Tick[];
  readonly window: TimeWindow;
  readonly extentMs: number;
  readonly onZoom: (window: TimeWindow) => void;
}

/** Where a moment lies in the window, in per cent of its width. */
function percentIn({ startMs, endMs }: TimeWindow): (ms: number) => number {
  return linear([startMs, endMs], [0, 100]);
}

/** The times of the ticks; dragged over, it zooms to what was marked. */
export function Ruler({ ticks, window, extentMs, onZoom }: RulerProps) {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const msAt = (event: PointerEvent): number => {
    const share =
      box.current === null ? 0 : shareAt(event.clientX, box.current.getBoundingClientRect());
    return linear([0, 1], [window.startMs, window.endMs])(share);
  };
  const percentOf = percentIn(window);
  const marked =
    drag === null ? null : clampWindow({ startMs: drag.from, endMs: drag.to }, extentMs);
  return (
    <div
      ref={box}
      className="relative h-20 cursor-crosshair touch-none text-11 text-text3 select-none"
      title="Drag to zoom, or turn the wheel with Ctrl; + − and 0 by key"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: msAt(event), to: msAt(event) });
      }}
      onPointerMove={(event) => {
        if (drag !== null) setDrag({ from: drag.from, to: msAt(event) });
      }}
      onPointerUp={(event) => {
        setDrag(null);
        const wide =
          (box.current?.clientWidth ?? 0) *
          (Math.abs(msAt(event) - (drag?.from ?? 0)) / (window.endMs - window.startMs));
        if (marked !== null && wide >= DRAG_MIN) onZoom(marked);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      {ticks.map((tick) => {
        const left = percentOf(tick.at);
        return (
          <span
            key={tick.at}
            className="nums pointer-events-none absolute top-2 pl-4 whitespace-nowrap"
            style={{ left: `${left}%` }}
          >
            {left < 94 ? tick.label : ''}
          </span>
        );
      })}
      {marked !== null && (
        <span
          className="pointer-events-none absolute inset-y-0 z-10 overflow-visible border-x border-focus bg-sel text-center whitespace-nowrap text-text1"
          style={{
            left: `${percentOf(marked.startMs)}%`,
            width: `${percentOf(marked.endMs) - percentOf(marked.startMs)}%`,
          }}
        >
          {formatDuration(marked.endMs - marked.startMs)}
        </span>
      )}
    </div>
  );
}

/** The ticks' lines, to the bottom of the list. */
export function GridLines({
  layout,
  ticks,
  window,
}: {
  layout: TraceLayout;
  ticks: readonly Tick[];
  window: TimeWindow;
}) {
  const percentOf = percentIn(window);
  return (
    <div
      className="pointer-events-none absolute inset-0 grid"
      style={{ gridTemplateColumns: columnsTemplate(layout) }}
      aria-hidden="true"
    >
      {layout.nameWidth > 0 && <div />}
      <div className="relative">
        {ticks.map((tick) => (
          <span
            key={tick.at}
            className="absolute inset-y-0 w-px bg-line1"
            style={{ left: `${percentOf(tick.at)}%` }}
          />
        ))}
      </div>
    </div>
  );
}
