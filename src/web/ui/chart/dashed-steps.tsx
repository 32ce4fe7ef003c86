/** The previous totals of bars, as a dashed line in steps; on the scale of `StackedBars`. */
export function DashedSteps({ values, most }: { values: readonly number[]; most: number }) {
  const step = 100 / Math.max(1, values.length);
  const points = values.map((value, at) => {
    const y = (100 - (value / Math.max(Number.MIN_VALUE, most)) * 96).toFixed(2);
    return `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(2)} ${y}H${((at + 1) * step).toFixed(2)}`;
  });
  return (
    <svg className="absolute inset-0 size-full" viewBox="0 0 100 100" aria-hidden="true" preserveAspectRatio="none">
      <path
        d={points.join('')}
        fill="none"
        stroke="var(--text3)"
        strokeWidth={1.2}
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
