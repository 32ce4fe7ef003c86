import type { QueryClient } from '@tanstack/react-query';
import type { ListSearch } from '../lib/search-params.ts';
import { isDatasetGlobalId, isSessionGlobalId, sessionKey } from '../lib/address-ids.ts';
import { projectKey } from '../lib/paths.ts';
import { RANGE_DEFAULT } from '../lib/time-range.ts';
import { projectOptions } from './projects.ts';
import { rowsOptions } from './rows.ts';
import { skeletonOptions } from './traces.ts';
import { isProjectId } from './use-project-name.ts';

/**
 * Prefetches a page's first data as soon as its address is known, while the page's code is still loading. Cached data is left alone: the
 * page decides whether it is fresh.
 */
export const startReading = {
  /** How addresses name a project that a link names by its Global ID; as it was named where that cannot be known. */
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
      const { datasetOptions } = await import('./datasets.ts');
      return (await client.ensureQueryData(datasetOptions(named))).id;
    } catch {
      return null;
    }
  },
  /** How addresses name a session that a link names by its Global ID; as it was named where that cannot be known. */
  async sessionKey(client: QueryClient, named: string): Promise<string> {
    if (!isSessionGlobalId(named)) return named;
    try {
      const { sessionSkeletonOptions } = await import('./sessions.ts');
      return sessionKey((await client.ensureQueryData(sessionSkeletonOptions(named))).session);
    } catch {
      return named;
    }
  },
  rows(client: QueryClient, project: string, search: ListSearch): void {
    if (search.group !== undefined) return;
    const options = rowsOptions(project, search.range ?? RANGE_DEFAULT, search);
    if (client.getQueryState(options.queryKey) === undefined) void client.prefetchInfiniteQuery(options);
  },
  trace(client: QueryClient, trace: string): void {
    void client.prefetchQuery(skeletonOptions(trace));
  },
};
