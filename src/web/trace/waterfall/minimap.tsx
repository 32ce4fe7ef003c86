import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { useEvent } from '#web/ui/use-event.ts';
import { clampWindow, movedWindow, wholeWindow, type TimeWindow } from '#web/trace/time-window.ts';
import { isFailed } from '#web/trace/trace-steps.ts';
import { NODE_SPAN } from '#web/trace/trace-tree.ts';
import { shareAt } from '#web/ui/chart/scale.ts';
import { barColours } from './bar-colours.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';

interface MinimapProps {
  readonly model: TraceModel;
  readonly window: TimeWindow;
  readonly onWindow: (window: TimeWindow) => void;
}

const HEIGHT = 30;
/** More bars than this can't be distinguished on so small a map. */
const BARS_MAX = 20_000;
/** As near as this to an edge of the window, the edge is dragged. CSS pixels. */
const EDGE = 6;

type Grip = {
  readonly kind: 'start' | 'end' | 'move' | 'mark';
  readonly atMs: number;
  readonly window: TimeWindow;
};

/**
 * The whole trace at a glance: bars, how many ran at once, and the window in time, which can be
 * drawn, dragged and widened.
 */
export function Minimap({ model, window, onWindow }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const grip = useRef<Grip | null>(null);
  const { extentMs } = model.columns;
  useDrawnTrace(canvas, model);
  const msAt = (event: PointerEvent<HTMLElement>): number =>
    shareAt(event.clientX, event.currentTarget.getBoundingClientRect()) * extentMs;
  const take = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const atMs = msAt(event);
    const near = (EDGE / Math.max(1, event.currentTarget.clientWidth)) * extentMs;
    const kind = kindOfGrip(window, atMs, near, extentMs);
    grip.current = { kind, atMs, window };
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const held = grip.current;
    if (held === null || event.buttons !== 1) return;
    const atMs = msAt(event);
    if (held.kind === 'move') onWindow(movedWindow(held.window, atMs - held.atMs, extentMs));
    else if (held.kind === 'start')
      onWindow(clampWindow({ startMs: atMs, endMs: held.window.endMs }, extentMs));
    else if (held.kind === 'end')
      onWindow(clampWindow({ startMs: held.window.startMs, endMs: atMs }, extentMs));
    else if (Math.abs(atMs - held.atMs) > extentMs / 200)
      onWindow(clampWindow({ startMs: held.atMs, endMs: atMs }, extentMs));
  };
  const [left, right] = [(window.startMs / extentMs) * 100, (1 - window.endMs / extentMs) * 100];
  return (
    <div
      className="relative mt-2 h-30 cursor-ew-resize touch-none overflow-hidden border-x border-line2"
      aria-hidden="true"
      title="Drag to zoom, double-click for the whole trace"
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={() => (grip.current = null)}
      onDoubleClick={() => onWindow(wholeWindow(extentMs))}
    >
      <canvas ref={canvas} className="block h-30 w-full" />
      <div
        className="pointer-events-none absolute inset-y-0 left-0 bg-bg0 opacity-70"
        style={{ width: `${left}%` }}
      />
      <div
        className="pointer-events-none absolute inset-y-0 right-0 bg-bg0 opacity-70"
        style={{ width: `${right}%` }}
      />
      {(left > 0 || right > 0) && (
        <div
          className="pointer-events-none absolute inset-y-0 min-w-2 border border-focus"
          style={{ left: `${left}%`, right: `${right}%` }}
        />
      )}
    </div>
  );
}

/** Draws the trace, and again in another size or theme. */
function useDrawnTrace(canvas: RefObject<HTMLCanvasElement | null>, model: TraceModel): void {
  const draw = (): void => {
    if (canvas.current !== null) drawTrace(canvas.current, model);
  };
  useEvent('telltale:theme', draw);
  useEffect(() => {
    const redraw = (): void => {
      if (canvas.current !== null) drawTrace(canvas.current, model);
    };
    const observer = new ResizeObserver(redraw);
    if (canvas.current !== null) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [canvas, model]);
}

function kindOfGrip(
  window: TimeWindow,
  atMs: number,
  near: number,
  extentMs: number,
): Grip['kind'] {
  const whole = window.startMs <= 0 && window.endMs >= extentMs;
  return Math.abs(atMs - window.startMs) < near
    ? 'start'
    : Math.abs(atMs - window.endMs) < near
      ? 'end'
      : !whole && atMs > window.startMs && atMs < window.endMs
        ? 'move'
        : 'mark';
}

function drawTrace(
  canvas: HTMLCanvasElement,
  { tree, columns, times, concurrency }: TraceModel,
): void {
  const width = canvas.clientWidth;
  const context = canvas.getContext('2d');
  if (context === null || width === 0) return;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(HEIGHT * scale);
  context.scale(scale, scale);
  const colours = barColours();
  // How many ran at once, as an area behind.
  context.globalAlpha = 0.6;
  context.fillStyle = colours.line;
  const part = width / concurrency.parts.length;
  if (concurrency.max > 1)
    for (const [at, running] of concurrency.parts.entries()) {
      const high = (running / concurrency.max) * HEIGHT;
      context.fillRect(at * part, HEIGHT - high, part + 0.5, high);
    }
  const stride = Math.max(1, Math.ceil(tree.size / BARS_MAX));
  const tall = Math.max(1, Math.min(3, HEIGHT / tree.size));
  for (let node = 0; node < tree.size; node += stride) {
    if (tree.type[node] !== NODE_SPAN) continue;
    const start = times.startMs[node] ?? 0;
    const wide = Math.max(1, (((times.endMs[node] ?? 0) - start) / columns.extentMs) * width);
    const failed = isFailed(tree, columns, node);
    context.globalAlpha = failed || (tree.end[node] ?? 0) === node + 1 ? 1 : 0.55;
    context.fillStyle = failed
      ? colours.error
      : (colours.bars[columns.kinds[tree.span[node] ?? 0] ?? 0] ?? colours.edge);
    context.fillRect(
      (start / columns.extentMs) * width,
      1 + (node / tree.size) * (HEIGHT - 2 - tall),
      wide,
      tall,
    );
  }
}
