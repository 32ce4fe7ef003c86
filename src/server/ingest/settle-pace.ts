import type { Log } from '#server/telemetry/log.ts';
import { monotonicMs } from '#server/threads/monotonic.ts';

/** Under load, background work may take this share of the writer's time: enough that it always ends, too little to be felt. */
const LOAD_SHARE = 0.02;
/** Under load, background work waits no longer than this: on a slow disk a step takes long without doing much, and what was deleted has to go. */
const LOAD_WAIT_MS_MAX = 2_000;
/** Without a request for this long, the writer counts as idle. */
const QUIET_MS = 5;
/** With nothing left to do, how long until the next look. */
const LOOK_EVERY_MS = 1_000;
/** After a failure, so that a full disk is not hammered. */
const FAILED_WAIT_MS = 5_000;

/** Decides when the store's background steps run: one after the other while idle, and now and then between groups under load. */
export class SettlePace {
  readonly #step: () => Promise<boolean>;
  readonly #log: Log;
  #nextAt = 0;

  constructor(step: () => Promise<boolean>, log: Log) {
    this.#step = step;
    this.#log = log;
  }

  /** How long to wait for a request before `idle` is due. */
  get quietMs(): number {
    return Math.max(QUIET_MS, this.#nextAt - monotonicMs());
  }

  /** Runs a step between two groups, if its share of the time allows. */
  async underLoad(): Promise<void> {
    if (monotonicMs() < this.#nextAt) return;
    const startedAt = monotonicMs();
    const waitMs = await this.#run();
    const tookMs = monotonicMs() - startedAt;
    this.#nextAt = monotonicMs() + Math.max(waitMs, Math.min(tookMs / LOAD_SHARE, LOAD_WAIT_MS_MAX));
  }

  /** Runs a step because nothing else is to be done; gives the milliseconds until the next one is due. */
  async idle(): Promise<number> {
    const waitMs = await this.#run();
    this.#nextAt = monotonicMs() + waitMs;
    return waitMs;
  }

  async #run(): Promise<number> {
    try {
      return (await this.#step()) ? 0 : LOOK_EVERY_MS;
    } catch (error) {
      this.#log.warn({ err: error }, 'background work in the span store failed; it will be tried again');
      return FAILED_WAIT_MS;
    }
  }
}
