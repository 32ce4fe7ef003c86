import { monotonicMs } from '#server/threads/monotonic.ts';

/** The share is taken anew after so long. */
const WINDOW_MS = 200;
/**
 * From this share on, commands and other bulk work hold back. Eight senders that wait for each
 * answer keep the writer busy for 50 to 90 % of the time, 5,000 spans a second for 10 to 20 %:
 * there is room for both then.
 */
const PRESSED_FROM = 0.4;
const WHOLE = 1_000;

/**
 * How much of the span writer's time spans take, of what commands leave of it: of all of it, what
 * holds back would make room for itself, and hold back less. The writer measures, in shared memory;
 * every thread can ask.
 */
export class IngestShare {
  readonly #shared: Int32Array;
  readonly #clock: () => number;
  #since: number;
  #ingestMs = 0;
  #commandMs = 0;

  constructor(shared: Int32Array, clock: () => number = monotonicMs) {
    this.#shared = shared;
    this.#clock = clock;
    this.#since = clock();
  }

  /** Spans took the writer so long. */
  ingested(milliseconds: number): void {
    this.#ingestMs += milliseconds;
    this.look();
  }

  /** A command did. */
  commanded(milliseconds: number): void {
    this.#commandMs += milliseconds;
    this.look();
  }

  /** Takes the share anew if it is time; to be called now and then while nothing happens, too. */
  look(): void {
    const elapsed = this.#clock() - this.#since;
    if (elapsed < WINDOW_MS) return;
    const left = Math.max(1, elapsed - this.#commandMs);
    Atomics.store(this.#shared, 0, Math.round(WHOLE * Math.min(1, this.#ingestMs / left)));
    this.#since += elapsed;
    this.#ingestMs = 0;
    this.#commandMs = 0;
  }

  get isPressed(): boolean {
    return isIngestPressed(this.#shared);
  }
}

/** Whether the writer has so many spans to write that whatever can wait should. */
export function isIngestPressed(shared: Int32Array): boolean {
  return Atomics.load(shared, 0) >= PRESSED_FROM * WHOLE;
}
