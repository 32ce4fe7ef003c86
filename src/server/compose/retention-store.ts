import type { Command, CommandRunner, Query, QueryRunner } from '#server/api/kit/query.ts';
import type { RetentionStore } from '#server/jobs/handlers/retention-sweep.ts';

const PROJECTS_PER_PAGE = 1_000;
const TRACES_PER_PAGE = 1_000;

const projectIds: Query<{ readonly fromId: number | null }, readonly number[]> = {
  name: 'retention.projectIds',
  async run({ projects }, { fromId }) {
    const page = await projects.projects({ limit: PROJECTS_PER_PAGE, ...(fromId === null ? {} : { beforeOrAtId: fromId }) });
    return page.rows.map((project) => project.id);
  },
};

/** Walks the newest traces by pages until it has counted enough: the start of the last one that may stay. */
const cutoffByCount: Query<{ readonly projectId: number; readonly count: number }, bigint | null> = {
  name: 'retention.cutoffByCount',
  async run({ spans, budget }, { projectId, count }) {
    let left = count;
    let cutoff: bigint | null = null;
    let page = await spans.traces({ projectId, sort: 'start_time', order: 'desc', limit: Math.min(left, TRACES_PER_PAGE) }, budget);
    for (;;) {
      left -= page.rows.length;
      cutoff = page.rows.at(-1)?.startTimeUnixNano ?? cutoff;
      if (page.next === null) return null;
      if (left <= 0) return cutoff;
      page = await spans.traces(
        { projectId, sort: 'start_time', order: 'desc', limit: Math.min(left, TRACES_PER_PAGE), anchor: page.next },
        budget,
      );
    }
  },
};

const projectBytes: Query<{ readonly projectId: number }, number> = {
  name: 'retention.projectBytes',
  run: ({ projects }, { projectId }) => projects.spanBytes(projectId),
};

/** A step is short, because ingest waits while it runs. */
const deleteOldest: Command<
  { readonly projectId: number; readonly beforeUnixNano: bigint; readonly limit: number },
  { readonly traces: number; readonly bytesLeft: number }
> = {
  name: 'retention.deleteOldest',
  async run({ budget, eraser, projects, spans }, { projectId, beforeUnixNano, limit }) {
    const page = await spans.traces(
      { projectId, window: { endUnixNano: beforeUnixNano }, sort: 'start_time', order: 'asc', limit },
      budget,
    );
    const traces = page.rows.length === 0 ? 0 : await eraser.deleteTraces(page.rows.map((trace) => trace.id));
    return { traces, bytesLeft: await projects.spanBytes(projectId) };
  },
};

/** For the catalogues of the reader and the writer threads. */
export const RETENTION_QUERIES = [projectIds, cutoffByCount, projectBytes] as const;
export const RETENTION_COMMANDS = [deleteOldest] as const;

/** What the retention sweep needs of the span store, as queries and commands in the store's threads. */
export function createRetentionStore(queries: QueryRunner, commands: CommandRunner): RetentionStore {
  return {
    projectIds: (fromId) => queries.value(projectIds, { fromId }),
    cutoffByCount: (projectId, count) => queries.value(cutoffByCount, { projectId, count }),
    projectBytes: (projectId) => queries.value(projectBytes, { projectId }),
    deleteOldest: (projectId, beforeUnixNano, limit) => commands.run(deleteOldest, { projectId, beforeUnixNano, limit }),
  };
}
