import type { Readable } from 'node:stream';
import { AppError } from '#contracts/wire/errors.ts';
import type { EvaluationBatch } from '#core/annotation/evaluation-batch.ts';
import type { EvaluationHead } from '#core/annotation/evaluation-frame.ts';
import type { FileLimits } from '#server/files/file-limits.ts';
import type { PartEncoding } from '#server/files/file-range.ts';
import type { UploadSpool } from '#server/files/upload-spool.ts';
import type { LeasedThreads } from '#server/threads/leased-threads.ts';
import type { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import type { EvaluationsOpened, OpenParams } from './evaluation-server.ts';

/** The consumer of a frame's batches; documented in `api/evaluations`. */
interface BatchWork {
  readonly locate: (spanIds: Uint8Array) => Promise<Float64Array>;
  readonly check: (
    head: EvaluationHead,
    batch: EvaluationBatch,
    located: Float64Array,
  ) => Promise<boolean>;
  readonly store: (
    head: EvaluationHead,
    batch: EvaluationBatch,
    located: Float64Array,
  ) => Promise<void>;
}

export interface EvaluationFramesOptions {
  readonly threads: LeasedThreads;
  readonly spool: UploadSpool;
  /** Largest body, as it comes. */
  readonly bytesMax: number;
  readonly limits: FileLimits;
}

const SPAN_ID_BYTES = 8;
const LOCATED_AT_ONCE = 100_000;
/**
 * How long a thread may read before it is ended: a whole frame when it is opened, one batch after
 * that.
 */
const OPEN_MS_MAX = 60_000;
const BATCH_MS_MAX = 15_000;

/**
 * Frames of evaluations, from the request's body to batches of rows: a file, then a thread that
 * reads it and can be ended.
 */
export class EvaluationFrames {
  readonly #options: EvaluationFramesOptions;

  constructor(options: EvaluationFramesOptions) {
    this.#options = options;
  }

  /**
   * Receives a frame and calls `check`, then `store`, with one batch after the other. Nothing is
   * stored unless all rows can be read and pass the check: rejects with `unprocessable` for an
   * invalid frame, `too_large`, `deadline_exceeded` for a body that arrives too slowly,
   * `unavailable` when others are being read.
   */
  async receive(
    body: Readable,
    frame: {
      readonly encoding: PartEncoding;
      readonly evalName?: string;
      readonly evalType?: string;
    },
    { locate, check, store }: BatchWork,
  ): Promise<void> {
    const { spool, bytesMax } = this.#options;
    const file = await spool.receive(body, {
      bytesMax,
      durable: false,
      tooLarge: () => tooLarge(bytesMax),
    });
    try {
      const params = { body: { ...file, ...frame }, limits: this.#options.limits };
      let located: Float64Array | null = null;
      const placesOf = async (
        { firstRow, targetIds }: EvaluationBatch,
        spanIds: Uint8Array,
      ): Promise<Float64Array> => {
        located ??= await locatedAll(spanIds, locate);
        return located.slice(firstRow - 1, firstRow - 1 + targetIds.length);
      };
      await this.#read(
        params,
        async (head, batch, spanIds) => await check(head, batch, await placesOf(batch, spanIds)),
      );
      await this.#read(params, async (head, batch, spanIds) => {
        await store(head, batch, await placesOf(batch, spanIds));
        return true;
      });
    } finally {
      await spool.remove(file.path);
    }
  }

  stop(): Promise<void> {
    return this.#options.threads.stop();
  }

  /** The next batch is read while the last one is worked on, until `work` gives false. */
  async #read(
    params: OpenParams,
    work: (head: EvaluationHead, batch: EvaluationBatch, spanIds: Uint8Array) => Promise<boolean>,
  ): Promise<void> {
    const lease = await this.#options.threads.lease();
    const next = (): Promise<unknown> => {
      const answer = call(lease.thread, 'next', null, BATCH_MS_MAX);
      answer.catch(() => undefined);
      return answer;
    };
    try {
      const { head, spanIds } = typedReply<EvaluationsOpened>(
        await call(lease.thread, 'open', params, OPEN_MS_MAX),
      );
      let coming = next();
      for (;;) {
        const batch = typedReply<EvaluationBatch | null>(await coming);
        if (batch === null) return;
        coming = next();
        if (!(await work(head, batch, spanIds))) return;
      }
    } finally {
      await lease.end();
    }
  }
}

/**
 * The positions of all rows' spans, found part by part; parts are large enough that a scan of all
 * ids in the store pays off.
 */
async function locatedAll(spanIds: Uint8Array, locate: BatchWork['locate']): Promise<Float64Array> {
  const numbers = new Float64Array(spanIds.length / SPAN_ID_BYTES);
  for (let from = 0; from < numbers.length; from += LOCATED_AT_ONCE)
    numbers.set(
      await locate(spanIds.slice(from * SPAN_ID_BYTES, (from + LOCATED_AT_ONCE) * SPAN_ID_BYTES)),
      from,
    );
  return numbers;
}

/** A thread that does not answer in time reads something that should not have been sent. */
async function call(
  thread: ThreadClient,
  method: string,
  params: unknown,
  deadlineMs: number,
): Promise<unknown> {
  try {
    return await thread.call(method, params, { deadlineMs });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'deadline_exceeded') throw error;
    throw new AppError(
      'unprocessable',
      `Invalid evaluations: they could not be read within ${deadlineMs / 1000} s; send fewer rows at a time.`,
      {
        cause: error,
      },
    );
  }
}

function tooLarge(bytesMax: number): AppError {
  return new AppError(
    'too_large',
    `The body is larger than ${bytesMax} bytes. Send the rows in several requests, or raise SERVICE_MAX_UPLOAD_BYTES.`,
  );
}
