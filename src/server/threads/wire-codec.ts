import { AppError, ERROR_CODES, type ErrorCode } from '#contracts/wire/errors.ts';

/** An error on its way between threads: structured clone would lose the class and the code. */
export interface WireError {
  readonly code: ErrorCode | null;
  readonly detail: string;
  readonly retryAfterSeconds: number | null;
  readonly stack: string | null;
}

/**
 * Main thread to thread. `slot` is the call's place in the shared cancellation flags; `deadlineMs`
 * is on the monotonic clock.
 */
export type ThreadRequest =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly slot: number;
      readonly method: string;
      readonly params: unknown;
      readonly deadlineMs: number;
    }
  | { readonly kind: 'close' };

/** `cpuMs` is what the call had of a processor, from threads that answer one after the other. */
export type ThreadReply = { readonly id: number; readonly cpuMs?: number } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: WireError }
);

/**
 * Thread to main thread. Replies come in lists, because the writer answers a whole group at once.
 */
export type ThreadMessage =
  | { readonly kind: 'ready'; readonly info: unknown }
  | { readonly kind: 'failed'; readonly error: WireError }
  | { readonly kind: 'replies'; readonly replies: readonly ThreadReply[] }
  | { readonly kind: 'event'; readonly event: unknown };

/** The start options of every thread. */
export interface ThreadData<Options> {
  readonly cancelFlags: SharedArrayBuffer;
  readonly options: Options;
}

export function encodeError(error: unknown): WireError {
  if (error instanceof AppError) {
    return {
      code: error.code,
      detail: error.detail,
      retryAfterSeconds: error.retryAfterSeconds ?? null,
      stack: null,
    };
  }
  if (error instanceof Error)
    return {
      code: null,
      detail: error.message,
      retryAfterSeconds: null,
      stack: error.stack ?? null,
    };
  return { code: null, detail: String(error), retryAfterSeconds: null, stack: null };
}

/**
 * An AppError comes back as itself; anything else as a plain Error with the thread's own stack, for
 * the log.
 */
export function decodeError(wire: WireError): Error {
  if (wire.code !== null && wire.code in ERROR_CODES) {
    return new AppError(
      wire.code,
      wire.detail,
      wire.retryAfterSeconds === null ? {} : { retryAfterSeconds: wire.retryAfterSeconds },
    );
  }
  const error = new Error(wire.detail);
  if (wire.stack !== null) error.stack = wire.stack;
  return error;
}

/** The one place where what came back from a thread gets the type its method promises. */
export function typedReply<R>(value: unknown): R {
  return value as R;
}

/** The one place where a thread's start data gets its type. */
export function typedThreadData<Options>(data: unknown): ThreadData<Options> {
  return data as ThreadData<Options>;
}
