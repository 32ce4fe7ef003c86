import { AppError } from '#contracts/wire/errors.ts';
import { monotonicMs } from './monotonic.ts';

/** A call that has waited longer has too little of its time left for callers who only came now. */
const JOINED_MS_MAX = 2_000;

/** A call under way to its answer, and how many wait for it. */
class SharedCall {
  readonly askedAt = monotonicMs();
  readonly #left = new AbortController();
  readonly #answer: Promise<unknown>;
  #callers = 0;

  constructor(start: (signal: AbortSignal) => Promise<unknown>) {
    this.#answer = start(this.#left.signal);
  }

  join(signal: AbortSignal | undefined): Promise<unknown> {
    this.#callers += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(new AppError('deadline_exceeded', 'The request was cancelled by its client.'));
        this.#callers -= 1;
        if (this.#callers === 0) this.#left.abort();
      };
      this.#answer.finally(() => signal?.removeEventListener('abort', leave)).then(resolve, reject);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

/**
 * Callers that ask the same while none of it has begun share one answer: ten people who watch one
 * page all ask again when a commit is announced. It begins after the last of them asked, so each
 * sees what was stored before; it is called off when all of them have left.
 */
export class SharedCalls {
  readonly #waiting = new Map<string, SharedCall>();

  /**
   * The answer to `key`. Unless it is waited for already, `start` makes it, and tells when it has
   * begun: from then on, the next caller gets another.
   */
  ask(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal, begun: () => void) => Promise<unknown>,
  ): Promise<unknown> {
    const known = this.#waiting.get(key);
    if (known !== undefined && monotonicMs() - known.askedAt < JOINED_MS_MAX)
      return known.join(signal);
    let isWaiting = true;
    let call: SharedCall | null = null;
    const begun = (): void => {
      isWaiting = false;
      // It may be waited for no more, and another instead.
      if (call !== null && this.#waiting.get(key) === call) this.#waiting.delete(key);
    };
    call = new SharedCall((left) => start(left, begun).finally(begun));
    if (isWaiting) this.#waiting.set(key, call);
    return call.join(signal);
  }
}

/** What is asked, as a text: the same for the same parameters. */
export function callKey(call: unknown): string {
  return JSON.stringify(call, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
