interface Interval {
  readonly spans: number;
  readonly errors: number;
}

/** Traffic as bars, errors in red at their foot. */
export function Sparkline({ data, width = 120, height = 18 }: { data: readonly Interval[]; width?: number; height?: number }) {
  const most = Math.max(1, ...data.map((one) => one.spans));
  const step = width / Math.max(1, data.length);
  return (
    <svg width={width} height={height} aria-hidden="true" className="block">
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
