import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { RefusedSpan } from '#core/otlp/span-refusal.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import { DEFAULT_PROJECT, insideOf } from '../batch-projects.ts';
import type { WriteParts } from '../write-parts.ts';

/** The error for a sender whose remaining events don’t fit although others’ do: a collector may send for many projects. */
const TOO_MANY = { refusal: 'too many events of its project wait for their spans' } as const;

/** Has the events of a batch wait for their spans. */
export function writeEvents(parts: WriteParts, batch: SpanBatch, events: readonly SpanEvent[]): WriteOutcome {
  const { allowedProjectIds, projectName } = batch;
  const refusing = (reason: string): WriteOutcome => ({
    stored: 0,
    duplicates: 0,
    refused: events.map((_, index) => ({ index, reason })),
    projectIds: [],
  });
  if (allowedProjectIds !== undefined) {
    const isInside = insideOf(parts, projectName, allowedProjectIds);
    if (!events.every((event) => isInside(event.traceId, event.projectName)))
      return { ...refusing('beyond the projects of its key'), isForbidden: true };
  }
  const allowed = allowedProjectIds === undefined ? null : JSON.stringify(allowedProjectIds);
  // A limited key may send events of a trace under any name, so those of it are counted together.
  const senderOf = (event: SpanEvent): string => allowed ?? projectName ?? event.projectName ?? DEFAULT_PROJECT;
  const full = sendersWithoutRoom(parts, events, senderOf);
  if (!parts.events.hasRoomFor(events) || events.every((event) => full.has(senderOf(event))))
    return { ...refusing('too many events wait for their spans'), isFull: true };
  const now = BigInt(Date.now()) * 1_000_000n;
  const refused: RefusedSpan[] = [];
  let stored = 0;
  for (const [index, event] of events.entries()) {
    const name = senderOf(event);
    const outcome = full.has(name) ? TOO_MANY : parts.events.put(event, { name, allowedProjects: allowed }, now);
    if (outcome === 'new') stored += 1;
    else if (outcome !== 'known') refused.push({ index, reason: outcome.refusal });
  }
  return { stored, duplicates: events.length - stored - refused.length, refused, projectIds: [] };
}

/** The senders whose events of the batch cannot all wait. */
function sendersWithoutRoom(parts: WriteParts, events: readonly SpanEvent[], senderOf: (event: SpanEvent) => string): ReadonlySet<string> {
  const sums = new Map<string, { events: number; bytes: number }>();
  for (const event of events) {
    const sum = sums.get(senderOf(event)) ?? { events: 0, bytes: 0 };
    sum.events += 1;
    sum.bytes += event.bytes.length;
    sums.set(senderOf(event), sum);
  }
  return new Set([...sums].filter(([sender, sum]) => !parts.events.hasRoomOf(sender, sum)).map(([sender]) => sender));
}
