import type { SpanPayload, SpanRow } from '#core/ports/span-rows.ts';
import type { SpanReader } from '#core/ports/span-store.ts';

/** Read at first: a span may be megabytes. */
const FIRST_SPANS = 20;
const SPANS_MAX = 200;
/** About what a step holds, going by the sizes of the step before. */
const STEP_BYTES = 512 * 1024;
const GROWTH_MAX = 10;

/**
 * The payloads of spans in steps, in the order given: few spans at once where they are large, and
 * many where they are small, since a step costs a database some milliseconds however little it
 * holds. Beside the payloads, how many spans the steps so far took, those included that are gone.
 */
export async function* payloadSteps(
  spans: Pick<SpanReader, 'payloads'>,
  wanted: readonly number[] | readonly SpanRow[],
): AsyncGenerator<{ readonly payloads: readonly SpanPayload[]; readonly read: number }> {
  let count = FIRST_SPANS;
  for (let at = 0; at < wanted.length;) {
    const payloads = await spans.payloads(wanted.slice(at, at + count));
    at = Math.min(at + count, wanted.length);
    yield { payloads, read: at };
    count = nextCount(count, payloads);
  }
}

function nextCount(count: number, payloads: readonly SpanPayload[]): number {
  const size = payloads.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const mean = size / Math.max(1, payloads.length);
  const fits = Math.floor(STEP_BYTES / Math.max(1, mean));
  return Math.max(1, Math.min(fits, count * GROWTH_MAX, SPANS_MAX));
}
