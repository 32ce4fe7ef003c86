import { LatencySketch } from '#core/figures/latency-sketch.ts';
import type { SeriesBucket } from '#core/ports/figure-reader.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { countedUsage } from '#core/trace/repeated-call.ts';
import type { MemorySpan } from './memory-data.ts';
import { callFacts, repeatsOf } from './memory-rows.ts';

const MINUTE_NANOS = 60e9;

export type Window = Required<TimeWindow>;

/** Edges of figures are exact to a minute: the window with the whole minutes at its ends. */
export function minutesOf({ startUnixNano, endUnixNano }: Window): Window {
  const [minute, rest] = [BigInt(MINUTE_NANOS), endUnixNano % BigInt(MINUTE_NANOS)];
  return {
    startUnixNano: startUnixNano - (startUnixNano % minute),
    endUnixNano: rest === 0n ? endUnixNano : endUnixNano - rest + minute,
  };
}

/** A minute belongs to the interval in which it starts. */
export function bucketAt(
  time: bigint,
  { startUnixNano, endUnixNano }: Window,
  buckets: number,
): number {
  const width = Number(endUnixNano - startUnixNano) / buckets;
  const minute = time - (time % BigInt(MINUTE_NANOS));
  return Math.min(buckets - 1, Math.max(0, Math.floor(Number(minute - startUnixNano) / width)));
}

export function bucketOf(
  startUnixNano: bigint,
  spans: readonly MemorySpan[],
  traces: readonly TraceRow[],
): SeriesBucket {
  const [latency, firstToken] = [new LatencySketch(), new LatencySketch()];
  const models = new Map<string, { prompt: number; completion: number; costUsd: number }>();
  for (const span of spans) {
    const { kind, firstTokenNano, modelName } = span.record;
    if (isTimedRoot(span)) latency.add(durationOf(span));
    if (kind === 'LLM' && firstTokenNano !== null) firstToken.add(firstTokenNano);
    const usage = countedUsage({ ...callFacts(span), repeats: repeatsOf(span) });
    const sum = models.get(modelName ?? '') ?? { prompt: 0, completion: 0, costUsd: 0 };
    models.set(modelName ?? '', {
      prompt: sum.prompt + usage.prompt,
      completion: sum.completion + usage.completion,
      costUsd: sum.costUsd + (usage.costUsd ?? 0),
    });
  }
  const ms = (sketch: LatencySketch, q: number): number | null => {
    const nanos = sketch.quantile(q);
    return nanos === null ? null : nanos / 1e6;
  };
  return {
    startUnixNano,
    spans: spans.length,
    traces: traces.length,
    errors: spans.filter(({ record }) => record.statusCode === 2).length,
    latencyP50Ms: ms(latency, 0.5),
    latencyP95Ms: ms(latency, 0.95),
    latencyP99Ms: ms(latency, 0.99),
    firstTokenP50Ms: ms(firstToken, 0.5),
    firstTokenP95Ms: ms(firstToken, 0.95),
    tokensByModel: Object.fromEntries(
      [...models].filter(
        ([, sum]) => sum.prompt !== 0 || sum.completion !== 0 || sum.costUsd !== 0,
      ),
    ),
  };
}

/** Without a duration nothing is known of a root's latency: most often its end was never sent. */
export function isTimedRoot(span: MemorySpan): boolean {
  return span.parentSpanId === null && durationOf(span) !== 0;
}

export function durationOf({ record }: MemorySpan): number {
  return Number(record.endTimeUnixNano - record.startTimeUnixNano);
}
