import type { ExperimentFeed } from '../kit/experiments/experiment-feed.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { AskedCommands, AskedQueries } from '../kit/route/asker.ts';

/** The dependencies of the experiment routes. */
export interface ExperimentDeps {
  readonly store: MetaStore;
  readonly queries: AskedQueries;
  readonly commands: AskedCommands;
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
  /** Called on every change, after its commit. */
  readonly feed: ExperimentFeed;
  /** Whether there are so many spans to write that what can wait should. */
  readonly isIngestPressed: () => boolean;
}
