import { giveWay } from '#server/threads/give-way.ts';

/** Of a processor, while requests come one upon the other: the rows and the head of a large comparison, and some filters. */
const BURST_MS = 2_000;
const LOOK_MS = 100;
const MICROS_PER_MILLI = 1_000;

/**
 * Has this thread give way once a burst of requests has had much of a processor. A page of rows takes some tens of milliseconds, which would be ten times that for a
 * thread that always gives way; and a priority that was lowered cannot be raised again (ADR 23), so that a thread that gave way is not kept.
 */
export class BurstWatch {
  readonly #timer: NodeJS.Timeout;
  #beganMs = cpuMs();
  #hasGivenWay = false;

  constructor() {
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** The burst is over. Whether the thread may be kept for the next one. */
  end(): boolean {
    this.#beganMs = cpuMs();
    return !this.#hasGivenWay;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#hasGivenWay || cpuMs() - this.#beganMs < BURST_MS) return;
    this.#hasGivenWay = true;
    giveWay();
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROS_PER_MILLI;
}
