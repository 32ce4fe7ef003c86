import { performance } from 'node:perf_hooks';
import { AppError } from '#contracts/wire/errors.ts';

export interface ReplyLimits {
  /** Bytes of large replies in memory, over all callers. */
  readonly bytesMax: number;
  /** Bytes of large replies in memory that one caller asked for. */
  readonly bytesPerCallerMax: number;
  /** Reads of one caller that may be in the reader threads, or on their way there, at a time. */
  readonly readsPerCallerMax: number;
  /**
   * A caller who takes nothing for so long gets nothing more meanwhile; ten seconds unless given.
   */
  readonly unmovedMsMax?: number;
}

/**
 * From so many bytes on a reply counts; smaller ones fit into what the system buffers for a
 * connection.
 */
export const LARGE_REPLY_BYTES = 64 * 1024;
/**
 * Streams to one caller at a time: each fills what the system buffers for its connection, some
 * megabytes, whether it is read or not.
 */
const STREAMS_MAX = 16;
/** Calls of one caller that may wait for a turn. */
const WAITING_MAX = 256;
const WAIT_MS_MAX = 30_000;
const UNMOVED_MS_MAX = 10_000;
const LOOK_EVERY_MS = 500;
/** How fast the memory of a query's large results fades. */
const FADING = 0.9;
/**
 * Replies that could not be held back before they were made, such as documents, are refused beyond
 * this many times a limit.
 */
const REFUSED_OVER = 2;

/** A request for room. */
interface Claim {
  readonly expected: number;
  readonly isStream?: true;
}

interface Waiting extends Claim {
  readonly sinceMs: number;
  readonly start: () => void;
  readonly leave: (error: AppError) => void;
}

/** One caller's replies in progress. Kept while there are any. */
interface Account {
  readonly id: string;
  bytes: number;
  expected: number;
  reads: number;
  streams: number;
  movedAtMs: number;
  readonly waiting: Set<Waiting>;
}

/**
 * The bytes of replies that were made and not yet taken. Each caller has a share of them; a read
 * that will probably give a large reply waits until its caller has room again, and is refused when
 * nothing moves. How large the replies of a query are is learned from its last ones.
 */
export class ReplyRoom {
  readonly #limits: ReplyLimits;
  readonly #accounts = new Map<string, Account>();
  readonly #sizes = new Map<string, number>();
  readonly #onCrowded: () => void;
  #bytes = 0;
  #expected = 0;
  /**
   * Runs while calls wait. A stall of this thread, in which no client can be read from, counts as
   * two looks at most.
   */
  #clockMs = 0;
  #lookedAtMs = 0;
  #movedAtMs = 0;
  #look: NodeJS.Timeout | null = null;

  /** `onCrowded` is called again and again while a caller who has room waits for others. */
  constructor(limits: ReplyLimits, onCrowded: () => void) {
    this.#limits = limits;
    this.#onCrowded = onCrowded;
  }

  /** Bytes of large replies in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Does a read in its turn. `held` says that its reply has begun already: what has begun is
   * finished.
   */
  async read<R>(
    callerId: string,
    query: string,
    held: boolean,
    signal: AbortSignal | undefined,
    work: () => Promise<R>,
  ): Promise<R> {
    const account = this.#accountOf(callerId);
    const expected = held ? 0 : (this.#sizes.get(query) ?? 0);
    const start = (): void => {
      account.reads += 1;
      account.expected += expected;
      this.#expected += expected;
    };
    await this.#enter(account, { expected }, signal, start);
    try {
      const result = await work();
      this.#sizes.set(query, Math.max(bytesIn(result), FADING * (this.#sizes.get(query) ?? 0)));
      return result;
    } finally {
      account.reads -= 1;
      account.movedAtMs = this.#clockMs;
      account.expected -= expected;
      this.#expected -= expected;
      this.#startWaiting(account);
    }
  }

  /** Holds so many bytes for the caller once there is room for them. */
  async take(callerId: string, bytes: number): Promise<void> {
    await this.#enter(this.#accountOf(callerId), { expected: bytes }, undefined, () =>
      this.#count(callerId, bytes),
    );
  }

