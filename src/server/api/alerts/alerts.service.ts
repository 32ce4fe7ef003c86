import { randomUUID } from 'node:crypto';
import type { AlertChannel, AlertListParams, AlertRule, CreateAlertChannelBody, UpdateAlertChannelBody } from '#contracts/alert.ts';
import { ALERT_KINDS } from '#contracts/alert.ts';
import { AppError } from '#contracts/errors.ts';
import { encodeGlobalId } from '#contracts/ids.ts';
import { alertItem, testMessage } from '#server/alerts/alert-codec.ts';
import { recipientsOf } from '#server/alerts/alert-sender.ts';
import type { AlertSender } from '#server/alerts/alert-sender.ts';
import type { AlertChannelRecord, AlertRuleRecord } from '#server/stores/meta/alert-tables.ts';
import { noteAttempt } from '#server/stores/meta/alerts/alert-channels.queries.ts';
import type { NewChannel } from '#server/stores/meta/alerts/alert-channels.queries.ts';
import { listAlerts } from '#server/stores/meta/alerts/alerts.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { decodeIdCursor } from '../kit/page-cursor.ts';
import { isoFromUnixMs } from '../kit/stored-value-codec.ts';

/** A page of alerts, newest first. */
export async function alertPage(db: MetaDb, { state, cursor, limit = 100 }: AlertListParams) {
  const filter = {
    ...(state === undefined ? {} : { state }),
    ...(cursor === undefined ? {} : { fromId: decodeIdCursor(cursor, 'Alert') }),
  };
  const rows = await listAlerts(db, filter, limit + 1);
  const next = rows[limit];
  return { data: rows.slice(0, limit).map(alertItem), next_cursor: next === undefined ? null : encodeGlobalId('Alert', next.id) };
}

export function ruleItem({ kind, enabled, threshold }: AlertRuleRecord): AlertRule {
  return { kind, enabled: enabled === 1, threshold, unit: kind === 'error_rate' ? 'percent' : 'days' };
}

/** The rules, always in the same order. */
export function ruleItems(rows: readonly AlertRuleRecord[]): readonly AlertRule[] {
  return ALERT_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind).map(ruleItem));
}

export function channelItem(row: AlertChannelRecord): AlertChannel {
  return {
    id: encodeGlobalId('AlertChannel', row.id),
    kind: row.kind,
    name: row.name,
    enabled: row.enabled === 1,
    url: row.url,
    recipients: recipientsOf(row).filter((recipient) => recipient !== null),
    last_attempt_at: row.last_attempt_at_ms === null ? null : isoFromUnixMs(row.last_attempt_at_ms),
    last_error: row.last_error,
  };
}

/** The row of a new channel; 422 for what its kind needs and is missing, or has no use for. */
export function newChannel(sender: AlertSender, body: CreateAlertChannelBody): NewChannel {
  for (const field of body.kind === 'webhook' ? (['url', 'secret'] as const) : (['recipients'] as const))
    if (body[field] === undefined)
      throw new AppError('unprocessable', `body.${field} is missing: a channel of kind '${body.kind}' needs it.`);
  if (body.kind === 'mail') sender.checkMail();
  const changes = channelChanges(sender, { kind: body.kind, url: body.url ?? null }, body);
  return { kind: body.kind, name: body.name, enabled: 1, url: null, secret: null, recipients: '[]', ...changes };
}

/** What a change to a channel writes. */
export function channelChanges(
  sender: AlertSender,
  { kind, url: known }: Pick<AlertChannelRecord, 'kind' | 'url'>,
  { name, enabled, url, secret, recipients }: UpdateAlertChannelBody,
): Partial<Omit<NewChannel, 'kind'>> {
  if (kind === 'mail' && (url ?? secret) !== undefined)
    throw new AppError('unprocessable', "body.url and body.secret are for channels of kind 'webhook'; this one is of kind 'mail'.");
  if (kind === 'webhook' && recipients !== undefined)
    throw new AppError('unprocessable', "body.recipients is for channels of kind 'mail'; this one is of kind 'webhook'.");
  if (url !== undefined) {
    sender.checkUrl(url);
    // Whoever may change the address need not be who knows the secret, and what is signed with it would go to somebody else.
    if (secret === undefined && originOf(url) !== originOf(known))
      throw new AppError('unprocessable', 'body.secret is missing: another receiver than before needs a secret of its own.');
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

/** Sends a test to every recipient of a channel; the first failure is what is told. */
export async function testChannel(db: MetaDb, sender: AlertSender, channel: AlertChannelRecord) {
  const message = testMessage(randomUUID());
  const results = await Promise.allSettled(recipientsOf(channel).map((recipient) => sender.send(channel, recipient, message)));
  const failed = results.find((result) => result.status === 'rejected');
  const error = failed === undefined ? null : failed.reason instanceof Error ? failed.reason.message : String(failed.reason);
  await noteAttempt(db, channel.id, error, Date.now());
  return { delivered: error === null, error };
}

export function channelNotFound(id: string): AppError {
  return new AppError('not_found', `Alert channel '${id.slice(0, 80)}' not found`);
}
