interface LinesProps {
  /** Each over the intervals; null where there is nothing. */
  readonly series: readonly { readonly values: readonly (number | null)[]; readonly tone: string; readonly dashed: boolean }[];
}

/** Lines over one scale, from the least to the greatest value; what stands alone is a dot. */
export function Lines({ series }: LinesProps) {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const length = Math.max(1, series[0]?.values.length ?? 1);
  const place = (value: number): string => (94 - ((value - least) / Math.max(Number.MIN_VALUE, most - least)) * 88).toFixed(2);
  return (
    <svg className="absolute inset-0 size-full" viewBox="0 0 100 100" aria-hidden="true" preserveAspectRatio="none">
      {series.map(({ values, tone, dashed }) => {
        const points = values.flatMap((value, index) =>
          value === null ? [] : [`${(((index + 0.5) / length) * 100).toFixed(2)} ${place(value)}`],
        );
        const line = {
          className: tone,
          fill: 'none',
          stroke: 'var(--tone-bar)',
          vectorEffect: 'non-scaling-stroke',
          strokeLinecap: 'round',
        } as const; // as: of these very words
        return (
          <g key={tone}>
            <path
              {...line}
              d={points.map((point, at) => `${at === 0 ? 'M' : 'L'}${point}`).join('')}
              strokeWidth={1.5}
              {...(dashed ? { strokeDasharray: '4 3' } : {})}
            />
            <path {...line} d={points.map((point) => `M${point}h0.01`).join('')} strokeWidth={4} />
          </g>
        );
      })}
    </svg>
  );
}

interface StackedProps {
  /** From the bottom up, each over the intervals. */
  readonly series: readonly { readonly values: readonly number[]; readonly tone: string | null }[];
}

/** Bars of counts upon each other, as high as the fullest interval. */
export function StackedBars({ series }: StackedProps) {
  const length = Math.max(1, series[0]?.values.length ?? 1);
  const sums = Array.from({ length }, (_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = Math.max(1, ...sums);
  return (
    <svg className="absolute inset-0 size-full" viewBox="0 0 100 100" aria-hidden="true" preserveAspectRatio="none">
      {sums.map((_, at) => {
        let low = 0;
        return series.map(({ values, tone }, row) => {
          const tall = ((values[at] ?? 0) / most) * 96;
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
