import type { FastifyInstance } from 'fastify';
import {
  AlertChannelList,
  AlertChannelParams,
  AlertChannelReply,
  AlertTestReply,
  CreateAlertChannelBody,
  UpdateAlertChannelBody,
} from '#contracts/alerts/alert.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { RouteAccess } from '#core/access/route-access.ts';
import type { AlertChannelRecord } from '#server/stores/meta/alert-tables.ts';
import {
  ALERT_CHANNELS_MAX,
  createChannel,
  deleteChannel,
  findChannel,
  updateChannel,
} from '#server/stores/meta/alerts/alert-channels.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { route } from '../kit/route/route.ts';
import { channelChanges, channelList, channelNotFound, channelReply, newChannel, testChannel } from './alerts.service.ts';

export interface AlertChannelDeps extends Pick<ApiDeps, 'alertSender'> {
  readonly meta: MetaDb;
}

const tag = 'alerts';
const access = { scopes: ['admin'], workspace: true } as const;
const changeAccess: RouteAccess = { ...access, closedTo: 'apps' };
const PATH = '/v1/alert_channels';
const CHANNEL = `${PATH}/{channel_id}`;

/** Where alerts are sent. */
export function registerAlertChannels(app: FastifyInstance, deps: AlertChannelDeps): void {
  listRoute(app, deps);
  createRoute(app, deps);
  updateRoute(app, deps);
  deleteRoute(app, deps);
  testRoute(app, deps);
}

function listRoute(app: FastifyInstance, { meta }: AlertChannelDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: PATH,
      id: 'listAlertChannels',
      access,
      tag,
      summary: 'List the channels of alerts',
      description: `Oldest first; there are up to ${ALERT_CHANNELS_MAX}. Secrets are not among what is listed.`,
      ok: { status: 200, description: 'The channels.', schema: AlertChannelList },
      errors: [],
    },
    async () => ({ data: await channelList(meta) }),
  );
}

function createRoute(app: FastifyInstance, { meta, alertSender }: AlertChannelDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: PATH,
      id: 'createAlertChannel',
      access: changeAccess,
      audit: 'alert_channel.create',
      tag,
      summary: 'Add a channel for alerts',
      description:
        'A webhook, signed with its secret, or mail. The secret is encrypted with a key derived from `SERVICE_SECRET`, without which no webhook can be added.',
      body: CreateAlertChannelBody,
      bodyExample: { kind: 'webhook', name: 'On call', url: 'https://example.org/hook', secret: 'at least 16 characters' },
      ok: { status: 201, description: 'The channel.', schema: AlertChannelReply },
      errors: ['conflict', 'storage_full'],
    },
    async ({ body, note }) => {
      const channel = await createChannel(meta, newChannel(alertSender, body), Date.now());
      if (channel === null)
        throw new AppError('conflict', `There are ${ALERT_CHANNELS_MAX} alert channels, as many as there may be: delete one first.`);
      note({ targetId: encodeGlobalId('AlertChannel', channel.id) });
      return { data: await channelReply(meta, channel) };
    },
  );
}

function updateRoute(app: FastifyInstance, { meta, alertSender }: AlertChannelDeps): void {
  route(
    app,
    {
      method: 'PATCH',
      path: CHANNEL,
      id: 'updateAlertChannel',
      access: changeAccess,
      audit: 'alert_channel.update',
      tag,
      summary: 'Change a channel for alerts',
      description: 'Absent fields stay unchanged, the secret too; an address at another host, port or scheme needs a new secret.',
      params: AlertChannelParams,
      body: UpdateAlertChannelBody,
      bodyExample: { enabled: false },
      ok: { status: 200, description: 'The channel.', schema: AlertChannelReply },
      errors: ['not_found', 'conflict', 'storage_full'],
    },
    async ({ params, body }) => {
      const before = await channelOf(meta, params.channel_id);
      const channel = await updateChannel(meta, before.id, channelChanges(alertSender, before, body), Date.now());
      if (channel === null) throw channelNotFound(params.channel_id);
      return { data: await channelReply(meta, channel) };
    },
  );
}

function deleteRoute(app: FastifyInstance, { meta }: AlertChannelDeps): void {
  route(
    app,
    {
      method: 'DELETE',
      path: CHANNEL,
      id: 'deleteAlertChannel',
      access: changeAccess,
      audit: 'alert_channel.delete',
      tag,
      summary: 'Delete a channel for alerts',
      description: 'Pending notifications are dropped.',
      params: AlertChannelParams,
      ok: { status: 204, description: 'Deleted.' },
      errors: ['not_found'],
    },
    async ({ params }) => {
      if (!(await deleteChannel(meta, requireGlobalId(params.channel_id, 'AlertChannel', 'channel_id'))))
        throw channelNotFound(params.channel_id);
    },
  );
}

function testRoute(app: FastifyInstance, { meta, alertSender }: AlertChannelDeps): void {
  route(
    app,
    {
      method: 'POST',
      path: `${CHANNEL}/test`,
      id: 'testAlertChannel',
      access: changeAccess,
      audit: 'alert_channel.test',
      tag,
      summary: 'Send a test to a channel for alerts',
      description: 'Once, also to a channel that is switched off, and says how it ended.',
      params: AlertChannelParams,
      ok: { status: 200, description: 'How it ended.', schema: AlertTestReply },
      errors: ['not_found'],
    },
    async ({ params }) => ({ data: await testChannel(meta, alertSender, await channelOf(meta, params.channel_id)) }),
  );
}

async function channelOf(meta: MetaDb, id: string): Promise<AlertChannelRecord> {
  const channel = await findChannel(meta, requireGlobalId(id, 'AlertChannel', 'channel_id'));
  if (channel === null) throw channelNotFound(id);
  return channel;
}
