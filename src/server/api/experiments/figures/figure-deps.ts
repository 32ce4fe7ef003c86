import type { ExperimentFigures } from '#core/ports/experiment-figures.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';

/** Reads tokens and cost of runs from their traces, in the background. */
export interface RunFigureRefresher {
  /** Begins for the experiment, unless that runs already. */
  ask(experimentId: number): void;
}

/** The dependencies of the experiment-figures routes. */
export type ExperimentFigureDeps = Pick<ApiDeps, 'authenticator' | 'experimentFeed' | 'limits'> & {
  readonly meta: MetaDb;
  readonly experimentFigures: ExperimentFigures<AbortSignal>;
  readonly runFigures: RunFigureRefresher;
};
