import type { WaitingAnnotation } from '#core/ports/annotation-rows.ts';
import type { Log } from '#server/telemetry/log.ts';

export interface AnnotationExpiryOptions {
  /** Drops what was received before then, at most `limit`; gives what went. */
  readonly expire: (
    receivedBeforeUnixNano: bigint,
    limit: number,
  ) => Promise<readonly Pick<WaitingAnnotation, 'target' | 'targetId' | 'name'>[]>;
  /** How long an annotation waits for its target. */
  readonly waitMs: number;
  readonly now: () => number;
  readonly log: Log;
  /** Receives the number deleted. */
  readonly onExpired: (count: number) => void;
}

/** Ingest waits while a step runs. */
const STEP = 500;
const NAMED_MAX = 20;
const NANOS_PER_MILLI = 1_000_000n;

/**
 * Makes the handler of `annotation.expiry`: annotations that waited too long for their target are
 * dropped, with a line in the log for each step.
 */
export function annotationExpiry(
  options: AnnotationExpiryOptions,
): (payload: object, context: { readonly signal: AbortSignal }) => Promise<void> {
  return async (_payload, { signal }) => {
    const receivedBefore = BigInt(options.now() - options.waitMs) * NANOS_PER_MILLI;
    while (!signal.aborted) {
      const expired = await options.expire(receivedBefore, STEP);
      if (expired.length === 0) return;
      options.onExpired(expired.length);
      const named = expired
        .slice(0, NAMED_MAX)
        .map(({ target, targetId, name }) => `${name} of ${target} ${targetId}`.slice(0, 200));
      options.log.warn(
        { expired: expired.length, annotations: named },
        'annotations expired: their targets did not arrive in time',
      );
      if (expired.length < STEP) return;
    }
  };
}
