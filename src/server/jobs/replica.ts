import { hostname } from 'node:os';
import { AppError } from '#contracts/wire/errors.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  addServer,
  beatServer,
  forgetSilent,
  removeServer,
  type ServerBeat,
} from '#server/stores/meta/servers.queries.ts';
import type { Log } from '#server/telemetry/log.ts';

export interface ReplicaOptions {
  readonly db: MetaDb;
  /**
   * Finishes what servers that are gone left behind; by whichever server, also by several at once.
   */
  readonly recover: () => Promise<void>;
  /** The others took this server for dead and finish its work: it must end. */
  readonly onForgotten: (error: Error) => void;
  readonly log: Log;
  /** How often a server says that it is there, and how long the others miss it before they act. */
  readonly beatMs?: number;
  readonly silentMs?: number;
}

const BEAT_MS = 2_000;
const SILENT_MS = 20_000;

/**
 * This server among those that share the metadata. States: new -> there (`join`, a heartbeat) ->
 * gone (`leave`). A server that the others don't hear of for a while is forgotten by them, and they
 * finish what it left behind; if it comes back after all, it ends. A server that could not say that
 * it is there itself (PostgreSQL was away) gives the others as long to be heard again.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  readonly #beatMs: number;
  readonly #silentMs: number;
  #id: number | null = null;
  /** PostgreSQL’s time, less this process’s clock that is never set. */
  #offsetMs = Date.now() - performance.now();
  #steadySinceMs = 0;
  #beatenMs = 0;
  #recoveredMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#beatMs = options.beatMs ?? BEAT_MS;
    this.#silentMs = options.silentMs ?? SILENT_MS;
  }

  /**
   * Its number, which no other server ever has. `unavailable` while the others may have taken over
   * its work: it did not say for too long that it is there.
   */
  get id(): number {
    if (this.#id === null || performance.now() - this.#beatenMs > 0.75 * this.#silentMs)
      throw new AppError(
        'unavailable',
        'This server can’t tell the others that it is there: what it was about to change may be theirs by now. Try again.',
        { retryAfterSeconds: 1 },
      );
    return this.#id;
  }

  /** The time by PostgreSQL’s clock, which is the same for all servers. */
  readonly now = (): number => Math.round(performance.now() + this.#offsetMs);

  /** Call before anything else uses the metadata. */
  async join(): Promise<void> {
    const askedMs = performance.now();
    const beat = await addServer(this.#options.db, `${hostname()} ${process.pid}`);
    this.#id = beat.id;
    this.#note(beat, askedMs);
    this.#steadySinceMs = askedMs;
    this.#timer = setInterval(() => {
      this.#beating = this.#beating.then(() => this.#beat());
    }, this.#beatMs).unref();
  }

  /** Call when nothing uses the metadata any more. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    const id = this.#id;
    this.#id = null;
    // If it fails, the others miss this server after a while.
    if (id !== null) await removeServer(this.#options.db, id).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    const { db, log, onForgotten } = this.#options;
    const id = this.#id;
    if (id === null) return;
    const askedMs = performance.now();
    try {
      const beat = await beatServer(db, id);
      if (beat !== null) this.#note(beat, askedMs);
      else {
        clearInterval(this.#timer);
        this.#id = null;
        onForgotten(new Error(FORGOTTEN));
        return;
      }
    } catch (error) {
      this.#steadySinceMs = Infinity;
      log.warn({ err: error }, 'this server could not say to the others that it is there');
      return;
    }
    if (askedMs - this.#steadySinceMs > this.#silentMs) await this.#lookAfterOthers();
  }

  /** The answer was made between question and answer: that bounds the difference of the clocks. */
  #note({ atMs }: ServerBeat, askedMs: number): void {
    const nowMs = performance.now();
    this.#offsetMs = Math.min(Math.max(this.#offsetMs, atMs - nowMs), atMs - askedMs);
    const isLate = nowMs - this.#beatenMs > this.#silentMs / 2;
    if (isLate || this.#steadySinceMs === Infinity) this.#steadySinceMs = nowMs;
    this.#beatenMs = nowMs;
  }

  async #lookAfterOthers(): Promise<void> {
    const { db, log, recover } = this.#options;
    try {
      const forgotten = await forgetSilent(db, this.#silentMs);
      if (forgotten > 0)
        log.warn({ servers: forgotten }, 'a server is gone; what it left behind is finished');
      // Also without one: the server that forgot the last may have ended before it was done.
      if (forgotten === 0 && performance.now() - this.#recoveredMs < this.#silentMs) return;
      this.#recoveredMs = performance.now();
      await recover();
    } catch (error) {
      log.warn({ err: error }, 'what another server left behind could not be finished yet');
    }
  }
}

const FORGOTTEN =
  'The other servers did not hear of this one for a while (it stood still, or could not reach PostgreSQL) and have taken over its work: it ends, to be started again.';
