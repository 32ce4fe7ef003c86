import { AppError } from '#contracts/wire/errors.ts';
import { alertMessage, type AlertEvent } from '#server/alerts/alert-codec.ts';
import { recipientsOf, type AlertSender } from '#server/alerts/alert-sender.ts';
import { FinalJobError, type JobPayload } from '#server/jobs/catalogue.ts';
import type { AlertChannelRecord } from '#server/stores/meta/alert-tables.ts';
import { findChannel } from '#server/stores/meta/alerts/alert-channels.queries.ts';
import { noteDelivery } from '#server/stores/meta/alerts/alert-deliveries.queries.ts';
import { findAlert } from '#server/stores/meta/alerts/alerts.queries.ts';
import type { NewJob } from '#server/stores/meta/jobs.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

export interface AlertDeliveryOptions {
  readonly db: MetaDb;
  readonly sender: AlertSender;
  readonly now: () => number;
}

const ERROR_CHARS_MAX = 500;

/** The jobs that tell every recipient of some channels of an alert. */
export function deliveryJobs(
  alertId: number,
  event: AlertEvent,
  channels: readonly AlertChannelRecord[],
  runAtMs: number,
): readonly NewJob[] {
  return channels.flatMap((channel) =>
    recipientsOf(channel).map((recipient) => ({
      name: 'alert.deliver',
      payload: { alertId, channelId: channel.id, recipient, event },
      runAtMs,
      uniqueKey: `alert.deliver ${event} ${alertId} ${channel.id} ${recipient ?? ''}`,
    })),
  );
}

/**
 * Makes the handler of `alert.deliver`: sends a notification, and stores the outcome. Skips deleted or disabled channels and deleted
 * alerts; also an opening of an alert that has resolved since, because its end is sent too and the two could arrive in the wrong order.
 */
export function alertDelivery({ db, sender, now }: AlertDeliveryOptions) {
  return async ({ alertId, channelId, recipient, event = 'fired' }: JobPayload<'alert.deliver'>): Promise<void> => {
    const channel = await findChannel(db, channelId);
    const alert = await findAlert(db, alertId);
    if (channel === null || channel.enabled === 0 || alert === null) return;
    if (event === 'fired' && alert.resolved_at_ms !== null) return;
    const message = alertMessage(alert, event);
    const attempt = { channelId, recipient, subject: message.subject };
    try {
      await sender.send(channel, recipient, message);
    } catch (error) {
      const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_CHARS_MAX);
      await noteDelivery(db, { ...attempt, error: text }, now());
      if (error instanceof AppError && error.code === 'unprocessable') throw new FinalJobError(text, null);
      throw error;
    }
    await noteDelivery(db, { ...attempt, error: null }, now());
  };
}
