/** The part of a trace on screen, in milliseconds after its start. */
export interface TimeWindow {
  readonly startMs: number;
  readonly endMs: number;
}

/** Narrower than this share of the trace, nothing more is to be seen. */
const SHARE_MIN = 1e-6;

/** The whole trace. */
export function wholeWindow(extentMs: number): TimeWindow {
  return { startMs: 0, endMs: extentMs };
}

/**
 * The window of an address ("1200-3400.5"), within the trace; the whole trace for none, or for what
 * is no window.
 */
export function windowOfText(text: string | undefined, extentMs: number): TimeWindow {
  const [, start = NaN, end = NaN] = (
    /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? '') ?? []
  ).map(Number);
  return start >= 0 && end > start && start < extentMs
    ? clampWindow({ startMs: start, endMs: end }, extentMs)
    : wholeWindow(extentMs);
}

/** The window for an address; undefined for the whole trace. */
export function textOfWindow({ startMs, endMs }: TimeWindow, extentMs: number): string | undefined {
  if (startMs <= 0 && endMs >= extentMs) return undefined;
  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(endMs - startMs))));
  return `${Number(startMs.toFixed(digits))}-${Number(endMs.toFixed(digits))}`;
}

/** Scaled by a factor around a moment: 0.5 shows half as much. */
export function scaledWindow(
  window: TimeWindow,
  factor: number,
  aroundMs: number,
  extentMs: number,
): TimeWindow {
  return clampWindow(
    {
      startMs: aroundMs - (aroundMs - window.startMs) * factor,
      endMs: aroundMs + (window.endMs - aroundMs) * factor,
    },
    extentMs,
  );
}

/** Moved, as far as the trace goes. */
export function movedWindow(
  { startMs, endMs }: TimeWindow,
  byMs: number,
  extentMs: number,
): TimeWindow {
  const by = Math.max(-startMs, Math.min(extentMs - endMs, byMs));
  return { startMs: startMs + by, endMs: endMs + by };
}

/** Within the trace, its ends in order, and wide enough to tell anything. */
export function clampWindow({ startMs, endMs }: TimeWindow, extentMs: number): TimeWindow {
  const least = extentMs * SHARE_MIN;
  const from = Math.max(0, Math.min(startMs, endMs, extentMs - least));
  return { startMs: from, endMs: Math.min(extentMs, Math.max(startMs, endMs, from + least)) };
}
