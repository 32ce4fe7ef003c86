import type { AlertDeliveryRecord } from '../alert-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** An attempt to tell one recipient of a channel; null for its webhook. */
export interface DeliveryAttempt {
  readonly channelId: number;
  readonly recipient: string | null;
  /** The notification's subject, for people. */
  readonly subject: string;
  /** Null when it was taken. */
  readonly error: string | null;
}

/**
 * Keeps how an attempt ended, and what was taken last. Of a channel that is gone nothing is kept.
 */
export async function noteDelivery(
  db: MetaDb,
  { channelId, recipient, subject, error }: DeliveryAttempt,
  nowMs: number,
): Promise<void> {
  const attempt = {
    attempted_at_ms: nowMs,
    error,
    ...(error === null ? { delivered: subject, delivered_at_ms: nowMs } : {}),
  };
  await db
    .insertInto('alert_deliveries')
    .columns([
      'channel_id',
      'recipient',
      'attempted_at_ms',
      'error',
      'delivered',
      'delivered_at_ms',
    ])
    .expression((from) =>
      from
        .selectFrom('alert_channels')
        .where('id', '=', channelId)
        .select((select) => [
          'id as channel_id',
          select.val(recipient ?? '').as('recipient'),
          select.val(nowMs).as('attempted_at_ms'),
          select.val(error).as('error'),
          select.val(error === null ? subject : null).as('delivered'),
          select.val(error === null ? nowMs : null).as('delivered_at_ms'),
        ]),
    )
    .onConflict((conflict) => conflict.columns(['channel_id', 'recipient']).doUpdateSet(attempt))
    .execute();
}

/** Of all channels, or of one. */
export async function listDeliveries(
  db: MetaDb,
  channelId?: number,
): Promise<readonly AlertDeliveryRecord[]> {
  const all = db
    .selectFrom('alert_deliveries')
    .selectAll()
    .orderBy('channel_id')
    .orderBy('recipient');
  return await (channelId === undefined ? all : all.where('channel_id', '=', channelId)).execute();
}
