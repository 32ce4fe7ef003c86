import type { ExperimentFigures } from '#core/ports/experiment-figures.ts';
import { TraceRefresher } from '#server/api/experiments/figures/run-figure-refresher.ts';
import { ExperimentFeed } from '#server/api/kit/experiments/experiment-feed.ts';
import type { CommandRunner, QueryRunner } from '#server/threads/query.ts';
import { experimentProjects } from '#server/compose/experiment-projects.ts';
import { ExperimentServer } from '#server/experiments/experiment-server.ts';

import type { openTestMeta, TestConnection } from '#server/stores/meta/open-test-meta.ts';

/** The figures of experiment runs, as `compose/experiments.ts` sets them up, but in this thread. */
export function experimentParts(
  store: ReturnType<typeof openTestMeta>,
  queries: QueryRunner,
  commands: CommandRunner,
) {
  const experimentFeed = new ExperimentFeed();
  const onFailed = (error: unknown): void => {
    throw error;
  };
  const runFigures = new TraceRefresher({
    store,
    queries,
    projects: experimentProjects(commands),
    feed: experimentFeed,
    now: () => Date.now(),
    onFailed,
    pauseMs: 20,
  });
  return { experimentFeed, experimentFigures: figuresOf(store.connection), runFigures };
}

/** Figures of experiments in this thread, over the connection that tests write through. */
function figuresOf(connection: TestConnection): ExperimentFigures<AbortSignal> {
  return new ExperimentServer({
    rows: (sql, parameters) => connection.rows(sql, parameters),
    snapshot: (work) => work(),
  }).within({ over: () => false });
}
