import { AppError } from '#contracts/wire/errors.ts';
import { forbiddenProject } from '#core/access/forbidden-project.ts';
import type { RefusedSpan } from '#core/otlp/span-refusal.ts';
import type { WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import { ITEMS, type IngestOutcome, type Signal, type Commit } from '../both/ingest-message.ts';
import { itemsOf, type DecodedRequest } from './decode-request.ts';

const NAMED_MAX = 10;

/**
 * Writes a group of requests in one transaction and returns the outcome of each, in their order, or
 * its error. When the group fails for a reason other than a full disk, which affects all, each
 * request is written alone, so that only the faulty one is refused.
 */
export async function commitGroup(
  writer: SpanWriter,
  group: readonly DecodedRequest[],
): Promise<readonly PromiseSettledResult<IngestOutcome>[]> {
  try {
    const outcomes = await writer.write(group.map(({ batch }) => batch));
    return group.map((request, index) => settled(request, outcomes[index]));
  } catch (error) {
    const isShared =
      error instanceof AppError && (error.code === 'unavailable' || error.code === 'storage_full');
    if (isShared || group.length === 1) return group.map(() => failed(error));
  }
  const results: PromiseSettledResult<IngestOutcome>[] = [];
  for (const request of group) results.push(...(await commitGroup(writer, [request])));
  return results;
}

function settled(
  request: DecodedRequest,
  written: WriteOutcome | undefined,
): PromiseSettledResult<IngestOutcome> {
  if (written === undefined) return failed(new Error('The store gave no outcome for a batch.'));
  if (written.isForbidden === true) return failed(forbiddenProject());
  if (written.isFull === true) return failed(tooManyWait());
  return { status: 'fulfilled', value: outcomeOf(request, written) };
}

function failed(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason };
}

function outcomeOf(
  { signal, batch, positions, refused: before, warnings }: DecodedRequest,
  written: WriteOutcome,
): IngestOutcome {
  const { stored, duplicates } = written;
  const refused = [
    ...before,
    ...written.refused.map((one) => ({ ...one, index: positions?.[one.index] ?? one.index })),
  ];
  const items = itemsOf(batch) + before.length;
  const messages = [
    ...(refused.length === 0 ? [] : [partialSuccessMessage(signal, items, refused)]),
    ...warnings,
  ];
  return {
    items,
    stored,
    duplicates,
    refused: refused.length,
    message: messages.length === 0 ? null : messages.join('. '),
  };
}

/** `partial_success.error_message`: which items were refused, and why; the first ten by name. */
function partialSuccessMessage(
  signal: Signal,
  sent: number,
  refused: readonly RefusedSpan[],
): string {
  const { one, many } = ITEMS[signal];
  const named = refused
    .slice(0, NAMED_MAX)
    .map((item) => `${one} ${item.index}: ${described(item)}`);
  const more = refused.length - named.length;
  return `${refused.length} of ${sent} ${many} were not stored: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function described({ traceId, spanId, field, reason }: RefusedSpan): string {
  const ids = [
    ...(typeof traceId === 'string' ? [`trace ${traceId}`] : []),
    ...(typeof spanId === 'string' ? [`span ${spanId}`] : []),
  ].join(', ');
  return `${ids === '' ? '' : `(${ids}) `}${field === undefined ? '' : `${field} `}${reason}`;
}

function tooManyWait(): AppError {
  return new AppError(
    'unavailable',
    'Too many events wait for their spans. Send them again in 30 seconds.',
    { retryAfterSeconds: 30 },
  );
}

/** A writer that reports each transaction that stored something, once it is committed. */
export function announcingWriter(
  writer: SpanWriter,
  announce: (commit: Commit) => void,
): SpanWriter {
  return {
    canWrite: () => writer.canWrite(),
    async write(batches) {
      const outcomes = await writer.write(batches);
      let stored = 0;
      const projectIds = new Set<number>();
      for (const outcome of outcomes) {
        // Events that wait for their spans are in no project yet.
        if (outcome.projectIds.length > 0) stored += outcome.stored;
        for (const id of outcome.projectIds) projectIds.add(id);
      }
      if (stored > 0) announce({ projectIds: [...projectIds], stored });
      return outcomes;
    },
  };
}
