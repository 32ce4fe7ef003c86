import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import type { SeriesBucket } from '../../api/model.ts';
import { seriesOptions, totalsOptions } from '../../api/projects.ts';
import { compactCount, formatCost, plural } from '../../lib/format-number.ts';
import { formatClock, formatDuration } from '../../lib/format-time.ts';
import { rangeOfWindow, windowOfRange } from '../../lib/time-range.ts';
import { Bars, Line } from './strip-charts.tsx';

interface SeriesStripProps {
  readonly project: string;
  readonly range: string;
  readonly generation: number;
  readonly onZoom: (range: string) => void;
}

const BUCKETS = 60;

/** Traffic, latency, tokens and cost over the range. Drag over the traffic to zoom. */
export function SeriesStrip({ project, range, generation, onZoom }: SeriesStripProps) {
  const { data, refetch } = useQuery(seriesOptions(project, range, BUCKETS));
  const { data: totals, refetch: refetchTotals } = useQuery(totalsOptions(project, range));
  useEffect(() => {
    if (generation === 0) return;
    void refetch();
    void refetchTotals();
  }, [generation, refetch, refetchTotals]);
  const buckets = data ?? [];
  const traces = sum(buckets, (one) => one.traces ?? 0);
  const errors = sum(buckets, (one) => one.errors);
  const tokens = sum(buckets, (one) => one.token_count_prompt + one.token_count_completion);
  const cost = sum(buckets, (one) => one.cost_usd);
  return (
    <section
      aria-label="Charts over the range"
      className="grid h-76 shrink-0 grid-cols-[2fr_1fr_1fr] gap-20 border-b border-line1 px-12 pt-6 pb-2 max-md:grid-cols-1"
    >
      <figure className="flex min-w-0 flex-col">
        <figcaption className="nums flex gap-8 text-12 text-text3">
          <strong className="font-semibold text-text1">{compactCount(traces)}</strong> {traces === 1 ? 'trace' : 'traces'}
          {errors > 0 && <span className="tone-error text-tone">{plural(errors, 'error')}</span>}
        </figcaption>
        <ZoomArea range={range} buckets={buckets} onZoom={onZoom} />
      </figure>
      <figure className={`flex min-w-0 flex-col max-md:hidden ${traces === 0 ? 'invisible' : ''}`}>
        <figcaption className="nums flex gap-8 text-12 text-text3">
          <strong className="font-semibold text-text1">{formatDuration(totals?.latency_p50_ms)}</strong> p50
          <strong className="font-semibold text-text1">{formatDuration(totals?.latency_p99_ms)}</strong> p99
        </figcaption>
        <div className="relative min-h-0 flex-1">
          <Line values={buckets.map((one) => one.latency_p99_ms)} and={buckets.map((one) => one.latency_p50_ms)} />
        </div>
      </figure>
      <figure className={`flex min-w-0 flex-col max-md:hidden ${traces === 0 ? 'invisible' : ''}`}>
        <figcaption className="nums flex gap-8 text-12 text-text3">
          {cost > 0 && (
            <span>
              <strong className="font-semibold text-text1">{formatCost(cost)}</strong> cost
            </span>
          )}
          {tokens > 0 && (
            <span>
              <strong className="font-semibold text-text1">{compactCount(tokens)}</strong> tokens
            </span>
          )}
        </figcaption>
        <div className="relative min-h-0 flex-1">
          <Bars
            values={buckets.map((one) => one.token_count_prompt)}
            on={buckets.map((one) => one.token_count_completion)}
            tones={['tone-retriever', 'tone-llm']}
            titles={buckets.map(
              (one) => `${clock(one)}: ${compactCount(one.token_count_prompt)} in, ${compactCount(one.token_count_completion)} out`,
            )}
          />
        </div>
      </figure>
    </section>
  );
}

function clock(bucket: SeriesBucket): string {
  return formatClock(Date.parse(bucket.start_time), Date.now());
}

function sum(buckets: readonly SeriesBucket[], value: (bucket: SeriesBucket) => number): number {
  return buckets.reduce((total, one) => total + value(one), 0);
}

function ZoomArea({ range, buckets, onZoom }: { range: string; buckets: readonly SeriesBucket[]; onZoom: (range: string) => void }) {
  const area = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const shareAt = (event: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect();
    return box === undefined ? 0 : Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const end = (): void => {
    const window = windowOfRange(range, Date.now());
    if (drag !== null && window !== null && Math.abs(drag.to - drag.from) > 0.01) {
      const length = window.endMs - window.startMs;
      const low = Math.min(drag.from, drag.to);
      const high = Math.max(drag.from, drag.to);
      onZoom(rangeOfWindow({ startMs: Math.floor(window.startMs + low * length), endMs: Math.ceil(window.startMs + high * length) }));
    }
    setDrag(null);
  };
  return (
    <div
      ref={area}
      className="relative min-h-0 flex-1 cursor-crosshair touch-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: shareAt(event), to: shareAt(event) });
      }}
      onPointerMove={(event) => {
        if (drag !== null) setDrag({ from: drag.from, to: shareAt(event) });
      }}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      <Bars
        values={buckets.map((one) => Math.min(one.errors, one.spans))}
        on={buckets.map((one) => Math.max(0, one.spans - one.errors))}
        tones={['tone-error', null]}
        titles={buckets.map(
          (one) => `${clock(one)}: ${plural(one.traces ?? 0, 'trace')}, ${plural(one.spans, 'span')}, ${plural(one.errors, 'error')}`,
        )}
      />
      {drag !== null && (
        <div
          className="pointer-events-none absolute inset-y-0 bg-sel opacity-60"
          style={{ left: `${Math.min(drag.from, drag.to) * 100}%`, width: `${Math.abs(drag.to - drag.from) * 100}%` }}
        />
      )}
    </div>
  );
}
