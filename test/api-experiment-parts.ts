import type { ExperimentFigures } from '#core/ports/experiment-figures.ts';
import { TraceRefresher } from '#server/api/experiments/figures/run-figure-refresher.ts';
import { ExperimentFeed } from '#server/api/kit/experiments/experiment-feed.ts';
import type { CommandRunner, QueryRunner } from '#server/threads/query.ts';
import { experimentProjects } from '#server/compose/experiment-projects.ts';
import { ExperimentServer } from '#server/experiments/experiment-server.ts';
import type { Cell } from '#server/experiments/row-source.ts';
import type { MetaConnection } from '#server/stores/meta/meta-connection.ts';
import type { openTestMeta } from '#server/stores/meta/open-test-meta.ts';

/** The figures of experiment runs, as `compose/experiments.ts` sets them up, but in this thread. */
export function experimentParts(store: ReturnType<typeof openTestMeta>, queries: QueryRunner, commands: CommandRunner) {
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
function figuresOf(connection: MetaConnection): ExperimentFigures<AbortSignal> {
  return new ExperimentServer({
    // as: rows of a statement hold what SQLite has, in the order of the columns.
    rows: (sql, parameters) => connection.execute({ sql, parameters }).rows.map((row) => Object.values(row as Record<string, Cell>)),
    snapshot: (work) => work(),
  }).within({ over: () => false });
}