  /** The same for the first part of a stream; `endStream` must be called once it has ended. */
  async beginStream(callerId: string, bytes: number): Promise<void> {
    const account = this.#accountOf(callerId);
    await this.#enter(account, { expected: bytes, isStream: true }, undefined, () => {
      account.streams += 1;
      this.#count(callerId, bytes);
    });
  }

  endStream(callerId: string): void {
    this.#accountOf(callerId).streams -= 1;
    this.moved(callerId);
  }

  /** Counts bytes that are in memory, or with a negative number such that are no more. */
  add(callerId: string, bytes: number): void {
    if (bytes === 0) return;
    this.#count(callerId, bytes);
    if (bytes < 0) this.moved(callerId);
  }

  /** The caller has taken a part of what they asked for. */
  moved(callerId: string): void {
    const account = this.#accountOf(callerId);
    this.#movedAtMs = this.#clockMs;
    account.movedAtMs = this.#movedAtMs;
    this.#startWaiting(account);
    for (const other of this.#accounts.values())
      if (other.waiting.size > 0) this.#startWaiting(other);
  }

  /** Refuses a further reply, made already, to a caller far beyond their share. */
  assertRoom(callerId: string, bytes: number): void {
    const { bytesMax, bytesPerCallerMax } = this.#limits;
    const own = this.#accounts.get(callerId)?.bytes ?? 0;
    if (own > 0 && own + bytes > REFUSED_OVER * bytesPerCallerMax) throw unread();
    if (this.#bytes > 0 && this.#bytes + bytes > REFUSED_OVER * bytesMax) throw crowded();
  }

  #count(callerId: string, bytes: number): void {
    const account = this.#accountOf(callerId);
    account.bytes += bytes;
    this.#bytes += bytes;
  }

  #accountOf(id: string): Account {
    let account = this.#accounts.get(id);
    if (account === undefined) {
      account = {
        id,
        bytes: 0,
        expected: 0,
        reads: 0,
        streams: 0,
        movedAtMs: 0,
        waiting: new Set(),
      };
      this.#accounts.set(id, account);
    }
    return account;
  }

  async #enter(
    account: Account,
    claim: Claim,
    signal: AbortSignal | undefined,
    start: () => void,
  ): Promise<void> {
    if (
      (claim.expected <= LARGE_REPLY_BYTES || account.waiting.size === 0) &&
      this.#mayStart(account, claim)
    ) {
      start();
      return;
    }
    if (account.waiting.size >= WAITING_MAX)
      throw new AppError(
        'unavailable',
        `${WAITING_MAX} requests of this caller are waiting already.`,
        { retryAfterSeconds: 1 },
      );
    this.#look ??= setInterval(() => this.#refuseUnmoved(), LOOK_EVERY_MS).unref();
    await new Promise<void>((resolve, reject) => {
      const abort = (): void =>
        waiting.leave(
          new AppError('deadline_exceeded', 'The request was cancelled by its client.'),
        );
      const end = (): void => {
        account.waiting.delete(waiting);
        signal?.removeEventListener('abort', abort);
      };
      const waiting: Waiting = {
        ...claim,
        sinceMs: this.#clockMs,
        start: () => {
          end();
          start();
          resolve();
        },
        leave: (error) => {
          end();
          this.#forgetIdle(account);
          reject(error);
        },
      };
      account.waiting.add(waiting);
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #mayStart(account: Account, { expected, isStream }: Claim): boolean {
    if (
      account.reads >= this.#limits.readsPerCallerMax ||
      (isStream === true && account.streams >= STREAMS_MAX)
    )
      return false;
    return (
      expected <= LARGE_REPLY_BYTES ||
      (this.#fitsCaller(account, expected) && this.#fitsAll(expected))
    );
  }

  #fitsCaller({ bytes, expected }: Account, more: number): boolean {
    const own = bytes + expected;
    return own === 0 || own + more <= this.#limits.bytesPerCallerMax;
  }

  #fitsAll(more: number): boolean {
    const all = this.#bytes + this.#expected;
    return all === 0 || all + more <= this.#limits.bytesMax;
  }

  #startWaiting(account: Account): void {
    for (const waiting of account.waiting) if (this.#mayStart(account, waiting)) waiting.start();
    this.#forgetIdle(account);
  }

  #forgetIdle({ id, bytes, reads, streams, waiting }: Account): void {
    if (bytes === 0 && reads === 0 && streams === 0 && waiting.size === 0)
      this.#accounts.delete(id);
  }

  #refuseUnmoved(): void {
    const lookedAtMs = performance.now();
    this.#clockMs += Math.min(lookedAtMs - this.#lookedAtMs, 2 * LOOK_EVERY_MS);
    this.#lookedAtMs = lookedAtMs;
    const now = this.#clockMs;
    let waits = false;
    let isCrowded = false;
    for (const account of this.#accounts.values()) {
      for (const { sinceMs, expected, isStream, leave } of account.waiting) {
        const isOwn =
          !this.#fitsCaller(account, expected) ||
          (isStream === true && account.streams >= STREAMS_MAX);
        const hasTurn = account.reads < this.#limits.readsPerCallerMax;
        const unmovedMs = now - Math.max(sinceMs, isOwn ? account.movedAtMs : this.#movedAtMs);
        if (now - sinceMs > WAIT_MS_MAX)
          leave(
            new AppError(
              'deadline_exceeded',
              'The request waited too long for its turn; try again.',
            ),
          );
        else if (hasTurn && unmovedMs > (this.#limits.unmovedMsMax ?? UNMOVED_MS_MAX))
          leave(isOwn ? unread() : crowded());
        else {
          waits = true;
          isCrowded ||= hasTurn && !isOwn;
        }
      }
    }
    if (isCrowded) this.#onCrowded();
    if (waits || this.#look === null) return;
    clearInterval(this.#look);
    this.#look = null;
  }
}

/** Bytes that a result brings along, as itself or as one of its fields. */
export function bytesIn(result: unknown): number {
  if (result instanceof Uint8Array) return result.byteLength;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return 0;
  let bytes = 0;
  for (const value of Object.values(result))
    if (value instanceof Uint8Array) bytes += value.byteLength;
  return bytes;
}

function unread(): AppError {
  return new AppError(
    'rate_limited',
    'Too many large replies to this caller are not read yet. Read them first, or ask for less at once.',
    {
      retryAfterSeconds: 5,
    },
  );
}

function crowded(): AppError {
  return new AppError(
    'unavailable',
    'Too many large replies are not read yet; try again in some seconds.',
    { retryAfterSeconds: 5 },
  );
}
