import type { Readable } from 'node:stream';
import { AppError } from '#contracts/wire/errors.ts';
import type { Visit } from './admission.ts';
import { discardBody, giveBack } from './discard-body.ts';

export interface ReadBodyLimits {
  readonly bodyBytesMax: number;
  /** A sender slower than this, on average over each interval, is cut off. */
  readonly bytesPerSecondMin: number;
}

const PACE_INTERVAL_MS = 5_000;

/**
 * Reads a body whole, as the pieces it came in, counting each with admission as it arrives. The
 * pieces are not joined here: joining would double the garbage of the main thread, and the thread
 * they are moved to needs them elsewhere anyway. Rejects with `too_large`, `unavailable` (the queue
 * is full) or `deadline_exceeded` (too slow); what is still to come is then thrown away, so that
 * the sender gets to read the answer.
 */
export function readBody(
  stream: Readable,
  visit: Visit,
  limits: ReadBodyLimits,
): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    let totalBefore = 0;
    const finish = (): void => {
      clearInterval(pace);
      stream.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    };
    const refuse = (error: AppError): void => {
      finish();
      giveBack(chunks);
      discardBody(stream);
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      total += chunk.length;
      if (total > limits.bodyBytesMax) return refuse(bodyTooLarge(limits.bodyBytesMax));
      chunks.push(chunk);
      const full = visit.grow(chunk.length);
      if (full !== null) return refuse(full);
    };
    const onEnd = (): void => {
      finish();
      resolve(chunks);
    };
    const onBroken = (): void =>
      refuse(
        new AppError('invalid_request', 'The connection closed before the body was complete.'),
      );
    const pace = setInterval(() => {
      if (total - totalBefore < limits.bytesPerSecondMin * (PACE_INTERVAL_MS / 1000)) {
        refuse(
          new AppError(
            'deadline_exceeded',
            `The body arrives too slowly: fewer than ${limits.bytesPerSecondMin} bytes a second.`,
          ),
        );
      }
      totalBefore = total;
    }, PACE_INTERVAL_MS);
    stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

export function bodyTooLarge(bytesMax: number): AppError {
  return new AppError(
    'too_large',
    `The body is larger than ${bytesMax} bytes. Send fewer spans in one request, or raise SERVICE_MAX_BODY_BYTES.`,
  );
}
