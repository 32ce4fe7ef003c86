import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Reread } from './model.ts';

const POLL_MS = 1_000;
/** Somebody else may start one, and an upgrade does. */
const IDLE_POLL_MS = 30_000;

export interface RereadWish {
  readonly project?: string;
  readonly start_time?: string;
  readonly what: Reread['what'];
  readonly dry_run: boolean;
}

/** The newest reread, and whether stored spans were read as this version reads them. */
export const rereadsOptions = queryOptions({
  queryKey: ['rereads'],
  queryFn: async ({ signal }) => {
    const { data, reading } = await bodyOf(api.GET('/v1/rereads', { params: { query: { limit: 1 } }, signal }));
    return { newest: data[0] ?? null, isOutdated: reading.stored_version < reading.version };
  },
  refetchInterval: ({ state }) => (isUnderWay(state.data?.newest ?? null) ? POLL_MS : IDLE_POLL_MS),
});

export function isUnderWay(reread: Reread | null): boolean {
  return reread?.state === 'queued' || reread?.state === 'running';
}

export async function startReread(wish: RereadWish): Promise<Reread> {
  return (await bodyOf(api.POST('/v1/rereads', { body: wish }))).data;
}

export async function stopReread(id: string): Promise<Reread> {
  return (await bodyOf(api.POST('/v1/rereads/{id}/stop', { params: { path: { id } } }))).data;
}

export async function resumeReread(id: string): Promise<Reread> {
  return (await bodyOf(api.POST('/v1/rereads/{id}/resume', { params: { path: { id } } }))).data;
}
