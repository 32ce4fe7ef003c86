import type { ExperimentFeed } from '../kit/experiment-feed.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';

/** What the routes of experiments need. */
export interface ExperimentDeps {
  readonly store: MetaStore;
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
  /** Told of every change, after its commit. */
  readonly feed: ExperimentFeed;
}
