import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { lookOfKindIndex } from '../kind-mark.tsx';
import { SPAN_KINDS } from '#contracts/span-kind.ts';
import type { TraceColumns } from '../../lib/trace-columns.ts';
import { NODE_SPAN } from '../../lib/trace-tree.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';

interface MinimapProps {
  readonly tree: TraceTree;
  readonly columns: TraceColumns;
  readonly visible: Int32Array;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
}

const HEIGHT = 30;
/** More bars than this cannot be told apart on so small a map. */
const BARS_MAX = 20_000;

/** The whole trace at a glance, on a canvas; the frame is what the list shows, and can be dragged. */
export function Minimap({ tree, columns, visible, scroller, rowHeight }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState({ top: 0, height: 1 });
  useEffect(() => {
    const draw = (): void => {
      if (canvas.current !== null) drawTrace(canvas.current, tree, columns);
    };
    draw();
    const observer = new ResizeObserver(draw);
    if (canvas.current !== null) observer.observe(canvas.current);
    addEventListener('telltale:theme', draw);
    return () => {
      observer.disconnect();
      removeEventListener('telltale:theme', draw);
    };
  }, [tree, columns]);
  useEffect(() => {
    const list = scroller.current;
    if (list === null) return undefined;
    const follow = (): void => {
      const total = Math.max(1, visible.length * rowHeight);
      setView({ top: Math.min(1, list.scrollTop / total), height: Math.min(1, list.clientHeight / total) });
    };
    follow();
    list.addEventListener('scroll', follow, { passive: true });
    return () => list.removeEventListener('scroll', follow);
  }, [scroller, visible, rowHeight]);
  const scrollTo = (clientY: number, box: DOMRect): void => {
    const share = (clientY - box.top) / box.height - view.height / 2;
    scroller.current?.scrollTo({ top: share * visible.length * rowHeight });
  };
  return (
    <div
      className="relative mt-2 h-30 touch-none"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        scrollTo(event.clientY, event.currentTarget.getBoundingClientRect());
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) scrollTo(event.clientY, event.currentTarget.getBoundingClientRect());
      }}
    >
      <canvas ref={canvas} className="block h-30 w-full border-x border-line2" />
      {view.height < 1 && (
        <div
          className="pointer-events-none absolute inset-x-0 min-h-4 border border-line3 bg-sel opacity-50"
          style={{ top: `${view.top * 100}%`, height: `${view.height * 100}%` }}
        />
      )}
    </div>
  );
}

function drawTrace(canvas: HTMLCanvasElement, tree: TraceTree, columns: TraceColumns): void {
  const width = canvas.clientWidth;
  const context = canvas.getContext('2d');
  if (context === null || width === 0) return;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(HEIGHT * scale);
  context.scale(scale, scale);
  const colours = barColours(canvas);
  const stride = Math.max(1, Math.ceil(tree.size / BARS_MAX));
  const tall = Math.max(1, Math.min(3, HEIGHT / tree.size));
  for (let node = 0; node < tree.size; node += stride) {
    const row = tree.span[node] ?? -1;
    if (tree.type[node] !== NODE_SPAN || row < 0) continue;
    const x = ((columns.startsMs[row] ?? 0) / columns.extentMs) * width;
    const wide = Math.max(1, ((columns.durationsMs[row] ?? 0) / columns.extentMs) * width);
    const failed = columns.statuses[row] === 2;
    context.globalAlpha = failed || (tree.end[node] ?? 0) === node + 1 ? 1 : 0.55;
    context.fillStyle = (failed ? colours.at(-1) : colours[columns.kinds[row] ?? 0]) ?? 'gray';
    context.fillRect(x, 1 + (node / tree.size) * (HEIGHT - 2 - tall), wide, tall);
  }
}

/** The tones as the theme computes them: by kind, and the error's at the end. */
function barColours(near: HTMLElement): readonly string[] {
  const probe = document.createElement('span');
  near.parentElement?.append(probe);
  const tones = [...SPAN_KINDS.map((_, index) => lookOfKindIndex(index).tone), 'tone-error'];
  const colours = tones.map((tone) => {
    probe.className = `${tone} bg-bar`;
    return getComputedStyle(probe).backgroundColor;
  });
  probe.remove();
  return colours;
}
