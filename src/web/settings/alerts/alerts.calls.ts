import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  createAlertChannel,
  deleteAlertChannel,
  listAlertChannels,
  listAlertRules,
  listAlerts,
  testAlertChannel,
  updateAlertChannel,
  updateAlertRule,
} from '#contracts/alerts/routes.ts';
import type {
  AlertKind,
  CreateAlertChannelBody,
  UpdateAlertChannelBody,
} from '#contracts/alerts/alert.ts';
import { call, cursorParam } from '#web/platform/http/client.ts';

const PAGE_ROWS = 50;
const ASK_AGAIN_MS = 5_000;
const COUNT_AGAIN_MS = 60_000;

/** Open alerts, or over, newest first. */
export function alertsOptions(state: 'open' | 'resolved') {
  return infiniteQueryOptions({
    queryKey: ['alerts', state],
    queryFn: async ({ pageParam, signal }) =>
      await call(listAlerts, {
        query: { state, limit: PAGE_ROWS, ...cursorParam(pageParam) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: ASK_AGAIN_MS,
  });
}

/** The number of open alerts, as text: `50+` when there are more than the page reads. */
export const openAlertCountOptions = queryOptions({
  queryKey: ['alerts', 'count'],
  queryFn: async ({ signal }) => {
    const page = await call(listAlerts, { query: { state: 'open', limit: PAGE_ROWS }, signal });
    return page.data.length === 0
      ? ''
      : `${page.data.length}${page.next_cursor === null ? '' : '+'}`;
  },
  refetchInterval: COUNT_AGAIN_MS,
  retry: false,
});

export const alertRulesOptions = queryOptions({
  queryKey: ['alert-rules'],
  queryFn: async ({ signal }) => (await call(listAlertRules, { signal })).data,
});

export const alertChannelsOptions = queryOptions({
  queryKey: ['alert-channels'],
  queryFn: async ({ signal }) => (await call(listAlertChannels, { signal })).data,
  // Delivery states change on their own.
  refetchInterval: ASK_AGAIN_MS,
});

export async function changeRule(
  kind: AlertKind,
  body: { readonly enabled?: boolean; readonly threshold?: number },
): Promise<void> {
  await call(updateAlertRule, { params: { kind }, body });
}

/** Asks again for everything about alerts. */
export async function alertsChanged(client: QueryClient): Promise<void> {
  await Promise.all(
    ['alerts', 'alert-rules', 'alert-channels'].map((key) =>
      client.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

export async function createChannel(body: CreateAlertChannelBody): Promise<void> {
  await call(createAlertChannel, { body });
}

export async function changeChannel(id: string, body: UpdateAlertChannelBody): Promise<void> {
  await call(updateAlertChannel, { params: { channel_id: id }, body });
}

export async function deleteChannel(id: string): Promise<void> {
  await call(deleteAlertChannel, { params: { channel_id: id } });
}

/** Sends a test; why it was not taken, or null. */
export async function testChannel(id: string): Promise<string | null> {
  return (await call(testAlertChannel, { params: { channel_id: id } })).data.error;
}
