import { hasNoEnd } from '#core/otlp/has-no-end.ts';
import type { TraceSkeletonJson } from '#core/ports/span-rows.ts';
import type { SpanReader } from '#core/ports/span-store.ts';

/** Spans that are looked at: some 20 ms. Of more that lasted nothing, the first. */
const LOOKED_AT_MAX = 1_000;
const ANY_ZERO = /[[,]0[\],]/;

/** Indexes of the spans of a trace whose end was never sent. They are stored with their start for an end, so only spans that lasted nothing are looked at. */
export async function openSpansOf(spans: SpanReader, { columns }: TraceSkeletonJson): Promise<number[]> {
  if (!ANY_ZERO.test(columns.durationsNano)) return [];
  const durations = columns.durationsNano.slice(1, -1).split(',');
  const zeros = durations.flatMap((nanos, index) => (nanos === '0' ? [index] : [])).slice(0, LOOKED_AT_MAX);
  const ids = columns.ids.slice(1, -1).split(',');
  const byNumber = new Map(zeros.map((index) => [Number(ids[index]), index]));
  const payloads = await spans.payloads([...byNumber.keys()]);
  return payloads.flatMap(({ row, bytes }) => (hasNoEnd(bytes) ? (byNumber.get(row.id) ?? []) : [])).sort((a, b) => a - b);
}
