import type { StatisticsRequest, StatisticsResult } from '#core/statistics/statistics-request.ts';

/** Runs statistics that take too long for the thread that asks. */
export interface StatisticsRunner {
  /**
   * Answers all tasks of a request; at most 1,000 of them and 5,000,000 values. The arrays are copied: the caller keeps them, and several tasks may
   * share one. Rejects with `too_large` above those limits, `unavailable` while too many requests wait, `deadline_exceeded` when it takes
   * too long or `signal` aborts.
   */
  run(request: StatisticsRequest, options?: { readonly signal?: AbortSignal }): Promise<StatisticsResult>;
}
