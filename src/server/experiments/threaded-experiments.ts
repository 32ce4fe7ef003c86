import { AppError } from '#contracts/wire/errors.ts';
import type {
  ComparisonHead,
  ComparisonPageParams,
  ComparisonRows,
  DetailParams,
  ExampleDetail,
  ExperimentFigures,
  GateParams,
  HeadParams,
  SummaryFigures,
  SummaryParams,
} from '#core/ports/experiment-figures.ts';
import type { GateRuleResult } from '#contracts/experiments/experiment-gate.ts';
import type { SplitFigures } from '#contracts/experiments/experiment-figures.ts';
import type { MetaPlace } from '#server/stores/meta/meta-place.ts';
import type { LeasedThreads, ThreadLease } from '#server/threads/leased-threads.ts';
import type { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';

export interface ThreadedExperimentsOptions {
  readonly threads: LeasedThreads;
  readonly place: MetaPlace;
  /** How long an answer may take. */
  readonly deadlineMs: number;
  /** Requests that the thread works on in turns, and those that wait for that. */
  readonly runningMax: number;
  readonly waitingMax: number;
}

/** How long a thread may leave a question unanswered before it counts as hung. */
const PING_MS = 2_000;
/** After its time, a request that its client cancelled has so long to leave the thread. */
const LATE_MS = 1_000;
const BUSY_RETRY_SECONDS = 2;

/** The thread that all requests share, and how many there are. */
interface Shared {
  readonly lease: Promise<ThreadLease>;
  users: number;
}

/**
 * Figures of experiments from their own thread, shared by all requests in turns, so that a page of
 * rows doesn't wait for intervals. The thread starts with the first request and ends when idle.
 * States: none -> leased while requests run -> given back with the last. A thread that hangs is
 * terminated, and its requests are refused.
 */
export class ThreadedExperiments implements ExperimentFigures<AbortSignal> {
  readonly #options: ThreadedExperimentsOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #shared: Shared | null = null;

  constructor(options: ThreadedExperimentsOptions) {
    this.#options = options;
  }

  async summaries(params: SummaryParams, signal?: AbortSignal): Promise<readonly SummaryFigures[]> {
    return typedReply<readonly SummaryFigures[]>(await this.#call('summaries', params, signal));
  }

  async summary(
    params: { readonly experimentId: number; readonly baselineId: number | null },
    signal?: AbortSignal,
  ): Promise<{ readonly summary: SummaryFigures; readonly splits: SplitFigures[] }> {
    return typedReply<{ summary: SummaryFigures; splits: SplitFigures[] }>(
      await this.#call('summary', params, signal),
    );
  }

  async page(params: ComparisonPageParams, signal?: AbortSignal): Promise<ComparisonRows> {
    return typedReply<ComparisonRows>(await this.#call('page', params, signal));
  }

  async head(params: HeadParams, signal?: AbortSignal): Promise<ComparisonHead> {
    return typedReply<ComparisonHead>(await this.#call('head', params, signal));
  }

  async detail(params: DetailParams, signal?: AbortSignal): Promise<ExampleDetail> {
    return typedReply<ExampleDetail>(await this.#call('detail', params, signal));
  }

  async gate(params: GateParams, signal?: AbortSignal): Promise<GateRuleResult[]> {
    return typedReply<GateRuleResult[]>(await this.#call('gate', params, signal));
  }

  stop(): Promise<void> {
    return this.#options.threads.stop();
  }

  async #call(
    method: keyof ExperimentFigures,
    params: unknown,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    await this.#takeTurn(signal);
    const { place, deadlineMs, threads } = this.#options;
    const shared = (this.#shared ??= { lease: threads.lease(), users: 0 });
    shared.users += 1;
    const leave = (): void => {
      this.#endTurn();
      void this.#leave(shared);
    };
    const { thread } = await shared.lease.catch((error: unknown) => {
      leave();
      throw error;
    });
    const late = setTimeout(() => void endHung(thread), deadlineMs + LATE_MS);
    late.unref();
    // A request that was cancelled keeps its turn until the thread knows: it has a place there.
    const onDone = (): void => {
      clearTimeout(late);
      leave();
    };
    try {
      return await thread.call(method, { place, params }, { deadlineMs, signal, onDone });
    } catch (error) {
      if (
        !(error instanceof AppError) ||
        error.code !== 'deadline_exceeded' ||
        signal?.aborted === true
      )
        throw error;
      await endHung(thread);
      throw new AppError(
        'deadline_exceeded',
        `The figures took longer than ${deadlineMs / 1_000} s and were stopped. Compare fewer experiments, or simplify the filter.`,
        { cause: error },
      );
    }
  }

  async #leave(shared: Shared): Promise<void> {
    shared.users -= 1;
    if (shared.users > 0) return;
    if (this.#shared === shared) this.#shared = null;
    const lease = await shared.lease.catch(() => null);
    await lease?.end();
  }

  async #takeTurn(signal: AbortSignal | undefined): Promise<void> {
    const { runningMax, waitingMax } = this.#options;
    if (signal?.aborted === true) throw cancelled();
    if (this.#running < runningMax) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= waitingMax) {
      const detail = `${runningMax + waitingMax} requests for figures of experiments are running or waiting already; try again.`;
      throw new AppError('unavailable', detail, { retryAfterSeconds: BUSY_RETRY_SECONDS });
    }
    await new Promise<void>((resolve, reject) => {
      const grant = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(grant), 1);
        reject(cancelled());
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(grant);
    });
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}

/**
 * A thread that works in turns answers soon; if this one doesn't, every other request would wait in
 * vain.
 */
async function endHung(thread: ThreadClient): Promise<void> {
  try {
    await thread.call('ping', null, { deadlineMs: PING_MS });
  } catch {
    await thread.close(0);
  }
}

function cancelled(): AppError {
  return new AppError('deadline_exceeded', 'The request was cancelled by its client.');
}
