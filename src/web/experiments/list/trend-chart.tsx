import { Whiskers, extentOf } from '#web/ui/chart/comparison-marks.tsx';
import { Hover } from '#web/ui/chart/hover.tsx';
import { Lines } from '#web/ui/chart/marks.tsx';
import { shownName } from '#web/platform/text/shown-name.ts';
import { trendPointText, type Trend } from './trend-series.ts';

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
  const last = points.findLast(({ value }) => value !== null);
  const shown = cursor === null ? undefined : points[cursor];
  const [values, lows, highs] = [
    points.map(({ value }) => value),
    points.map(({ low }) => low),
    points.map(({ high }) => high),
  ];
  const extent = extentOf([...values, ...lows, ...highs, baseline]);
  return (
    <figure className="flex h-76 w-180 shrink-0 flex-col border-r border-line1 px-12 py-6 last:border-r-0">
      <figcaption className="flex items-baseline gap-8 text-11">
        <span className="clip text-text3" title={label}>
          {label}
        </span>
        <span className="nums ml-auto shrink-0 text-text2">{last?.text.split(' [')[0]}</span>
      </figcaption>
      <div className="flex min-h-0 flex-1 flex-col py-4">
        <Hover
          label={`${label} of the last ${points.length} experiments`}
          count={points.length}
          cursor={cursor}
          onCursor={onCursor}
          reading={shown === undefined ? '' : trendPointText(shown)}
          hint="Arrow keys read the experiments, Enter opens one"
          placeOf={(at) => `#${points[at]?.number ?? ''}`}
          onOpen={(at) => {
            const point = points[at];
            if (point !== undefined) onOpen(point.number);
          }}
        >
          <Lines
            broken
            extent={extent}
            series={[{ values: points.map(() => baseline), tone: null, dashed: true }]}
          />
          <Whiskers extent={extent} lows={lows} highs={highs} tone={tone} />
          <Lines extent={extent} series={[{ values, tone }]} />
        </Hover>
      </div>
      <span className="nums clip h-16 text-11 text-text3" aria-hidden="true">
        {shown === undefined
          ? `#${points[0]?.number ?? ''} to #${points.at(-1)?.number ?? ''}`
          : `${shown.text === '' ? 'no value' : shown.text} ${shownName(shown.name)}`}
      </span>
    </figure>
  );
}
