import { useLayoutEffect, useRef, useState } from 'react';
import { useEvent } from '#web/ui/use-event.ts';
import { barColours } from './bar-colours.ts';
import { drawBars } from './draw-bars.ts';
import type { BarsPlan } from './draw-bars.ts';

interface BarCanvasProps extends Omit<BarsPlan, 'colours' | 'width'> {
  readonly className?: string;
}

/**
 * The bars of some rows on one canvas: a tree row then has only a name and a figure in the document, and zooming changes no elements. It is
 * inside the scrolled area, so that the browser moves bars and names together.
 */
export function BarCanvas({ className = '', ...plan }: BarCanvasProps) {
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
    if (element.width !== size.width || element.height !== size.height) Object.assign(element, size);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    drawBars(context, { ...plan, colours: barColours(), width });
  });
  return <canvas ref={canvas} aria-hidden="true" className={`pointer-events-none block w-full ${className}`} style={{ height }} />;
}
