import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyMap } from '#web/platform/keys/keys.ts';
import {
  movedWindow,
  scaledWindow,
  textOfWindow,
  clampWindow,
  wholeWindow,
  windowOfText,
  type TimeWindow,
} from '#web/trace/time-window.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';

const ZOOM = 0.5;
const MOVE = 0.25;
/** Room left and right of a span that is zoomed to, as a share of it. */
const MARGIN = 0.1;
/**
 * A window that follows the hand is written to the address once it rests: browsers refuse an
 * address that changes at every frame.
 */
const REST_MS = 150;

/** The wheel's effect on the window. */
export interface WheelZoom {
  /** Shows so many times as much, around a place given as a share of what is shown. */
  readonly scale: (factor: number, share: number) => void;
  /** Moves by a share of what is shown. */
  readonly move: (share: number) => void;
  /** Whether less than the whole trace is shown. */
  readonly zoomed: boolean;
}

/** The part of the trace on screen, which is in the address, and the keys that change it. */
export function useZoom(
  model: TraceModel,
  text: string | undefined,
  selected: number,
  onText: (text: string | undefined) => void,
) {
  const { extentMs } = model.columns;
  const { window, set, follow, latest } = useFollowedWindow(extentMs, text, onText);
  const middle = (window.startMs + window.endMs) / 2;
  const lasts = window.endMs - window.startMs;
  const zoomIn = (): void => set(scaledWindow(window, ZOOM, middle, extentMs));
  const zoomToSpan = (): void => {
    const [start, end] = [
      model.times.startMs[selected] ?? 0,
      model.times.endMs[selected] ?? extentMs,
    ];
    const room = (end - start) * MARGIN;
    set(clampWindow({ startMs: start - room, endMs: end + room }, extentMs));
  };
  const keys: KeyMap = {
    '+': { what: 'Zoom in, out', run: zoomIn },
    '=': zoomIn,
    '-': { what: 'Zoom in, out', run: () => set(scaledWindow(window, 1 / ZOOM, middle, extentMs)) },
    '0': { what: 'Whole trace', run: () => set(wholeWindow(extentMs)) },
    ',': { what: 'Earlier, later', run: () => set(movedWindow(window, -MOVE * lasts, extentMs)) },
    '.': { what: 'Earlier, later', run: () => set(movedWindow(window, MOVE * lasts, extentMs)) },
    z: { what: 'Zoom to the span', run: zoomToSpan },
  };
  const zoomed = textOfWindow(window, extentMs) !== undefined;
  const wheel: WheelZoom = {
    scale: (factor, share) => {
      const { startMs, endMs } = latest.current;
      follow(scaledWindow(latest.current, factor, startMs + share * (endMs - startMs), extentMs));
    },
    move: (share) =>
      follow(
        movedWindow(
          latest.current,
          share * (latest.current.endMs - latest.current.startMs),
          extentMs,
        ),
      ),
    zoomed,
  };
  return { window, follow, wheel, keys, zoomed };
}

/**
 * The window of the address, or the one that a hand is moving and that the address will have when
 * it rests.
 */
function useFollowedWindow(
  extentMs: number,
  text: string | undefined,
  onText: (text: string | undefined) => void,
) {
  const [held, setHeld] = useState<{
    readonly window: TimeWindow;
    readonly over: string | undefined;
    readonly extentMs: number;
  } | null>(null);
  const fromText = useMemo(() => windowOfText(text, extentMs), [text, extentMs]);
  // Once the address says something else, it alone says what is shown.
  if (held !== null && (held.over !== text || held.extentMs !== extentMs)) setHeld(null);
  const window =
    held !== null && held.over === text && held.extentMs === extentMs ? held.window : fromText;
  // Several movements may come before the next drawing: each begins where the one before it ended.
  const latest = useRef(window);
  const write = useRef(onText);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    latest.current = window;
    write.current = onText;
  });
  // Another trace has its own address.
  useEffect(() => () => clearTimeout(rest.current), [extentMs]);
  const follow = (next: TimeWindow): void => {
    latest.current = next;
    setHeld({ window: next, over: text, extentMs });
    clearTimeout(rest.current);
    rest.current = setTimeout(() => write.current(textOfWindow(next, extentMs)), REST_MS);
  };
  const set = (next: TimeWindow): void => {
    clearTimeout(rest.current);
    setHeld(null);
    onText(textOfWindow(next, extentMs));
  };
  return { window, set, follow, latest };
}
