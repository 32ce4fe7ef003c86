import type { ExperimentFigures } from '#core/ports/experiment-figures.ts';
import { ExperimentFeed } from '#server/api/kit/experiments/experiment-feed.ts';
import type { CommandRunner, QueryRunner } from '#server/threads/query.ts';
import { TraceRefresher } from '#server/api/experiments/figures/run-figure-refresher.ts';
import { ThreadedExperiments } from '#server/experiments/threaded-experiments.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaPlace } from '#server/stores/meta/meta-place.ts';
import type { Log } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import { experimentProjects } from './experiment-projects.ts';
import { threadEntry } from './threads/thread-entry.ts';

/** The services for experiment runs. */
export interface ExperimentParts {
  readonly feed: ExperimentFeed;
  readonly figures: ExperimentFigures<AbortSignal>;
  readonly refresher: TraceRefresher;
  stop(): Promise<void>;
}

const TURN_WAIT_MS = 15_000;
const ANSWER_MS_MAX = 30_000;
/** As many as a thread takes at the same time, less one for the question whether it hangs. */
const RUNNING_MAX = 6;
const WAITING_MAX = 64;
/** Of objects; the columns of frames lie beside them. */
const THREAD_MEMORY_MB = 384;
const THREAD_YOUNG_MB = 16;

/**
 * Figures of experiments from a thread started on demand, tokens and costs of their runs, and
 * listeners for changes.
 */
export function composeExperiments(
  store: MetaStore,
  {
    queries,
    commands,
    place,
    log,
  }: {
    readonly queries: QueryRunner;
    readonly commands: CommandRunner;
    readonly place: MetaPlace;
    readonly log: Log;
  },
): ExperimentParts {
  const feed = new ExperimentFeed();
  const figures = new ThreadedExperiments({
    threads: new LeasedThreads({
      name: 'experiment thread',
      entry: threadEntry('experiments'),
      sizeMax: 1,
      waitMsMax: TURN_WAIT_MS,
      busyDetail: 'Figures of other experiments are being made; try again.',
      oldGenerationMb: THREAD_MEMORY_MB,
      youngGenerationMb: THREAD_YOUNG_MB,
      log,
    }),
    place,
    deadlineMs: ANSWER_MS_MAX,
    runningMax: RUNNING_MAX,
    waitingMax: WAITING_MAX,
  });
  const onFailed = (error: unknown): void =>
    log.warn({ err: error }, 'tokens and cost of runs could not be read; retrying');
  const refresher = new TraceRefresher({
    store,
    queries,
    projects: experimentProjects(commands),
    feed,
    now: () => Date.now(),
    onFailed,
  });
  const stop = async (): Promise<void> =>
    void (await Promise.all([figures.stop(), refresher.stop()]));
  return { feed, figures, refresher, stop };
}
