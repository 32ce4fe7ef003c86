import { useMemo, useRef } from 'react';
import { durationTicks } from '#web/ui/chart/ticks.ts';
import type { TimeWindow } from '#web/trace/time-window.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { Minimap } from './minimap.tsx';
import { Ruler } from './ruler.tsx';
import {
  FIGURES,
  FIGURE_WORDS,
  columnsTemplate,
  timelineInset,
  type Figure,
  type TraceLayout,
} from '#web/trace/trace-layout.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';
import { useWheelZoom } from './use-wheel-zoom.ts';
import type { WheelZoom } from './use-zoom.ts';

interface WaterfallHeadProps {
  readonly model: TraceModel;
  readonly layout: TraceLayout;
  readonly window: TimeWindow;
  readonly onWindow: (window: TimeWindow) => void;
  readonly wheel: WheelZoom;
  readonly onNameWidth: (width: number) => void;
  readonly figure: Figure;
  readonly onFigure: (figure: Figure) => void;
}

/** Above the rows: what each column is; over the timeline, its map and its ruler. */
export function WaterfallHead({
  model,
  layout,
  window,
  onWindow,
  wheel,
  onNameWidth,
  figure,
  onFigure,
}: WaterfallHeadProps) {
  const box = useRef<HTMLDivElement>(null);
  useWheelZoom(box, layout.timeline ? timelineInset(layout) : null, wheel);
  const ticks = useMemo(
    () => durationTicks(window.startMs, window.endMs, layout.ticksMax),
    [window, layout.ticksMax],
  );
  const { extentMs } = model.columns;
  return (
    <div
      ref={box}
      className={`grid shrink-0 overflow-hidden border-b border-line1 [scrollbar-gutter:stable] ${layout.twoLines ? 'px-12' : ''}`}
      style={{ gridTemplateColumns: columnsTemplate(layout) }}
    >
      {layout.nameWidth > 0 && !layout.twoLines && (
        <div className="relative flex items-end px-12 pt-4 pb-4 text-11 text-text3">
          Span
          {layout.timeline && <NameGrip width={layout.nameWidth} onWidth={onNameWidth} />}
        </div>
      )}
      {layout.timeline && (
        <div className="min-w-0">
          <Minimap model={model} window={window} onWindow={onWindow} />
          <Ruler ticks={ticks} window={window} extentMs={extentMs} onZoom={onWindow} />
        </div>
      )}
      {layout.figures.map((one) => (
        <div key={one} className="flex items-end justify-end text-11 text-text3">
          {layout.figures.length > 1 ? (
            <span className="px-8 pb-4">{FIGURE_WORDS[one]}</span>
          ) : (
            <Menu
              align="end"
              trigger={
                <button
                  type="button"
                  className="flex items-center gap-2 px-8 pb-4 hover:text-text1"
                >
                  {FIGURE_WORDS[figure]}
                  <Icon name="chevronDown" size={11} />
                </button>
              }
            >
              {FIGURES.map((each) => (
                <MenuItem key={each} checked={each === figure} onSelect={() => onFigure(each)}>
                  {FIGURE_WORDS[each]}
                </MenuItem>
              ))}
            </Menu>
          )}
        </div>
      ))}
    </div>
  );
}

const STEP = 16;

/** The border of the name's column, to drag or to move by the arrow keys. */
function NameGrip({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const from = useRef({ x: 0, width });
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the names"
      aria-valuenow={Math.round(width)}
      tabIndex={0}
      className="absolute inset-y-0 right-0 w-1 cursor-col-resize touch-none bg-line1 after:absolute after:inset-y-0 after:-inset-x-4 hover:bg-focus"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          onWidth(from.current.width + event.clientX - from.current.x);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        event.stopPropagation();
        onWidth(width + (event.key === 'ArrowLeft' ? -STEP : STEP));
      }}
    />
  );
}
