import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import {
  claimJob,
  endLeases,
  extendLease,
  finishJob,
  heldJobs,
  insertJob,
  nextDueMs,
  noteProgress,
  type JobOutcome,
  type JobSharing,
  type JobTurn,
  type NewJob,
} from '#server/stores/meta/jobs.queries.ts';
import type { JobRow, MetaDb } from '#server/stores/meta/meta-db.ts';
import type { Log } from '#server/telemetry/log.ts';
import {
  FinalJobError,
  isJobName,
  JOB_CATALOGUE,
  JOB_LANES,
  JOB_NAMES_BY_LANE,
  JOB_TURNS,
  turnOf,
  type JobContext,
  type JobHandlers,
  type JobLane,
  type JobName,
} from './catalogue.ts';

export interface JobRunnerOptions {
  readonly db: MetaDb;
  readonly handlers: JobHandlers;
  readonly log: Log;
  /** Jobs at once, of each lane. */
  readonly concurrency: Readonly<Record<JobLane, number>>;
  /** How long a job stays taken when nothing is heard of its runner. */
  readonly leaseMs: number;
  /**
   * No other runner uses this database: what is taken at the start was left behind by a kill, and
   * need not wait for its lease.
   */
  readonly isAlone: boolean;
  /** This server among those that share the database; absent of one that is alone. */
  readonly serverId?: () => number;
  /** The longest sleep between two looks at the table. */
  readonly pollMsMax: number;
  /** Wall-clock time; tests bring their own. */
  readonly now: () => number;
}

const RETRY_DELAY_MS_MAX = 3_600_000;
const ERROR_CHARS_MAX = 1_000;
const HEARTBEATS_PER_LEASE = 3;
/**
 * A job that was begun more often may be what ends the process each time: it waits for its lease,
 * and others come first.
 */
const TAKEN_AT_ONCE_MAX = 5;

interface RunningJob {
  readonly lane: JobLane;
  readonly turn: JobTurn | null;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  isCancelled: boolean;
  /** Ended because its lease could not be extended. */
  isLate: boolean;
  /** When the lease ends as far as this runner knows, by a clock that is never set. */
  leaseEndsMs: number;
}

