import { randomUUID } from 'node:crypto';
import {
  ALERT_KINDS,
  type AlertChannel,
  type AlertListParams,
  type AlertRule,
  type CreateAlertChannelBody,
  type UpdateAlertChannelBody,
} from '#contracts/alerts/alert.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { alertItem, testMessage } from '#server/alerts/alert-codec.ts';
import { recipientsOf, type AlertSender } from '#server/alerts/alert-sender.ts';
import type {
  AlertChannelRecord,
  AlertDeliveryRecord,
  AlertRuleRecord,
} from '#server/stores/meta/alert-tables.ts';
import {
  listChannels,
  type NewChannel,
} from '#server/stores/meta/alerts/alert-channels.queries.ts';
import {
  listDeliveries,
  noteDelivery,
} from '#server/stores/meta/alerts/alert-deliveries.queries.ts';
import { listAlerts } from '#server/stores/meta/alerts/alerts.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';

/** A page of alerts, newest first. */
export async function alertPage(db: MetaDb, { state, cursor, limit = 100 }: AlertListParams) {
  const filter = {
    ...(state === undefined ? {} : { state }),
    ...(cursor === undefined ? {} : { fromId: decodeIdCursor(cursor, 'Alert') }),
  };
  const rows = await listAlerts(db, filter, limit + 1);
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(alertItem),
    next_cursor: next === undefined ? null : encodeGlobalId('Alert', next.id),
  };
}

export function ruleItem({ kind, enabled, threshold }: AlertRuleRecord): AlertRule {
  return {
    kind,
    enabled: enabled === 1,
    threshold,
    unit: kind === 'error_rate' ? 'percent' : 'days',
  };
}

/** The rules, always in the same order. */
export function ruleItems(rows: readonly AlertRuleRecord[]): readonly AlertRule[] {
  return ALERT_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind).map(ruleItem));
}

/** A channel and what became of what was sent to its recipients. */
export async function channelReply(db: MetaDb, row: AlertChannelRecord): Promise<AlertChannel> {
  return channelItem(row, await listDeliveries(db, row.id));
}

/** All channels, oldest first. */
export async function channelList(db: MetaDb): Promise<readonly AlertChannel[]> {
  const deliveries = Map.groupBy(await listDeliveries(db), (delivery) => delivery.channel_id);
  return (await listChannels(db)).map((row) => channelItem(row, deliveries.get(row.id) ?? []));
}

function channelItem(row: AlertChannelRecord, all: readonly AlertDeliveryRecord[]): AlertChannel {
  const recipients = recipientsOf(row);
  // Former recipients are not listed.
  const deliveries = all.filter(({ recipient }) =>
    recipients.includes(recipient === '' ? null : recipient),
  );
  const attempted = Math.max(...deliveries.map((delivery) => delivery.attempted_at_ms));
  return {
    id: encodeGlobalId('AlertChannel', row.id),
    kind: row.kind,
    name: row.name,
    enabled: row.enabled === 1,
    url: row.url,
    recipients: recipients.filter((recipient) => recipient !== null),
    last_attempt_at: deliveries.length === 0 ? null : isoFromUnixMs(attempted),
    last_error: deliveries.find((delivery) => delivery.error !== null)?.error ?? null,
    deliveries: deliveries.map((delivery) => ({
      recipient: delivery.recipient === '' ? null : delivery.recipient,
      attempted_at: isoFromUnixMs(delivery.attempted_at_ms),
      error: delivery.error,
      delivered: delivery.delivered,
      delivered_at:
        delivery.delivered_at_ms === null ? null : isoFromUnixMs(delivery.delivered_at_ms),
    })),
  };
}

/** The row of a new channel; 422 for what its kind needs and is missing, or has no use for. */
export function newChannel(sender: AlertSender, body: CreateAlertChannelBody): NewChannel {
  for (const field of body.kind === 'webhook'
    ? (['url', 'secret'] as const)
    : (['recipients'] as const))
    if (body[field] === undefined)
      throw new AppError(
        'unprocessable',
        `body.${field} is missing: a channel of kind '${body.kind}' needs it.`,
      );
  if (body.kind === 'mail') sender.checkMail();
  const changes = channelChanges(sender, { kind: body.kind, url: body.url ?? null }, body);
  return {
    kind: body.kind,
    name: body.name,
    enabled: 1,
    url: null,
    secret: null,
    recipients: '[]',
    ...changes,
  };
}

/** The stored fields of a changed channel. */
export function channelChanges(
  sender: AlertSender,
  { kind, url: known }: Pick<AlertChannelRecord, 'kind' | 'url'>,
  { name, enabled, url, secret, recipients }: UpdateAlertChannelBody,
): Partial<Omit<NewChannel, 'kind'>> {
  if (kind === 'mail' && (url ?? secret) !== undefined)
    throw new AppError(
      'unprocessable',
      "body.url and body.secret are for channels of kind 'webhook'; this one is of kind 'mail'.",
    );
  if (kind === 'webhook' && recipients !== undefined)
    throw new AppError(
      'unprocessable',
      "body.recipients is for channels of kind 'mail'; this one is of kind 'webhook'.",
    );
  if (url !== undefined) {
    sender.checkUrl(url);
    // A user who may change the address need not know the secret, and what is signed with it would
    // go to another receiver.
    if (secret === undefined && originOf(url) !== originOf(known))
      throw new AppError(
        'unprocessable',
        'body.secret is missing: a new address needs a new secret.',
      );
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    ...(url === undefined ? {} : { url }),
    ...(secret === undefined ? {} : { secret: sender.sealSecret(secret) }),
    ...(recipients === undefined ? {} : { recipients: JSON.stringify([...new Set(recipients)]) }),
  };
}

function originOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.origin ?? null);
}

/** Sends a test to every recipient of a channel; reports the first failure. */
export async function testChannel(db: MetaDb, sender: AlertSender, channel: AlertChannelRecord) {
  const message = testMessage(randomUUID());
  const send = async (recipient: string | null): Promise<string | null> => {
    const error = await sender.send(channel, recipient, message).then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    );
    await noteDelivery(
      db,
      { channelId: channel.id, recipient, subject: message.subject, error },
      Date.now(),
    );
    return error;
  };
  const errors = await Promise.all(recipientsOf(channel).map(send));
  const error = errors.find((one) => one !== null) ?? null;
  return { delivered: error === null, error };
}

export function channelNotFound(id: string): AppError {
  return new AppError('not_found', `Alert channel '${id.slice(0, 80)}' not found`);
}
