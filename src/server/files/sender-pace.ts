import { AppError } from '#contracts/wire/errors.ts';

const LOOK_EVERY_MS = 500;

interface PaceLimits {
  readonly bytesPerSecondMin: number;
  /** Over so much waiting a sender's pace is measured. */
  readonly measuredMs: number;
}

/**
 * Cuts off senders that are too slow. Only the time spent waiting for the sender counts: a body stalled by the server's own disk is not
 * slow, nor is one whose pieces wait in the socket while the thread is busy.
 */
export class SenderPace {
  readonly #limits: PaceLimits;
  readonly #timer: NodeJS.Timeout;
  #refuse: ((error: AppError) => void) | null = null;
  #lookedAt = 0;
  #waitedMs = 0;
  #bytes = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Waits for a piece; rejects with `deadline_exceeded` for a sender that was too slow for a while. */
  async wait<Piece>(piece: Promise<Piece>): Promise<Piece> {
    // A sender that is cut off may still break the connection, which is not awaited any more.
    piece.catch(() => undefined);
    const slow = new Promise<never>((_resolve, reject) => (this.#refuse = reject));
    this.#lookedAt = performance.now();
    try {
      return await Promise.race([piece, slow]);
    } finally {
      this.#count();
      this.#refuse = null;
    }
  }

  /** So many bytes came. */
  came(bytes: number): void {
    this.#bytes += bytes;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#refuse === null) return;
    this.#count();
    const { bytesPerSecondMin, measuredMs } = this.#limits;
    if (this.#waitedMs < measuredMs) return;
    const bytesDue = (bytesPerSecondMin * this.#waitedMs) / 1_000;
    if (this.#bytes >= bytesDue) {
      this.#waitedMs = 0;
      this.#bytes = 0;
      return;
    }
    const refuse = this.#refuse;
    // Pieces that arrived while this thread was busy are read before this runs; the awaited piece has then changed.
    setImmediate(() => {
      if (this.#refuse === refuse) refuse(tooSlow(bytesPerSecondMin));
    });
  }

  /** A stall of this thread counts as one look at most. */
  #count(): void {
    const now = performance.now();
    this.#waitedMs += Math.min(now - this.#lookedAt, 2 * LOOK_EVERY_MS);
    this.#lookedAt = now;
  }
}

function tooSlow(bytesPerSecondMin: number): AppError {
  return new AppError('deadline_exceeded', `The body arrives too slowly: fewer than ${bytesPerSecondMin} bytes a second.`);
}
