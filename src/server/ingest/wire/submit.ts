import { AppError } from '#contracts/wire/errors.ts';
import type { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import type { Admission, Visit } from './admission.ts';
import { giveBack } from './discard-body.ts';
import {
  ITEMS,
  type IngestOutcome,
  type IngestRequest,
  type Signal,
} from '../both/ingest-message.ts';
import type { IngestMetrics, Wire } from './ingest-metrics.ts';

/**
 * The one way in, behind both wires. Resolves after the commit; rejects with the AppError the
 * sender should read. The body's pieces are moved to the writer thread: the caller must not touch
 * them again.
 */
export type Submit = (
  request: Omit<IngestRequest, 'guessedSpans'>,
  visit: Visit,
  wire: Wire,
) => Promise<IngestOutcome>;

export interface SubmitOptions {
  readonly writer: ThreadClient;
  readonly admission: Admission;
  readonly metrics: IngestMetrics;
  readonly deadlineMs: number;
}

/** Hands requests to the writer thread. */
export function createSubmit(options: SubmitOptions): Submit {
  const { writer, metrics } = options;
  return async (request, visit, wire) => {
    const { signal, encoding } = request;
    const compressed = encoding !== 'identity';
    const entry = visit.enqueue(compressed);
    if (entry instanceof AppError) {
      giveBack(request.body);
      throw entry;
    }
    const body = request.body.map(ownPiece);
    const queued: IngestRequest = { ...request, body, guessedSpans: entry.guessedSpans };
    const done = metrics.began(
      { wire, signal },
      body.reduce((total, piece) => total + piece.length, 0),
    );
    try {
      const outcome = typedReply<IngestOutcome>(
        await writer.call('ingest', queued, {
          deadlineMs: options.deadlineMs,
          transfer: body.map((piece) => piece.buffer),
        }),
      );
      // The size of log records says nothing about spans.
      if (signal === 'traces') visit.learn(compressed, outcome.items);
      done(outcome);
      return outcome;
    } catch (error) {
      done(null);
      throw retryable(error, signal);
    }
  };
}

/**
 * A piece that can be moved takes all of its buffer along; one that is a view into a buffer that
 * others share is copied.
 */
function ownPiece(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = piece;
  return buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(piece);
}

/**
 * A sender gives up permanently on anything but 503, though what it sent would be welcome a second
 * later: so what is not its fault is 503.
 */
function retryable(error: unknown, signal: Signal): unknown {
  if (
    error instanceof AppError &&
    (error.code === 'deadline_exceeded' || error.code === 'storage_full')
  ) {
    return new AppError(
      'unavailable',
      error.code === 'storage_full'
        ? error.detail
        : `The ${ITEMS[signal].many} could not be written in time. Try again in a second.`,
      {
        cause: error,
        retryAfterSeconds: error.code === 'storage_full' ? 2 : 1,
      },
    );
  }
  return error;
}
