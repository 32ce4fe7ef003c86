import { AppError } from '#contracts/wire/errors.ts';
import { forbiddenProject } from '#core/access/forbidden-project.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import { partialSuccessMessage, type RefusedSpan } from './partial-success.ts';
import type { IngestOutcome, Signal } from '../both/ingest-message.ts';

/** A request whose body was inflated and skimmed. */
export interface PreparedRequest {
  readonly id: number;
  readonly projectName: string | null;
  /** The only projects its sender may store in; null for all. */
  readonly limitedTo: readonly number[] | null;
  readonly signal: Signal;
  readonly records: readonly SpanRecord[];
  /** The signal of log records; absent for traces. */
  readonly events: readonly SpanEvent[];
  /** Place of each record or event among what was sent. */
  readonly positions: readonly number[] | null;
  readonly refused: readonly RefusedSpan[];
  readonly warnings: readonly string[];
  readonly bytes: number;
}

/** The reply to each request of a group. */
export type Answer = { readonly id: number; readonly outcome: IngestOutcome } | { readonly id: number; readonly error: unknown };

/**
 * Writes a group of requests in one transaction and returns each one's outcome. When the group fails for a reason other than a full disk,
 * which affects all, each request is written alone, so that only the faulty one is refused.
 */
export async function commitGroup(writer: SpanWriter, group: readonly PreparedRequest[]): Promise<readonly Answer[]> {
  try {
    const outcomes = await writer.write(group.map(batchOf));
    return group.map((request, index) => answer(request, outcomes[index]));
  } catch (error) {
    const isShared = error instanceof AppError && (error.code === 'unavailable' || error.code === 'storage_full');
    if (isShared || group.length === 1) return group.map(({ id }) => ({ id, error }));
  }
  const answers: Answer[] = [];
  for (const request of group) answers.push(...(await commitGroup(writer, [request])));
  return answers;
}

function batchOf({ signal, projectName, records, events, limitedTo }: PreparedRequest): SpanBatch {
  return {
    projectName,
    records,
    ...(signal === 'logs' ? { events } : {}),
    ...(limitedTo === null ? {} : { allowedProjectIds: limitedTo }),
  };
}

function answer(request: PreparedRequest, written: WriteOutcome | undefined): Answer {
  if (written === undefined) return { id: request.id, error: new Error('The store gave no outcome for a batch.') };
  if (written.isForbidden === true) return { id: request.id, error: forbiddenProject() };
  if (written.isFull === true) return { id: request.id, error: tooManyWait() };
  const refusedByStore = written.refused.map(({ index, reason }) => ({ index: request.positions?.[index] ?? index, reason }));
  const refused = [...request.refused, ...refusedByStore];
  const items = request.records.length + request.events.length + request.refused.length;
  const messages = [...(refused.length === 0 ? [] : [partialSuccessMessage(request.signal, items, refused)]), ...request.warnings];
  const outcome: IngestOutcome = {
    items,
    stored: written.stored,
    duplicates: written.duplicates,
    refused: refused.length,
    message: messages.length === 0 ? null : messages.join('. '),
  };
  return { id: request.id, outcome };
}

function tooManyWait(): AppError {
  return new AppError('unavailable', 'Too many events wait for their spans. Send them again in 30 seconds.', { retryAfterSeconds: 30 });
}
