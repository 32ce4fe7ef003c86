import { queryOptions } from '@tanstack/react-query';
import { getApiKeyUsage } from '#contracts/api-keys/routes.ts';
import { getLimits } from '#contracts/server/routes.ts';
import { call } from '#web/platform/http/client.ts';

const HOUR_MS = 3_600_000;

/** The plan, its numbers, and who is near them now. */
export const limitsOptions = queryOptions({
  queryKey: ['limits'],
  queryFn: async ({ signal }) => (await call(getLimits, { signal })).data,
  refetchInterval: 5_000,
});

/** A key's usage within the last given number of hours. */
export function keyUsageOptions(id: string, hours: number) {
  return queryOptions({
    queryKey: ['key-usage', id, hours],
    queryFn: async ({ signal }) => {
      const start = new Date(Date.now() - hours * HOUR_MS).toISOString();
      return (await call(getApiKeyUsage, { params: { id }, query: { start_time: start }, signal }))
        .data;
    },
    refetchInterval: 10_000,
    placeholderData: (before) => (before?.id === id ? before : undefined),
  });
}
