import type { FastifyInstance } from 'fastify';
import { ALERT_CHANNELS_MAX } from '#contracts/alerts/alert.ts';
import * as routes from '#contracts/alerts/routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { AlertChannelRecord } from '#server/stores/meta/alert-tables.ts';
import {
  createChannel,
  deleteChannel,
  findChannel,
  updateChannel,
} from '#server/stores/meta/alerts/alert-channels.queries.ts';
import { listRules, updateRule } from '#server/stores/meta/alerts/alerts.queries.ts';
import { insertJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { serve } from '../kit/route/serve.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import {
  alertPage,
  ruleItem,
  ruleItems,
  channelChanges,
  channelList,
  channelNotFound,
  channelReply,
  newChannel,
  testChannel,
} from './alerts.service.ts';

export interface AlertDeps extends AlertChannelDeps {
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
}

/** Alerts on API keys: findings, rules, and notification channels. */
export function registerAlerts(app: FastifyInstance, deps: AlertDeps): void {
  readRoutes(app, deps.meta);
  changeRoute(app, deps);
  registerAlertChannels(app, deps);
}

function readRoutes(app: FastifyInstance, meta: MetaDb): void {
  serve(app, routes.listAlerts, ({ query }) => alertPage(meta, query));
  serve(app, routes.listAlertRules, async () => ({ data: ruleItems(await listRules(meta)) }));
}

function changeRoute(app: FastifyInstance, { meta, wakeJobs }: AlertDeps): void {
  serve(app, routes.updateAlertRule, async ({ params, body: { enabled, threshold } }) => {
    if (params.kind === 'error_rate' && threshold !== undefined && threshold > 100)
      throw new AppError(
        'unprocessable',
        `body.threshold must be a percentage up to 100; got ${threshold}.`,
      );
    const changes = {
      ...(enabled === undefined ? {} : { enabled: enabled ? (1 as const) : (0 as const) }),
      ...(threshold === undefined ? {} : { threshold }),
    };
    const nowMs = Date.now();
    const rule = await updateRule(meta, params.kind, changes, nowMs);
    await insertJob(
      meta,
      { name: 'alert.evaluate', payload: {}, runAtMs: nowMs, uniqueKey: 'alert.evaluate now' },
      nowMs,
    );
    wakeJobs();
    return { data: ruleItem(rule) };
  });
}

interface AlertChannelDeps extends Pick<ApiDeps, 'alertSender'> {
  readonly meta: MetaDb;
}

/** Where alerts are sent. */
function registerAlertChannels(app: FastifyInstance, deps: AlertChannelDeps): void {
  listRoute(app, deps);
  createRoute(app, deps);
  updateRoute(app, deps);
  deleteRoute(app, deps);
  testRoute(app, deps);
}

function listRoute(app: FastifyInstance, { meta }: AlertChannelDeps): void {
  serve(app, routes.listAlertChannels, async () => ({ data: await channelList(meta) }));
}

function createRoute(app: FastifyInstance, { meta, alertSender }: AlertChannelDeps): void {
  serve(app, routes.createAlertChannel, async ({ body, note }) => {
    const channel = await createChannel(meta, newChannel(alertSender, body), Date.now());
    if (channel === null)
      throw new AppError(
        'conflict',
        `There are ${ALERT_CHANNELS_MAX} alert channels, as many as there may be: delete one first.`,
      );
    note({ targetId: encodeGlobalId('AlertChannel', channel.id) });
    return { data: await channelReply(meta, channel) };
  });
}

function updateRoute(app: FastifyInstance, { meta, alertSender }: AlertChannelDeps): void {
  serve(app, routes.updateAlertChannel, async ({ params, body }) => {
    const before = await channelOf(meta, params.channel_id);
    const channel = await updateChannel(
      meta,
      before.id,
      channelChanges(alertSender, before, body),
      Date.now(),
    );
    if (channel === null) throw channelNotFound(params.channel_id);
    return { data: await channelReply(meta, channel) };
  });
}

function deleteRoute(app: FastifyInstance, { meta }: AlertChannelDeps): void {
  serve(app, routes.deleteAlertChannel, async ({ params }) => {
    if (
      !(await deleteChannel(meta, requireGlobalId(params.channel_id, 'AlertChannel', 'channel_id')))
    )
      throw channelNotFound(params.channel_id);
  });
}

function testRoute(app: FastifyInstance, { meta, alertSender }: AlertChannelDeps): void {
  serve(app, routes.testAlertChannel, async ({ params }) => ({
    data: await testChannel(meta, alertSender, await channelOf(meta, params.channel_id)),
  }));
}

async function channelOf(meta: MetaDb, id: string): Promise<AlertChannelRecord> {
  const channel = await findChannel(meta, requireGlobalId(id, 'AlertChannel', 'channel_id'));
  if (channel === null) throw channelNotFound(id);
  return channel;
}
