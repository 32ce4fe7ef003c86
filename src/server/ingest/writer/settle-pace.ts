import type { Settled } from '#core/ports/upkeep.ts';
import type { Log } from '#server/telemetry/log.ts';
import { monotonicMs } from '#server/threads/monotonic.ts';

/**
 * Under load, background work may take this share of the writer's time: enough that it always ends,
 * too little to be felt.
 */
const LOAD_SHARE = 0.02;
/**
 * Deleted data must be erased within a minute, even a project of half a million spans: work that
 * waited this long gets this share.
 */
const LATE_AFTER_MS = 10_000;
const LOAD_SHARE_LATE = 0.25;
/**
 * Under load, background work waits no longer than this: on a slow disk a step takes long without
 * doing much, and what was deleted has to go.
 */
const LOAD_WAIT_MS_MAX = 2_000;
/** Without a request for this long, the writer counts as idle. */
const QUIET_MS = 5;
/**
 * Senders that wait for each answer leave gaps of this length all the time. While spans take most
 * of the writer's time, packing old blocks in these would take a core from them: packing and its
 * filters cost more than storing a span does. So it gets one second in ten, as there may be no end
 * of such spans.
 */
const PRESSED_CYCLE_MS = 10_000;
const PRESSED_SHARE_MS = 1_000;
/** With nothing left to do, how long until the next look. */
const LOOK_EVERY_MS = 1_000;
/** While another thread works for it. */
const WAITING_LOOK_EVERY_MS = 10;
/** After a failure, so that a full disk is not hammered. */
const FAILED_WAIT_MS = 5_000;
type Outcome = Settled | 'failed';
const WAIT_MS: Readonly<Record<Outcome, number>> = {
  more: 0,
  waiting: WAITING_LOOK_EVERY_MS,
  done: LOOK_EVERY_MS,
  failed: FAILED_WAIT_MS,
};

type Step = (what: 'deletes' | 'all') => Promise<Settled>;

/**
 * Decides when the store's background steps run: one after the other while idle, and now and then
 * between groups under load, when only what was deleted has to go.
 */
export class SettlePace {
  readonly #step: Step;
  readonly #log: Log;
  #nextAt = 0;
  #nextUnderLoadAt = 0;
  readonly #clock: () => number;
  /**
   * Since when there is something left of deletes; null when there is nothing, as far as is known.
   */
  #owingSince: number | null = null;
  /** Since when spans take most of the time; null while they do not. */
  #pressedSince: number | null = null;

  constructor(step: Step, log: Log, clock = monotonicMs) {
    this.#step = step;
    this.#log = log;
    this.#clock = clock;
  }

  /** How long to wait for a request before `idle` is due. */
  get quietMs(): number {
    return Math.max(QUIET_MS, this.#nextAt - this.#clock());
  }

  /** Runs a step between two groups, if its share of the time allows. */
  async underLoad(): Promise<void> {
    const startedAt = this.#clock();
    if (startedAt < this.#nextUnderLoadAt) return;
    const outcome = await this.#run('deletes');
    const endedAt = this.#clock();
    this.#owingSince = outcome === 'done' ? null : (this.#owingSince ?? startedAt);
    const isLate = this.#owingSince !== null && endedAt - this.#owingSince >= LATE_AFTER_MS;
    const shareMs = Math.min(
      (endedAt - startedAt) * (1 / (isLate ? LOAD_SHARE_LATE : LOAD_SHARE) - 1),
      LOAD_WAIT_MS_MAX,
    );
    this.#nextUnderLoadAt = endedAt + Math.max(WAIT_MS[outcome], shareMs);
    if (outcome !== 'done') this.#nextAt = this.#nextUnderLoadAt;
  }

  /**
   * Runs a step because nothing else is to be done right now; gives the milliseconds until the next
   * one is due. While spans take most of the time (`isPressed`), mostly what deletes left to do.
   */
  async idle(isPressed = false): Promise<number> {
    const heldBackMs = this.#heldBackMs(isPressed);
    const outcome = await this.#run(heldBackMs > 0 ? 'deletes' : 'all');
    if (outcome === 'done') this.#owingSince = null;
    const waitMs = heldBackMs > 0 ? Math.min(WAIT_MS[outcome], heldBackMs) : WAIT_MS[outcome];
    this.#nextAt = this.#clock() + waitMs;
    return waitMs;
  }

  /** For how long packing has to wait yet; 0 when it may go on. */
  #heldBackMs(isPressed: boolean): number {
    const now = this.#clock();
    this.#pressedSince = isPressed ? (this.#pressedSince ?? now) : null;
    if (this.#pressedSince === null) return 0;
    const inCycle = (now - this.#pressedSince) % PRESSED_CYCLE_MS;
    return Math.max(0, PRESSED_CYCLE_MS - PRESSED_SHARE_MS - inCycle);
  }

  async #run(what: 'deletes' | 'all'): Promise<Outcome> {
    try {
      return await this.#step(what);
    } catch (error) {
      this.#log.warn(
        { err: error },
        'background work in the span store failed; it will be tried again',
      );
      return 'failed';
    }
  }
}
