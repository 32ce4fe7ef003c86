import { queryOptions } from '@tanstack/react-query';
import {
  listRereads,
  resumeReread as resumeRereadRoute,
  startReread as startRereadRoute,
  stopReread as stopRereadRoute,
} from '#contracts/rereads/routes.ts';
import { call } from '#web/platform/http/client.ts';
import type { Reread } from '#contracts/rereads/reread.ts';

const POLL_MS = 1_000;
/** Another user may start one, and an upgrade does. */
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
    const { data, reading } = await call(listRereads, { query: { limit: 1 }, signal });
    return { newest: data[0] ?? null, isOutdated: reading.stored_version < reading.version };
  },
  refetchInterval: ({ state }) => (isUnderWay(state.data?.newest ?? null) ? POLL_MS : IDLE_POLL_MS),
});

export function isUnderWay(reread: Reread | null): boolean {
  return reread?.state === 'queued' || reread?.state === 'running';
}

/** Pricing stored spans again is looked for among so many newest rereads. */
const LOOK_BACK = 20;

/** The newest reread of costs alone, a preview included; null for none among the newest. */
export const lastRepricingOptions = queryOptions({
  queryKey: ['rereads', 'costs'],
  queryFn: async ({ signal }) => {
    const page = await call(listRereads, { query: { limit: LOOK_BACK }, signal });
    return page.data.find(({ what }) => what === 'costs') ?? null;
  },
  refetchInterval: ({ state: { data } }) => (isUnderWay(data ?? null) ? POLL_MS : false),
});

export async function startReread(wish: RereadWish): Promise<Reread> {
  return (await call(startRereadRoute, { body: wish })).data;
}

export async function stopReread(id: string): Promise<Reread> {
  return (await call(stopRereadRoute, { params: { id } })).data;
}

export async function resumeReread(id: string): Promise<Reread> {
  return (await call(resumeRereadRoute, { params: { id } })).data;
}
