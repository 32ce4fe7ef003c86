import { AppError } from '#contracts/errors.ts';
import type { StatisticsRequest, StatisticsResult } from '#core/statistics/statistics-request.ts';
import type { LeasedThreads } from '#server/threads/leased-threads.ts';
import { typedReply } from '#server/threads/wire-codec.ts';

export interface ThreadedStatisticsOptions {
  readonly threads: LeasedThreads;
  /** How long a request may run. A thread that takes longer is told to stop, and ended if it does not. */
  readonly deadlineMs: number;
  /** How many requests may run or wait at the same time. */
  readonly requestsMax: number;
}

const TASKS_MAX = 1_000;
const VALUES_MAX = 5_000_000;
const BUSY_RETRY_SECONDS = 5;

/** Runs statistics in a thread of their own, one request at a time; the others wait. */
export class ThreadedStatistics {
  readonly #options: ThreadedStatisticsOptions;
  #requests = 0;

  constructor(options: ThreadedStatisticsOptions) {
    this.#options = options;
  }

  /** Rejects with `too_large`, `unavailable` while too many requests wait, `deadline_exceeded` when it takes too long or `signal` aborts. */
  async run(request: StatisticsRequest, options: { readonly signal?: AbortSignal } = {}): Promise<StatisticsResult> {
    const { requestsMax } = this.#options;
    checkSize(request);
    if (this.#requests >= requestsMax) {
      const detail = `${requestsMax} comparisons are running or waiting already; try again.`;
      throw new AppError('unavailable', detail, { retryAfterSeconds: BUSY_RETRY_SECONDS });
    }
    this.#requests += 1;
    try {
      return await this.#answer(request, options.signal);
    } finally {
      this.#requests -= 1;
    }
  }

  stop(): Promise<void> {
    return this.#options.threads.stop();
  }

  async #answer(request: StatisticsRequest, signal: AbortSignal | undefined): Promise<StatisticsResult> {
    const { threads, deadlineMs } = this.#options;
    const lease = await threads.lease();
    try {
      if (signal?.aborted === true) throw cancelled();
      return typedReply<StatisticsResult>(await lease.thread.call('run', request, { deadlineMs, signal }));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'deadline_exceeded') throw error;
      throw signal?.aborted === true ? cancelled(error) : tooSlow(deadlineMs, error);
    } finally {
      await lease.end();
    }
  }
}

function checkSize({ means, pairs }: StatisticsRequest): void {
  const tasks = means.length + pairs.length;
  if (tasks > TASKS_MAX)
    throw new AppError('too_large', `A comparison has at most ${TASKS_MAX} scores; got ${tasks}. Compare fewer evaluators or experiments.`);
  let values = 0;
  for (const task of means) values += task.values.length;
  for (const task of pairs) values += task.a.length + task.b.length;
  if (values > VALUES_MAX)
    throw new AppError('too_large', `A comparison has at most ${VALUES_MAX} values; got ${values}. Compare fewer examples or evaluators.`);
}

function cancelled(cause?: unknown): AppError {
  return new AppError('deadline_exceeded', 'The request was cancelled by its client.', { cause });
}

function tooSlow(deadlineMs: number, cause: unknown): AppError {
  const detail = `The comparison took longer than ${deadlineMs / 1_000} s and was stopped. Compare fewer examples or evaluators.`;
  return new AppError('deadline_exceeded', detail, { cause });
}
