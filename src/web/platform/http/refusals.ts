import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';

/** The requests that ingest refused since an instant (ISO 8601), newest first; polled while shown. */
export function refusalsOptions(since: string) {
  return queryOptions({
    queryKey: ['refusals', since],
    queryFn: async ({ signal }) =>
      (await bodyOf(api.GET('/v1/refusals', { signal }))).data.filter((one) => Date.parse(one.time) >= Date.parse(since)),
    refetchInterval: 2000,
  });
}
