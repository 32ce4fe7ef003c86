import { MONTHS, formatDuration, two } from '#web/platform/time/format-time.ts';
import { dayStart, wallTime } from '#web/platform/time/wall-time.ts';

/** A round value of an axis, and how it reads. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** 1, 2 or 5 times a power of ten: the first that is not less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const scaled = least / power;
  return (scaled <= 1 ? 1 : scaled <= 2 ? 2 : scaled <= 5 ? 5 : 10) * power;
}

const LONG_STEPS_MS = [
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 5, 10, 24].map((count) => count * HOUR_MS),
];

/** Durations from `startMs` to `endMs` in round steps, about as many as `countMax`. */
export function durationTicks(startMs: number, endMs: number, countMax: number): readonly Tick[] {
  const least = Math.max((endMs - startMs) / Math.max(1, countMax), 1e-6);
  const stepMs =
    least > MINUTE_MS / 2
      ? (LONG_STEPS_MS.find((one) => one >= least) ?? roundStep(least))
      : roundStep(least);
  const ticks: Tick[] = [];
  for (let step = Math.ceil(startMs / stepMs); step * stepMs <= endMs; step += 1)
    ticks.push({ at: step * stepMs, label: durationLabel(step * stepMs, stepMs) });
  return ticks;
}

/** In the unit of the step as far as that is short: "1.5 s", "20 ms", "2 h". */
function durationLabel(ms: number, stepMs: number): string {
  if (ms === 0) return '0';
  if (stepMs >= 1000 && ms < MINUTE_MS) return `${Math.round(ms / 1000)} s`;
  if (stepMs < 1000 && ms >= 1000 && ms < MINUTE_MS)
    return `${(ms / 1000).toFixed(Math.max(0, Math.ceil(-Math.log10(stepMs / 1000) - 1e-9)))} s`;
  if (ms < 1000 && stepMs >= 1) return `${Math.round(ms)} ms`;
  return formatDuration(ms).replace(/ 00 [smh]$/, '');
}

const CLOCK_STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90].map((count) => count * DAY_MS),
];

/**
 * Round times of the reader's clock from `startMs` to before `endMs`, about as many as `countMax`:
 * a day where one begins, else the time of day.
 */
export function clockTicks(
  startMs: number,
  endMs: number,
  countMax: number,
  startOfDay: (ms: number) => number = (ms) => dayStart(ms, 0),
): readonly Tick[] {
  const least = (endMs - startMs) / Math.max(1, countMax);
  const stepMs = CLOCK_STEPS_MS.find((step) => step >= least) ?? Math.ceil(least / DAY_MS) * DAY_MS;
  const ticks: Tick[] = [];
  for (let at = startOfDay(startMs); at < endMs; at += stepMs)
    if (at >= startMs) ticks.push({ at, label: clockLabel(at) });
  return ticks;
}

function clockLabel(ms: number): string {
  const { day, month, hour, minute } = wallTime(ms);
  return hour === 0 && minute === 0
    ? `${day} ${MONTHS[month - 1] ?? ''}`
    : `${two(hour)}:${two(minute)}`;
}
