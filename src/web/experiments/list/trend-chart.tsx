import { useRef, type MouseEvent } from 'react';
import { onChartKey } from '#web/ui/chart/chart-area.tsx';
import { trendPointText, type Trend } from './trend-series.ts';

/** Per cent of the height left free above and below. */
const MARGIN = 12;
const HINT = 'Arrow keys read the experiments, Enter opens one';

interface TrendChartProps {
  readonly trend: Trend;
  readonly tone: string;
  /** The point that is read, shared by all trends; null for none. */
  readonly cursor: number | null;
  readonly onCursor: (at: number | null) => void;
  readonly onOpen: (number: number) => void;
}

/** A figure over the last experiments with its intervals; a dashed line where the baseline is. */
export function TrendChart({ trend, tone, cursor, onCursor, onOpen }: TrendChartProps) {
  const { label, points, baseline } = trend;
  const area = useRef<HTMLDivElement>(null);
  const last = points.findLast(({ value }) => value !== null);
  const shown = cursor === null ? undefined : points[cursor];
  const pointAt = (event: MouseEvent): number => {
    const box = area.current?.getBoundingClientRect();
    const share = box === undefined ? 0 : (event.clientX - box.left) / box.width;
    return Math.min(points.length - 1, Math.max(0, Math.floor(share * points.length)));
  };
  const openAt = (at: number): void => {
    const point = points[at];
    if (point !== undefined) onOpen(point.number);
  };
  return (
    <figure className="flex h-76 w-180 shrink-0 flex-col border-r border-line1 px-12 py-6 last:border-r-0">
      <figcaption className="flex items-baseline gap-8 text-11">
        <span className="clip text-text3" title={label}>
          {label}
        </span>
        <span className="nums ml-auto shrink-0 text-text2">{last?.text.split(' [')[0]}</span>
      </figcaption>
      <div
        ref={area}
        role="slider"
        tabIndex={0}
        aria-label={`${label} of the last ${points.length} experiments`}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={cursor ?? 0}
        aria-valuetext={shown === undefined ? HINT : trendPointText(shown)}
        className="relative min-h-0 flex-1 cursor-pointer rounded-chip"
        onPointerMove={(event) => onCursor(pointAt(event))}
        onPointerLeave={() => onCursor(null)}
        onBlur={() => onCursor(null)}
        onClick={(event) => openAt(pointAt(event))}
        onKeyDown={(event) => {
          // Without a point that is read there is none to open.
          if (event.key !== 'Enter' || cursor !== null) onChartKey(event, { count: points.length, cursor, onCursor, onZoom: openAt });
        }}
      >
        <Plot points={points} baseline={baseline} tone={tone} at={cursor} />
      </div>
      <span className="nums clip h-16 text-11 text-text3" aria-hidden="true">
        {shown === undefined ? `#${points[0]?.number ?? ''} to #${points.at(-1)?.number ?? ''}` : trendPointText(shown)}
      </span>
    </figure>
  );
}

function Plot({ points, baseline, tone, at }: Pick<Trend, 'points' | 'baseline'> & { tone: string; at: number | null }) {
  const all = [...points.flatMap(({ value, low, high }) => [value, low, high]), baseline].filter((one) => one !== null);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  // Constant values are drawn in the middle.
  const y = (value: number): string =>
    (most === least ? 50 : 100 - MARGIN - ((value - least) / (most - least)) * (100 - 2 * MARGIN)).toFixed(2);
  const x = (index: number): string => (((index + 0.5) / points.length) * 100).toFixed(2);
  const known = points.flatMap(({ value, low, high }, index) => (value === null ? [] : [{ value, low, high, index }]));
  const line = { fill: 'none', stroke: 'var(--tone-bar)', vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round' } as const; // as: of these very words
  return (
    <svg aria-hidden="true" className={`${tone} absolute inset-0 size-full`} viewBox="0 0 100 100" preserveAspectRatio="none">
      {baseline !== null && (
        <path
          d={`M0 ${y(baseline)}H100`}
          stroke="var(--text3)"
          strokeWidth={1}
          strokeDasharray="3 3"
          fill="none"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        {...line}
        opacity={0.45}
        strokeWidth={1.5}
        d={known.map(({ low, high, index }) => (low === null || high === null ? '' : `M${x(index)} ${y(low)}V${y(high)}`)).join('')}
      />
      <path
        {...line}
        strokeWidth={1.5}
        d={known.map(({ value, index }, order) => `${order === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('')}
      />
      <path {...line} strokeWidth={5} d={known.map(({ value, index }) => `M${x(index)} ${y(value)}h0.01`).join('')} />
      {at !== null && <path d={`M${x(at)} 0V100`} stroke="var(--text3)" strokeWidth={1} fill="none" vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}
