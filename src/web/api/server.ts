import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';

/** Version, ports and addresses of the server this page came from. */
export const serverInfoOptions = queryOptions({
  queryKey: ['server'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/v1/server', { signal }))).data,
  staleTime: 60_000,
});

/** Sizes of what is stored, for the sidebar's foot. */
export const storageOptions = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }) => (await bodyOf(api.GET('/v1/storage', { signal }))).data,
  refetchInterval: 10_000,
  retry: false,
});
