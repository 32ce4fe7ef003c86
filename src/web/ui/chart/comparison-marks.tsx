import { HEIGHT, Plot, THIN, strokeOf } from './marks.tsx';
import { bands, linear, type Extent } from './scale.ts';

/** Totals that bars are compared with, as a dashed line in steps; `most` is that of the bars. */
export function Steps({ values, most }: { values: readonly number[]; most: number }) {
  const { start } = bands(values.length);
  const place = linear([0, Math.max(Number.MIN_VALUE, most)], HEIGHT);
  const steps = values.map(
    (value, at) =>
      `${at === 0 ? 'M' : 'L'}${(start(at) * 100).toFixed(2)} ${place(value).toFixed(2)}H${(start(at + 1) * 100).toFixed(2)}`,
  );
  return (
    <Plot>
      <path
        d={steps.join('')}
        {...THIN}
        {...strokeOf(null)}
        strokeLinecap="butt"
        strokeWidth={1.2}
        strokeDasharray="4 3"
      />
    </Plot>
  );
}

/** The extent of known values; a single one is in its middle. */
export function extentOf(values: readonly (number | null)[]): Extent {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return least === most ? [least - 1, most + 1] : [least, most];
}

/** From a low to a high value of each band, for what is known to lie between them. */
export function Whiskers({
  lows,
  highs,
  tone,
  extent,
}: {
  lows: readonly (number | null)[];
  highs: readonly (number | null)[];
  tone: string;
  extent: Extent;
}) {
  const { centre } = bands(lows.length);
  const place = linear(extent, HEIGHT);
  const lines = lows.map((low, at) => {
    const high = highs[at] ?? null;
    return low === null || high === null
      ? ''
      : `M${(centre(at) * 100).toFixed(2)} ${place(low).toFixed(2)}V${place(high).toFixed(2)}`;
  });
  return (
    <Plot>
      <path d={lines.join('')} {...THIN} {...strokeOf(tone)} strokeWidth={1.5} opacity={0.45} />
    </Plot>
  );
}
