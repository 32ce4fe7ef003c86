import { queryOptions } from '@tanstack/react-query';
import { listRefusals } from '#contracts/server/routes.ts';
import { call } from './client.ts';

/** The requests that ingest refused since an instant (ISO 8601), newest first; polled while shown. */
export function refusalsOptions(since: string) {
  return queryOptions({
    queryKey: ['refusals', since],
    queryFn: async ({ signal }) => (await call(listRefusals, { signal })).data.filter((one) => Date.parse(one.time) >= Date.parse(since)),
    refetchInterval: 2000,
  });
}
