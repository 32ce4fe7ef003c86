import type { Command, CommandRunner, Query, QueryRunner } from '#server/threads/query.ts';
import type { RetentionStore } from '#server/jobs/handlers/retention-sweep.ts';

const PROJECTS_PER_PAGE = 1_000;
const TRACES_PER_PAGE = 1_000;
const SPANS_WEIGHED_MAX = 20_000;

const projectIds: Query<{ readonly fromId: number | null }, readonly number[]> = {
  name: 'retention.projectIds',
  async run({ projects }, { fromId }) {
    const page = await projects.projects({
      limit: PROJECTS_PER_PAGE,
      ...(fromId === null ? {} : { beforeOrAtId: fromId }),
    });
    return page.rows.map((project) => project.id);
  },
};

/**
 * Walks the newest traces by pages until it has counted enough: the start of the last one that may
 * stay.
 */
const cutoffByCount: Query<{ readonly projectId: number; readonly count: number }, bigint | null> =
  {
    name: 'retention.cutoffByCount',
    async run({ spans, budget }, { projectId, count }) {
      let left = count;
      let cutoff: bigint | null = null;
      let page = await spans.traces(
        { projectId, sort: 'start_time', order: 'desc', limit: Math.min(left, TRACES_PER_PAGE) },
        budget,
      );
      for (;;) {
        left -= page.rows.length;
        cutoff = page.rows.at(-1)?.startTimeUnixNano ?? cutoff;
        if (page.next === null) return null;
        if (left <= 0) return cutoff;
        page = await spans.traces(
          {
            projectId,
            sort: 'start_time',
            order: 'desc',
            limit: Math.min(left, TRACES_PER_PAGE),
            anchor: page.next,
          },
          budget,
        );
      }
    },
  };

const projectBytes: Query<{ readonly projectId: number }, number> = {
  name: 'retention.projectBytes',
  run: ({ projects }, { projectId }) => projects.spanBytes(projectId),
};

/**
 * As many of the oldest traces as weigh so much together, no more than `limit` of them, nor than
 * are weighed in some tens of milliseconds.
 */
const oldestOfWeight: Query<
  { readonly projectId: number; readonly bytes: number; readonly limit: number },
  { readonly ids: readonly number[]; readonly bytes: number }
> = {
  name: 'retention.oldestOfWeight',
  async run({ budget, projects, spans }, { projectId, bytes: wanted, limit }) {
    const page = await spans.traces({ projectId, sort: 'start_time', order: 'asc', limit }, budget);
    const ids: number[] = [];
    let [bytes, weighed] = [0, 0];
    for (const { id, spanCount } of page.rows) {
      if (bytes >= wanted || weighed >= SPANS_WEIGHED_MAX) break;
      ids.push(id);
      bytes += await projects.traceBytes(projectId, id);
      weighed += spanCount;
    }
    return { ids, bytes };
  },
};

const deleteTraces: Command<{ readonly ids: readonly number[] }, number> = {
  name: 'retention.deleteTraces',
  run: ({ eraser }, { ids }) => eraser.deleteTraces(ids),
};

/** A step is short, because ingest waits while it runs. */
const deleteOldest: Command<
  { readonly projectId: number; readonly beforeUnixNano: bigint; readonly limit: number },
  number
> = {
  name: 'retention.deleteOldest',
  async run({ budget, eraser, spans }, { projectId, beforeUnixNano, limit }) {
    const page = await spans.traces(
      {
        projectId,
        window: { endUnixNano: beforeUnixNano },
        sort: 'start_time',
        order: 'asc',
        limit,
      },
      budget,
    );
    return page.rows.length === 0 ? 0 : eraser.deleteTraces(page.rows.map((trace) => trace.id));
  },
};

/** For the catalogues of the reader and the writer threads. */
export const RETENTION_QUERIES = [projectIds, cutoffByCount, projectBytes, oldestOfWeight] as const;
export const RETENTION_COMMANDS = [deleteOldest, deleteTraces] as const;

/** The span-store queries and commands the retention sweep needs, run in the store's threads. */
export function createRetentionStore(
  queries: QueryRunner,
  commands: CommandRunner,
): RetentionStore {
  return {
    projectIds: (fromId) => queries.value(projectIds, { fromId }),
    cutoffByCount: (projectId, count) => queries.value(cutoffByCount, { projectId, count }),
    projectBytes: (projectId) => queries.value(projectBytes, { projectId }),
    oldestOfWeight: (projectId, bytes, limit) =>
      queries.value(oldestOfWeight, { projectId, bytes, limit }),
    deleteTraces: (ids) => commands.run(deleteTraces, { ids }),
    deleteOldest: (projectId, beforeUnixNano, limit) =>
      commands.run(deleteOldest, { projectId, beforeUnixNano, limit }),
  };
}