/**
 * Runs the jobs of `meta.db`. States: idle -> running (`start`) -> stopping (`stop`) -> stopped.
 * While running, one loop claims due jobs up to the concurrency of each lane and sleeps until the
 * next is due, a job ends, or it is woken. Each job holds a lease that a heartbeat extends; after a
 * runner dies, the lease expires (or the next runner ends it, if there can be only one), and the
 * job is claimed again. `stop` aborts what runs and puts it back in the queue.
 *
 * One of several runners looks at the table each second: it ends jobs that were cancelled elsewhere
 * and, before a lease runs out that it could not extend, the job, which another may have by then.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  /** Begins with the server’s number where there are several, for people who look at the table. */
  #owner: string = randomUUID();
  readonly #running = new Map<number, RunningJob>();
  readonly #stopping = new AbortController();
  /** Woken since the table was last read: it is read again before any sleep. */
  #isWoken = false;
  #endSleep: () => void = () => {};
  #loop: Promise<void> | null = null;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Queues the recurring jobs that are not queued yet, and begins to run. */
  async start(): Promise<void> {
    const { db, isAlone, now, serverId } = this.#options;
    if (serverId !== undefined) this.#owner = `${serverId()} ${this.#owner}`;
    if (isAlone) await endLeases(db, { attemptsMax: TAKEN_AT_ONCE_MAX, nowMs: now() });
    for (const name of Object.keys(JOB_CATALOGUE)) {
      const recurring = isJobName(name) ? followingJob(name, now()) : null;
      if (recurring !== null) await insertJob(db, recurring, now());
    }
    this.#loop = this.#run();
  }

  /**
   * Looks at the table now instead of at the end of the sleep; for a caller that just added a job.
   */
  wake(): void {
    this.#isWoken = true;
    this.#endSleep();
  }

  /** Ends what runs for a job that was cancelled in the table. */
  cancel(id: number): void {
    const job = this.#running.get(id);
    if (job === undefined) return;
    job.isCancelled = true;
    job.abort.abort();
  }

  /**
   * Claims no more, aborts what runs, and resolves when all of it has ended or the deadline passed.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopping.abort();
    this.wake();
    for (const job of this.#running.values()) job.abort.abort();
    const ended = Promise.all([this.#loop, ...[...this.#running.values()].map((job) => job.done)]);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      ended,
      new Promise((resolve) => (timer = setTimeout(resolve, deadlineMs))),
    ]);
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { isAlone, log, pollMsMax } = this.#options;
    while (!this.#stopping.signal.aborted) {
      let sleepMs = pollMsMax;
      this.#isWoken = false;
      try {
        if (!isAlone) await this.#endThoseNotHeld();
        sleepMs = isAlone ? 0 : await this.#untilNextMs(this.#lanesWithRoom());
        if (sleepMs === 0) {
          for (const lane of JOB_LANES) await this.#fill(lane);
          sleepMs = await this.#untilNextMs(this.#lanesWithRoom());
        }
      } catch (error) {
        log.error({ err: error }, 'the jobs table cannot be read; trying again');
      }
      await this.#sleep(sleepMs);
    }
  }

  /** Others may have cancelled what runs here, or taken what they believed to be left behind. */
  async #endThoseNotHeld(): Promise<void> {
    const running = new Map(this.#running);
    const held = await heldJobs(this.#options.db, [...running.keys()]);
    const found = new Map(held.map((row) => [row.id, row]));
    for (const [id, job] of running) {
      const row = found.get(id);
      if (row?.state === 'running' && row.lease_owner === this.#owner) continue;
      job.isCancelled = row?.state !== 'running';
      job.abort.abort();
    }
  }

  async #fill(lane: JobLane): Promise<void> {
    const { db, isAlone, leaseMs } = this.#options;
    while (this.#hasRoom(lane) && !this.#stopping.signal.aborted) {
      // Claiming takes the lock of those that write, reading does not.
      if (!isAlone && (await this.#untilNextMs([lane])) > 0) return;
      const askedMs = performance.now();
      const row = await claimJob(db, { ...this.#claimable([lane]), owner: this.#owner, leaseMs });
      if (row === null) return;
      this.#begin(row, lane, askedMs + leaseMs);
    }
  }

  #claimable(lanes: readonly JobLane[]): Parameters<typeof nextDueMs>[1] {
    const { now, serverId } = this.#options;
    const sharing: JobSharing | null =
      serverId === undefined ? null : { serverId: serverId(), turns: JOB_TURNS };
    return {
      names: lanes.flatMap((lane) => JOB_NAMES_BY_LANE[lane]),
      nowMs: now(),
      taken: this.#taken(),
      sharing,
    };
  }

  #taken(): readonly JobTurn[] {
    return [...this.#running.values()].flatMap(({ turn }) => turn ?? []);
  }

  #lanesWithRoom(): readonly JobLane[] {
    return JOB_LANES.filter((lane) => this.#hasRoom(lane));
  }

  #hasRoom(lane: JobLane): boolean {
    const running = [...this.#running.values()].filter((job) => job.lane === lane);
    return running.length < this.#options.concurrency[lane];
  }

  /** Until the next job of some lanes is due; of those that are full, the end of a job tells. */
  async #untilNextMs(lanes: readonly JobLane[]): Promise<number> {
    const { db, now, pollMsMax } = this.#options;
    const due = await nextDueMs(db, this.#claimable(lanes));
    return due === null ? pollMsMax : Math.min(Math.max(due - now(), 0), pollMsMax);
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#stopping.signal.aborted || this.#isWoken) return;
    await new Promise<void>((resolve) => {
      // At least a little, so that a job whose lease ran out elsewhere cannot make the loop spin.
      const timer = setTimeout(resolve, Math.max(ms, 5));
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endSleep = () => {};
  }

  #begin(row: JobRow, lane: JobLane, leaseEndsMs: number): void {
    const abort = new AbortController();
    const done = this.#work(row, abort)
      .catch((error: unknown) => {
        // Shutdown has a limit: a late job finds the database closed, and continues at the next
        // start.
        if (!this.#stopping.signal.aborted)
          this.#options.log.error(
            { err: error, job: row.name },
            'a job could not be finished; its lease will run out',
          );
      })
      .finally(() => {
        this.#running.delete(row.id);
        this.wake();
      });
    const turn = isJobName(row.name) ? turnOf(row.name, JSON.parse(row.payload)) : null;
    this.#running.set(row.id, {
      lane,
      turn,
      abort,
      done,
      isCancelled: false,
      isLate: false,
      leaseEndsMs,
    });
  }

  async #work(row: JobRow, abort: AbortController): Promise<void> {
    const { db, log, now } = this.#options;
    if (!isJobName(row.name)) return;
    const { isAlone, leaseMs } = this.#options;
    const heartbeat = setInterval(() => void this.#prolong(row), leaseMs / HEARTBEATS_PER_LEASE);
    // By a timer of its own: an answer about the lease may take longer than the lease.
    const fence = isAlone ? undefined : setInterval(() => this.#endIfLate(row.id), leaseMs / 20);
    let outcome: JobOutcome;
    try {
      await this.#handle(row.name, row, abort.signal);
      outcome = { state: 'done' };
    } catch (error) {
      outcome = this.#outcomeOf(row.name, row, error);
      if (!this.#isEndedByUs(row))
        log.warn(
          { err: error, job: row.name, attempt: row.attempts, next: outcome.state },
          'a job failed',
        );
    } finally {
      clearInterval(heartbeat);
      clearInterval(fence);
    }
    // It ended in the middle: another runner begins it once the lease has run out.
    if (this.#running.get(row.id)?.isLate === true) return;
    const following = outcome.state === 'queued' ? null : followingJob(row.name, now());
    const kept = await finishJob(db, { id: row.id, owner: this.#owner }, outcome, following, now());
    if (!kept && !this.#isEndedByUs(row))
      log.warn({ job: row.name }, 'a job outlived its lease; it may run twice');
  }

  #isEndedByUs({ id }: JobRow): boolean {
    return this.#stopping.signal.aborted || this.#running.get(id)?.isCancelled === true;
  }

  async #handle(name: JobName, row: JobRow, signal: AbortSignal): Promise<void> {
    const payload: unknown = JSON.parse(row.payload);
    const kind = JOB_CATALOGUE[name];
    if (!Value.Check(kind.payload, payload))
      throw new Error(`The payload of job ${row.id} (${name}) does not fit its schema.`);
    // as: the payload was just checked against the schema of this very name
    const handler = this.#options.handlers[name] as (
      payload: unknown,
      context: JobContext,
    ) => Promise<void>;
    await handler(payload, {
      signal,
      attempt: row.attempts,
      id: row.id,
      hasResult: row.result !== null,
      report: (progress) => noteProgress(this.#options.db, row.id, progress),
    });
  }

  #outcomeOf(name: JobName, row: JobRow, error: unknown): JobOutcome {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_CHARS_MAX);
    const { attemptsMax, delayMsFirst } = JOB_CATALOGUE[name].retry;
    const now = this.#options.now();
    // Stopped by shutdown, which is no failure: continues at the next start.
    if (this.#stopping.signal.aborted) return { state: 'queued', error: null, runAtMs: now };
    if (error instanceof FinalJobError) return { state: 'failed', error: text, line: error.line };
    if (row.attempts >= attemptsMax) return { state: 'failed', error: text };
    return {
      state: 'queued',
      error: text,
      runAtMs: now + Math.min(delayMsFirst * 2 ** (row.attempts - 1), RETRY_DELAY_MS_MAX),
    };
  }

  async #prolong(row: JobRow): Promise<void> {
    const { db, leaseMs, log, now } = this.#options;
    const job = this.#running.get(row.id);
    if (job === undefined) return;
    const askedMs = performance.now();
    try {
      const kept = await extendLease(db, {
        id: row.id,
        owner: this.#owner,
        untilMs: now() + leaseMs,
      });
      if (kept) job.leaseEndsMs = askedMs + leaseMs;
      else job.abort.abort();
    } catch (error) {
      log.warn({ err: error, job: row.name }, 'the lease of a job could not be prolonged');
    }
  }

  /** Ends it early enough for it to be over before another runner may begin it. */
  #endIfLate(id: number): void {
    const job = this.#running.get(id);
    if (job === undefined || performance.now() <= job.leaseEndsMs - this.#options.leaseMs / 4)
      return;
    job.isLate = true;
    job.abort.abort();
  }
}

/** The next run of a recurring job; null for a job that runs once. */
function followingJob(name: JobName, nowMs: number): NewJob | null {
  const { everyMs } = JOB_CATALOGUE[name];
  return everyMs === undefined
    ? null
    : { name, payload: {}, runAtMs: nowMs + everyMs, uniqueKey: name };
}
