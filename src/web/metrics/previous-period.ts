import {
  isRelativeRange,
  windowOfRange,
  type RangeText,
  type TimeWindow,
} from '#web/platform/time/time-range.ts';
import type { Intervals } from './counted-intervals.ts';
import { highest, type MetricChart, type MetricLine } from './metric-charts.ts';

const DAY_MS = 86_400_000;

/**
 * The previous period: as many intervals, one length of the range earlier, or a day earlier for
 * today. A range up to now is widened to whole intervals, which the length excludes: so the same
 * times of day are aligned.
 */
export function periodBefore(
  range: RangeText,
  { startMs, endMs, count }: Pick<Intervals, 'startMs' | 'endMs' | 'count'>,
): TimeWindow {
  const shiftMs = shiftOf(range, endMs - startMs, Math.max(1, count), endMs);
  return { startMs: startMs - shiftMs, endMs: endMs - shiftMs };
}

function shiftOf(range: RangeText, lengthMs: number, count: number, nowMs: number): number {
  if (range === 'today') return DAY_MS;
  const window = isRelativeRange(range) ? windowOfRange(range, nowMs) : null;
  if (window === null) return lengthMs;
  const stepMs = lengthMs / count;
  return Math.max(1, Math.round((window.endMs - window.startMs) / stepMs)) * stepMs;
}

/**
 * Charts whose lines know how they were in the period before, by chart and name; what was not there
 * then is left without.
 */
export function withPrevious(
  charts: readonly MetricChart[],
  before: readonly MetricChart[],
): readonly MetricChart[] {
  return charts.map((chart) => {
    const then = before.find(({ id }) => id === chart.id)?.lines ?? [];
    const lines = chart.lines.map((line) => {
      const same =
        line.isRest === true
          ? undefined
          : then.find((one) => one.label === line.label && one.isRest !== true);
      return same === undefined
        ? line
        : { ...line, previous: { values: same.values, total: same.total } };
    });
    return {
      ...chart,
      lines,
      most: Math.max(chart.most, highest(chart.shape, previousLines(lines))),
    };
  });
}

/** The lines of the previous period; for stacked bars, only if all of them are known. */
export function previousLines(lines: readonly MetricLine[]): readonly MetricLine[] {
  return lines.flatMap(({ previous, label, tone }) =>
    previous === undefined ? [] : [{ label, tone, ...previous }],
  );
}

/** The previous total of stacked bars; null if one of them is unknown. */
export function previousSums({ lines }: MetricChart): readonly number[] | null {
  const before = previousLines(lines);
  if (before.length < lines.length) return null;
  return (before[0]?.values ?? []).map((_, at) =>
    before.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
}

/**
 * A figure's change from the previous period: in percent, or in points for a percentage. Empty if
 * unknown.
 */
export function changeText(
  now: number | null | undefined,
  before: number | null | undefined,
  isPercent: boolean,
): string {
  if (now === null || now === undefined || before === null || before === undefined) return '';
  if (isPercent) return `${signed(now - before, 1)} points`;
  if (before === 0) return now === 0 ? '±0 %' : 'new';
  const change = (now / before - 1) * 100;
  return change > 999
    ? `× ${Math.round(now / before)}`
    : `${signed(change, Math.abs(change) < 10 ? 1 : 0)} %`;
}

function signed(value: number, digits: number): string {
  const rounded = Number(Math.abs(value).toFixed(digits));
  return rounded === 0 ? '±0' : `${value > 0 ? '+' : '−'}${rounded}`;
}
