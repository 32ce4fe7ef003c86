import { ThreadedStatistics } from '#server/statistics/threaded-statistics.ts';
import type { Log } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import { threadEntry } from './thread-entry.ts';

const TURN_WAIT_MS = 15_000;
const RUN_MS_MAX = 20_000;
const REQUESTS_MAX = 32;
const THREAD_MEMORY_MB = 256;
/** Samples lie outside V8's heap, and little else is made. */
const THREAD_YOUNG_MB = 8;

/** What resamples scores to compare experiments, one request at a time. */
export function composeStatistics(log: Log): ThreadedStatistics {
  return new ThreadedStatistics({
    threads: new LeasedThreads({
      name: 'statistics thread',
      entry: threadEntry('statistics'),
      sizeMax: 1,
      waitMsMax: TURN_WAIT_MS,
      busyDetail: 'Other comparisons are being computed; try again.',
      oldGenerationMb: THREAD_MEMORY_MB,
      youngGenerationMb: THREAD_YOUNG_MB,
      log,
    }),
    deadlineMs: RUN_MS_MAX,
    requestsMax: REQUESTS_MAX,
  });
}
