import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { bands, linear, type Extent } from './scale.ts';
import { clockTicks, type Tick } from './ticks.ts';

/** Between the text of a label and the next. */
const GAP_PX = 20;
/** Of a time or a day. */
const TIME_PX = 44;
/** Of a character of a number. */
const CHARACTER_PX = 6.5;

interface AxisProps {
  /** The values at the left and the right edge. */
  readonly domain: Extent;
  /** The ticks, if at most so many have room. */
  readonly ticksOf: (countMax: number) => readonly Tick[];
  /** The width of the widest label: one that would be cut at the right edge is omitted. */
  readonly textPx: number;
  /** How the right edge reads. */
  readonly end?: string;
}

/** Labels below a chart, as many as have room. */
function Axis({ domain, ticksOf, textPx, end }: AxisProps) {
  const { ref, width } = useBoxWidth();
  const labelPx = textPx + GAP_PX;
  const room = (width ?? 0) - (end === undefined ? 0 : labelPx);
  const place = linear(domain, [0, width ?? 0]);
  const ticks =
    width === null
      ? []
      : ticksOf(Math.floor(width / labelPx)).filter(
          ({ at }) => at === domain[0] || place(at) <= room - textPx,
        );
  return (
    <div
      ref={ref}
      className="nums relative h-14 overflow-hidden text-11 leading-14 text-text3"
      aria-hidden="true"
    >
      {ticks.map(({ at, label }) => (
        <span
          key={at}
          className="absolute border-l border-line2 pl-4 whitespace-nowrap"
          style={{ left: place(at) }}
        >
          {label}
        </span>
      ))}
      {end !== undefined && (
        <span className="absolute right-0 border-r border-line2 pr-4 whitespace-nowrap">{end}</span>
      )}
    </div>
  );
}

/** Round times below a chart. */
export function TimeAxis({ startMs, endMs }: { startMs: number; endMs: number }) {
  return (
    <Axis
      domain={[startMs, endMs]}
      textPx={TIME_PX}
      ticksOf={(countMax) => clockTicks(startMs, endMs, countMax)}
    />
  );
}

/** Where bands begin and where the last ends, below a chart of them. */
export function BandAxis({
  edges,
  format,
}: {
  edges: readonly number[];
  format: (value: number) => string;
}) {
  const labels = edges.map(format);
  const { count } = bands(edges.length - 1);
  const ticksOf = (countMax: number): readonly Tick[] => {
    const every = Math.ceil(count / Math.max(1, countMax));
    return labels.slice(0, count).flatMap((label, at) => (at % every === 0 ? [{ at, label }] : []));
  };
  const textPx = Math.max(...labels.map((label) => label.length)) * CHARACTER_PX;
  return <Axis domain={[0, count]} textPx={textPx} ticksOf={ticksOf} end={labels.at(-1) ?? ''} />;
}

/** The value at the top of a chart that begins at nothing, for a child of its `Hover`. */
export function TopLabel({ most, format }: { most: number; format: (value: number) => string }) {
  if (most <= 0) return null;
  return (
    <span
      className="nums pointer-events-none absolute top-0 left-0 bg-bg0 pr-4 text-11 text-text3"
      aria-hidden="true"
    >
      {format(most)}
    </span>
  );
}
