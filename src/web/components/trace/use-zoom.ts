import { useMemo } from 'react';
import type { KeyMap } from '../../lib/keys.ts';
import { movedWindow, scaledWindow, textOfWindow, clampWindow, windowOfText } from '../../lib/time-window.ts';
import type { TimeWindow } from '../../lib/time-window.ts';
import type { TraceModel } from './use-trace-model.ts';

const ZOOM = 0.5;
const MOVE = 0.25;
/** Room left and right of a span that is zoomed to, as a share of it. */
const MARGIN = 0.1;

/** The part of the trace on screen, which is in the address, and the keys that change it. */
export function useZoom(model: TraceModel, text: string | undefined, selected: number, onText: (text: string | undefined) => void) {
  const { extentMs } = model.columns;
  const window = useMemo(() => windowOfText(text, extentMs), [text, extentMs]);
  const set = (next: TimeWindow): void => onText(textOfWindow(next, extentMs));
  const middle = (window.startMs + window.endMs) / 2;
  const lasts = window.endMs - window.startMs;
  const zoomIn = (): void => set(scaledWindow(window, ZOOM, middle, extentMs));
  const zoomToSpan = (): void => {
    const [start, end] = [model.times.startMs[selected] ?? 0, model.times.endMs[selected] ?? extentMs];
    const room = (end - start) * MARGIN;
    set(clampWindow({ startMs: start - room, endMs: end + room }, extentMs));
  };
  const keys: KeyMap = {
    '+': { what: 'Zoom in, out', run: zoomIn },
    '=': zoomIn,
    '-': { what: 'Zoom in, out', run: () => set(scaledWindow(window, 1 / ZOOM, middle, extentMs)) },
    '0': { what: 'Whole trace', run: () => onText(undefined) },
    ',': { what: 'Earlier, later', run: () => set(movedWindow(window, -MOVE * lasts, extentMs)) },
    '.': { what: 'Earlier, later', run: () => set(movedWindow(window, MOVE * lasts, extentMs)) },
    z: { what: 'Zoom to the span', run: zoomToSpan },
  };
  return { window, set, keys, zoomed: textOfWindow(window, extentMs) !== undefined };
}
