export interface TimeLabel {
  /** Of the chart's width, 0 to 1. */
  readonly share: number;
  readonly atMs: number;
}

/** Round times under a chart, at most so many. */
export function timeLabels(startMs: number, endMs: number, countMax: number, dayStart: (ms: number) => number): readonly TimeLabel[] {
  const rough = (endMs - startMs) / Math.max(1, countMax);
  const stepMs = STEPS_MS.find((step) => step >= rough) ?? Math.ceil(rough / DAY_MS) * DAY_MS;
  const labels: TimeLabel[] = [];
  for (let atMs = dayStart(startMs); atMs < endMs; atMs += stepMs)
    if (atMs >= startMs) labels.push({ share: (atMs - startMs) / (endMs - startMs), atMs });
  return labels;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90].map((count) => count * DAY_MS),
];
