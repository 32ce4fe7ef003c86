import type { QueryClient } from '@tanstack/react-query';
import type { ListSearch } from '#web/lists/search-params.ts';
import {
  isDatasetGlobalId,
  isSessionGlobalId,
  sessionKey,
} from '#web/platform/address/address-ids.ts';
import { projectKey } from '#web/platform/address/paths.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { projectOptions } from '#web/projects/projects.calls.ts';
import { rowsOptions } from '#web/lists/rows.calls.ts';
import { skeletonOptions } from '#web/trace/traces.calls.ts';
import { isProjectId } from '#web/projects/use-project-name.ts';

/**
 * Prefetches a page's first data as soon as its address is known, while the page's code is still
 * loading. Cached data is left alone: the page decides whether it is fresh.
 */
export const startReading = {
  /**
   * How addresses name a project that a link names by its Global ID; as it was named where that
   * cannot be known.
   */
  async projectKey(client: QueryClient, named: string): Promise<string> {
    if (!isProjectId(named)) return named;
    try {
      return projectKey(await client.ensureQueryData(projectOptions(named)));
    } catch {
      return named;
    }
  },
  /** The Global ID of a dataset that an address calls by its name; null where there is none. */
  async datasetId(client: QueryClient, named: string): Promise<string | null> {
    if (isDatasetGlobalId(named)) return named;
    try {
      // Of what is loaded first, only these links need it.
      const { datasetOptions } = await import('#web/datasets/datasets.calls.ts');
      return (await client.ensureQueryData(datasetOptions(named))).id;
    } catch {
      return null;
    }
  },
  /**
   * How addresses name a session that a link names by its Global ID; as it was named where that
   * cannot be known.
   */
  async sessionKey(client: QueryClient, named: string): Promise<string> {
    if (!isSessionGlobalId(named)) return named;
    try {
      const { sessionSkeletonOptions } = await import('#web/sessions/sessions.calls.ts');
      return sessionKey((await client.ensureQueryData(sessionSkeletonOptions(named))).session);
    } catch {
      return named;
    }
  },
  rows(client: QueryClient, project: string, search: ListSearch): void {
    if (search.group !== undefined) return;
    const options = rowsOptions(project, search.range ?? RANGE_DEFAULT, search);
    if (client.getQueryState(options.queryKey) === undefined)
      void client.prefetchInfiniteQuery(options);
  },
  trace(client: QueryClient, trace: string): void {
    void client.prefetchQuery(skeletonOptions(trace));
  },
};
