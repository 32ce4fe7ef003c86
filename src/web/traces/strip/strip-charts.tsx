interface BarsProps {
  readonly values: readonly number[];
  /** Stacked on the first. */
  readonly on?: readonly number[];
  /** The tone of each; null is neutral. */
  readonly tones: readonly [string | null, string | null];
}

/** Stacked bars that fit their box. Values above zero are always visible. */
export function Bars({ values, on = [], tones }: BarsProps) {
  const most = Math.max(Number.MIN_VALUE, ...values.map((value, index) => value + (on[index] ?? 0)));
  const step = 100 / Math.max(1, values.length);
  const bar = (index: number, from: number, tall: number, tone: string | null) =>
    tall === 0 ? null : (
      <rect
        x={`${index * step}%`}
        width={`${step * 0.82}%`}
        y={`${100 - (from + Math.max(tall, 3))}%`}
        height={`${Math.max(tall, 3)}%`}
        className={tone ?? undefined}
        fill={tone === null ? 'var(--volume)' : 'var(--tone-bar)'}
      />
    );
  return (
    <svg className="absolute inset-0 size-full" aria-hidden="true" preserveAspectRatio="none">
      {values.map((value, index) => {
        const low = (value / most) * 100;
        return (
          <g key={index}>
            {bar(index, low === 0 ? 0 : Math.max(low, 3), ((on[index] ?? 0) / most) * 100, tones[1])}
            {bar(index, 0, low, tones[0])}
          </g>
        );
      })}
    </svg>
  );
}

/** Two lines over one scale: the slow ones in amber, the usual in grey. Gaps where nothing happened. */
export function Line({ values, and }: { values: readonly (number | null)[]; and: readonly (number | null)[] }) {
  const most = Math.max(Number.MIN_VALUE, ...values.map((value) => value ?? 0));
  return (
    <svg className="absolute inset-0 size-full" viewBox="0 0 100 100" aria-hidden="true" preserveAspectRatio="none">
      <path d={linePath(and, most)} fill="none" stroke="var(--text3)" strokeWidth={1.25} vectorEffect="non-scaling-stroke" />
      <path
        d={linePath(values, most)}
        fill="none"
        className="tone-warn"
        stroke="var(--tone-bar)"
        strokeWidth={1.25}
        vectorEffect="non-scaling-stroke"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A lone point between gaps is drawn as a short dash. */
function linePath(values: readonly (number | null)[], most: number): string {
  const step = 100 / Math.max(1, values.length);
  let path = '';
  values.forEach((value, index) => {
    if (value === null) return;
    const y = (97 - (value / most) * 92).toFixed(2);
    const open = values[index - 1] === null || index === 0;
    path += open ? `M${(index * step).toFixed(2)} ${y}H${((index + 0.5) * step).toFixed(2)}` : `L${((index + 0.5) * step).toFixed(2)} ${y}`;
  });
  return path;
}
