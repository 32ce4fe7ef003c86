import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import { insideOf } from '../batch-projects.ts';
import type { WriteParts } from '../write-parts.ts';

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
  if (!parts.events.hasRoomFor(events)) return { ...refusing('too many events wait for their spans'), isFull: true };
  const allowed = allowedProjectIds === undefined ? null : JSON.stringify(allowedProjectIds);
  const now = BigInt(Date.now()) * 1_000_000n;
  const refused: { readonly index: number; readonly reason: string }[] = [];
  let stored = 0;
  for (const [index, event] of events.entries()) {
    const outcome = parts.events.put(event, allowed, now);
    if (outcome === 'new') stored += 1;
    else if (outcome !== 'known') refused.push({ index, reason: outcome.refusal });
  }
  return { stored, duplicates: events.length - stored - refused.length, refused, projectIds: [] };
}
