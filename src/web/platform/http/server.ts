import { queryOptions } from '@tanstack/react-query';
import { getServer, getStorage, getStorageTables } from '#contracts/server/routes.ts';
import { call } from './client.ts';

/** Version, ports and addresses of the server this page came from. */
export const serverInfoOptions = queryOptions({
  queryKey: ['server'],
  queryFn: async ({ signal }) => (await call(getServer, { signal })).data,
  staleTime: 60_000,
});

/**
 * The sizes of the databases' tables; the server reads whole files for it, so the page doesn't
 * refresh it automatically.
 */
export const storageTablesOptions = queryOptions({
  queryKey: ['storage-tables'],
  queryFn: async ({ signal }) => (await call(getStorageTables, { signal })).data,
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  retry: false,
});

/** Sizes of what is stored, for the sidebar's foot. */
export const storageOptions = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }) => (await call(getStorage, { signal })).data,
  refetchInterval: 10_000,
  retry: false,
});
