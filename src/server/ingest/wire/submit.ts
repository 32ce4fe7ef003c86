import { AppError } from '#contracts/wire/errors.ts';
import type { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import type { Admission, Visit } from './admission.ts';
import { giveBack } from './discard-body.ts';
import { ITEMS, type BodyFormat, type IngestOutcome, type IngestRequest, type Signal } from '../both/ingest-message.ts';
import type { BodyEncoding } from '../both/inflate.ts';
import type { IngestMetrics, Wire } from './ingest-metrics.ts';

export interface Submission {
  readonly encoding: BodyEncoding;
  readonly format: BodyFormat;
  readonly signal: Signal;
  readonly projectName: string | null;
  readonly wire: Wire;
  /** The only projects the sender may store in; null for all. */
  readonly limitedTo: readonly number[] | null;
}

/** The one way in, behind both wires. Resolves after the commit; rejects with the AppError the sender should read. */
export type Submit = (body: readonly Buffer[], visit: Visit, how: Submission) => Promise<IngestOutcome>;

export interface SubmitOptions {
  readonly writer: ThreadClient;
  readonly admission: Admission;
  readonly metrics: IngestMetrics;
  readonly deadlineMs: number;
}

/** Hands bodies to the writer thread. The pieces are moved there: the caller must not touch them again. */
export function createSubmit(options: SubmitOptions): Submit {
  const { writer, metrics } = options;
  return async (body, visit, how) => {
    const compressed = how.encoding !== 'identity';
    const entry = visit.enqueue(compressed);
    if (entry instanceof AppError) {
      giveBack(body);
      throw entry;
    }
    const pieces = body.map(ownPiece);
    const request: IngestRequest = {
      body: pieces,
      encoding: how.encoding,
      format: how.format,
      signal: how.signal,
      projectName: how.projectName,
      limitedTo: how.limitedTo,
      guessedSpans: entry.guessedSpans,
    };
    const done = metrics.began(
      how,
      pieces.reduce((total, piece) => total + piece.length, 0),
    );
    try {
      const outcome = typedReply<IngestOutcome>(
        await writer.call('ingest', request, { deadlineMs: options.deadlineMs, transfer: pieces.map((piece) => piece.buffer) }),
      );
      // The size of log records says nothing about spans.
      if (how.signal === 'traces') visit.learn(compressed, outcome.items);
      done(outcome);
      return outcome;
    } catch (error) {
      done(null);
      throw retryable(error, how.signal);
    }
  };
}

/** A piece that can be moved takes all of its buffer along; one that is a view into a buffer that others share is copied. */
function ownPiece(piece: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = piece;
  return buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength ? new Uint8Array(buffer) : new Uint8Array(piece);
}

/** A sender gives up permanently on anything but 503, though what it sent would be welcome a second later: so what is not its fault is 503. */
function retryable(error: unknown, signal: Signal): unknown {
  if (error instanceof AppError && (error.code === 'deadline_exceeded' || error.code === 'storage_full')) {
    return new AppError(
      'unavailable',
      error.code === 'storage_full' ? error.detail : `The ${ITEMS[signal].many} could not be written in time. Try again in a second.`,
      {
        cause: error,
        retryAfterSeconds: error.code === 'storage_full' ? 2 : 1,
      },
    );
  }
  return error;
}
