import { Bars } from './marks.tsx';

interface SparklineProps {
  readonly data: readonly { readonly spans: number; readonly errors: number }[];
  /** In CSS pixels; as wide as what holds it by default. */
  readonly width?: number;
  readonly height?: number;
}

/** Traffic as bars, errors in red at their foot. */
export function Sparkline({ data, width, height = 18 }: SparklineProps) {
  return (
    <span className="relative block shrink-0 border-b border-line1" style={{ width, height }}>
      <Bars
        height={height}
        series={[
          { values: data.map(({ errors }) => errors), tone: 'tone-error' },
          { values: data.map(({ spans, errors }) => spans - errors), tone: null },
        ]}
      />
    </span>
  );
}
