import { countElements, walkItems } from '../request-walk.ts';
import type { SkimLimits } from '../skim-limits.ts';
import { SpanRefusal, type RefusedSpan } from '../span-refusal.ts';
import { WireReader } from '../wire-reader.ts';
import { LogSkimmer } from './log-skimmer.ts';
import type { SpanEvent } from './span-event.ts';

export interface LogSkim {
  readonly events: readonly SpanEvent[];
  readonly refused: readonly RefusedSpan[];
}

/**
 * The GenAI events of an ExportLogsServiceRequest. Throws OtlpDecodeError when the bytes are no such request and AppError `too_large` when it
 * holds too much: counted before anything is built. Log records that are no GenAI events, or name no span, are refused alone.
 */
export function skimLogs(body: Uint8Array, limits: SkimLimits): LogSkim {
  const reader = new WireReader(body);
  countElements(reader, limits, 'log records');
  const records = new LogSkimmer(reader, limits);
  const events: SpanEvent[] = [];
  const refused: RefusedSpan[] = [];
  walkItems(reader, (end, { projectName }) => {
    try {
      events.push(records.event(end, projectName));
    } catch (error) {
      if (!(error instanceof SpanRefusal)) throw error;
      refused.push(error.of(events.length + refused.length, records.lastIds()));
    }
  });
  return { events, refused };
}
