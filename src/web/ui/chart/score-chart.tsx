interface LinesProps {
  /** Each over the intervals; null where there is nothing. */
  readonly series: readonly { readonly values: readonly (number | null)[]; readonly tone: string; readonly dashed: boolean }[];
  /** Whether a line ends where there is nothing, for what is measured in every interval; else it leads on to the next dot. */
  readonly broken?: boolean;
}

/** Lines on one scale, from the smallest to the greatest value; an isolated value is a dot. */
export function Lines({ series, broken = false }: LinesProps) {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const length = Math.max(1, series[0]?.values.length ?? 1);
  const place = (value: number): string => (94 - ((value - least) / Math.max(Number.MIN_VALUE, most - least)) * 88).toFixed(2);
  return (
    <svg className="absolute inset-0 size-full" viewBox="0 0 100 100" aria-hidden="true" preserveAspectRatio="none">
      {series.map(({ values, tone, dashed }, index) => {
        const runs = runsOf(values, broken).map((run) =>
          run.map(({ at, value }) => `${(((at + 0.5) / length) * 100).toFixed(2)} ${place(value)}`),
        );
        const dots = broken ? runs.filter((run) => run.length === 1) : runs;
        const line = {
          className: tone,
          fill: 'none',
          stroke: 'var(--tone-bar)',
          vectorEffect: 'non-scaling-stroke',
          strokeLinecap: 'round',
        } as const; // as: of these very words
        return (
          <g key={index}>
            <path
              {...line}
              d={runs.map((run) => run.map((point, at) => `${at === 0 ? 'M' : 'L'}${point}`).join('')).join('')}
              strokeWidth={1.5}
              {...(dashed ? { strokeDasharray: '4 3' } : {})}
            />
            <path
              {...line}
              d={dots
                .flat()
                .map((point) => `M${point}h0.01`)
                .join('')}
              strokeWidth={4}
            />
          </g>
        );
      })}
    </svg>
  );
}

interface Point {
  readonly at: number;
  readonly value: number;
}

/** The values that are there, in runs that a line joins. */
function runsOf(values: readonly (number | null)[], broken: boolean): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let ended = true;
  for (const [at, value] of values.entries()) {
    if (value === null) {
      ended ||= broken;
      continue;
    }
    const last = runs.at(-1);
    if (last === undefined || ended) runs.push([{ at, value }]);
    else last.push({ at, value });
    ended = false;
  }
  return runs;
}

/** Percent of the height: what is more than nothing is to be seen. */
const TALL_MIN = 1.5;

interface StackedProps {
  /** The highest place of the chart, where something else in it may be higher than all bars. */
  readonly most?: number;
  /** From the bottom up, each over the intervals. */
  readonly series: readonly { readonly values: readonly number[]; readonly tone: string | null }[];
}

/** Bars of counts upon each other, as high as the fullest interval. */
export function StackedBars({ series, most: given = 0 }: StackedProps) {
  const length = Math.max(1, series[0]?.values.length ?? 1);
  const sums = Array.from({ length }, (_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = Math.max(Number.MIN_VALUE, given, ...sums);
  return (
    <svg className="absolute inset-0 size-full" viewBox="0 0 100 100" aria-hidden="true" preserveAspectRatio="none">
      {sums.map((_, at) => {
        let low = 0;
        return series.map(({ values, tone }, row) => {
          const value = values[at] ?? 0;
          const tall = value > 0 ? Math.max(TALL_MIN, (value / most) * 96) : 0;
          low += tall;
          return tall === 0 ? null : (
            <rect
              key={`${at} ${row}`}
              x={(at / length) * 100}
              width={82 / length}
              y={100 - low}
              height={tall}
              className={tone ?? undefined}
              fill={tone === null ? 'var(--volume)' : 'var(--tone-bar)'}
            />
          );
        });
      })}
    </svg>
  );
}
