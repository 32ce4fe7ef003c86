import type { ReactNode } from 'react';
import { bands, linear, type Extent } from './scale.ts';

/**
 * The places of the least and the greatest value, in per cent of the height: what is highest is not
 * cut.
 */
export const HEIGHT: Extent = [100, 4];

type Values = readonly (number | null)[];

/**
 * A drawing that fills its chart: both axes go from 0 to 100, and lines stay as thin as they are.
 */
export function Plot({ children }: { children: ReactNode }) {
  return (
    <svg
      className="pointer-events-none absolute inset-0 size-full overflow-visible"
      viewBox="0 0 100 100"
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      {children}
    </svg>
  );
}

export const THIN = {
  fill: 'none',
  vectorEffect: 'non-scaling-stroke',
  strokeLinecap: 'round',
} as const; // as: of these very words

/** A tone of its own, or that of what only goes along. */
export function strokeOf(tone: string | null) {
  return tone === null
    ? { stroke: 'var(--text3)' }
    : { className: tone, stroke: 'var(--tone-bar)' };
}

interface BarsProps {
  /** From the bottom up, each over the bands; a tone of null is neutral. */
  readonly series: readonly { readonly values: readonly number[]; readonly tone: string | null }[];
  /** The highest place of the chart, where something else in it may be higher than all bars. */
  readonly most?: number;
  /** Of the chart, in CSS pixels. */
  readonly height: number;
}

/** A value above zero is at least this high. CSS pixels. */
const TALL_MIN = 1.5;
/** Of a band, on both sides of a bar. */
const GAP = 0.09;

/** Bars upon each other, as high as the fullest band. */
export function Bars({ series, most: given = 0, height }: BarsProps) {
  const { count, start } = bands(series[0]?.values.length ?? 0);
  const sums = Array.from({ length: count }, (_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const place = linear([0, Math.max(Number.MIN_VALUE, given, ...sums)], HEIGHT);
  return (
    <Plot>
      {sums.map((_, at) => {
        let foot = HEIGHT[0];
        return series.map(({ values, tone }, row) => {
          const value = values[at] ?? 0;
          if (value <= 0) return null;
          const tall = Math.max((TALL_MIN / height) * 100, HEIGHT[0] - place(value));
          foot -= tall;
          return (
            <rect
              key={`${at} ${row}`}
              x={start(at + GAP) * 100}
              width={start(1 - 2 * GAP) * 100}
              y={foot}
              height={tall}
              className={tone ?? undefined}
              fill={tone === null ? 'var(--volume)' : 'var(--tone-bar)'}
            />
          );
        });
      })}
    </Plot>
  );
}

interface LinesProps {
  /** Each over the bands; null where there is nothing. */
  readonly series: readonly {
    readonly values: Values;
    readonly tone: string | null;
    readonly dashed?: boolean;
  }[];
  /**
   * Whether a line ends where there is nothing, for what is measured in every band; else it leads
   * on to the next dot.
   */
  readonly broken?: boolean;
  /** Of the values that the chart reaches over; from zero to the greatest by default. */
  readonly extent?: Extent;
}

/** Lines on one scale; an isolated value is a dot. */
export function Lines({ series, broken = false, extent }: LinesProps) {
  const all = series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const place = linear(extent ?? [Math.min(0, ...all), Math.max(0, ...all)], HEIGHT);
  return (
    <Plot>
      {series.map(({ values, tone, dashed = false }, index) => {
        const { centre } = bands(values.length);
        const runs = runsOf(values, broken).map((run) =>
          run.map(({ at, value }) => `${(centre(at) * 100).toFixed(2)} ${place(value).toFixed(2)}`),
        );
        const dots = (broken ? runs.filter((run) => run.length === 1) : runs).flat();
        return (
          <g key={index} {...THIN} {...strokeOf(tone)}>
            <path
              vectorEffect="non-scaling-stroke"
              d={runs.map((run) => `M${run.join('L')}`).join('')}
              strokeWidth={1.5}
              {...(dashed ? { strokeDasharray: '4 3' } : {})}
            />
            <path
              vectorEffect="non-scaling-stroke"
              d={dots.map((point) => `M${point}h0.01`).join('')}
              strokeWidth={4}
            />
          </g>
        );
      })}
    </Plot>
  );
}

interface Point {
  readonly at: number;
  readonly value: number;
}

/** The values that are there, in runs that a line joins. */
function runsOf(values: Values, broken: boolean): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let ended = true;
  for (const [at, value] of values.entries()) {
    if (value === null) {
      ended ||= broken;
      continue;
    }
    if (ended) runs.push([]);
    runs.at(-1)?.push({ at, value });
    ended = false;
  }
  return runs;
}

/** The part of a chart that was not counted, from its left edge. */
export function Uncounted({ share }: { share: number }) {
  return (
    <span
      className="uncounted pointer-events-none absolute inset-y-0 left-0"
      style={{ width: `${share * 100}%` }}
      aria-hidden="true"
    />
  );
}
