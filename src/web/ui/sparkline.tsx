interface Interval {
  readonly spans: number;
  readonly errors: number;
}

interface SparklineProps {
  readonly data: readonly Interval[];
  readonly width?: number;
  readonly height?: number;
  /** As wide as what holds it; `width` then only says how fine it is drawn. */
  readonly isFluid?: boolean;
}

/** Traffic as bars, errors in red at their foot. */
export function Sparkline({ data, width = 120, height = 18, isFluid = false }: SparklineProps) {
  const most = Math.max(1, ...data.map((one) => one.spans));
  const step = width / Math.max(1, data.length);
  return (
    <svg
      width={isFluid ? '100%' : width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block"
    >
      <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--line1)" />
      {data.map((one, index) => {
        if (one.spans === 0) return null;
        const tall = Math.max(1.5, (one.spans / most) * height);
        const red = one.errors === 0 ? 0 : Math.max(1.5, (one.errors / most) * height);
        return (
          <g key={index} className="tone-error">
            <rect x={index * step} y={height - tall} width={Math.max(1, step - 1)} height={tall} fill="var(--volume)" />
            {red > 0 && <rect x={index * step} y={height - red} width={Math.max(1, step - 1)} height={red} fill="var(--tone-bar)" />}
          </g>
        );
      })}
    </svg>
  );
}
