import { ALERT_CHANNELS_MAX } from '#contracts/alerts/alert.ts';
import type { AlertChannelRecord } from '../alert-tables.ts';
import type { MetaDb } from '../meta-db.ts';

export async function listChannels(db: MetaDb): Promise<readonly AlertChannelRecord[]> {
  return await db
    .selectFrom('alert_channels')
    .selectAll()
    .orderBy('id')
    .limit(ALERT_CHANNELS_MAX)
    .execute();
}

export async function findChannel(db: MetaDb, id: number): Promise<AlertChannelRecord | null> {
  return (
    (await db.selectFrom('alert_channels').selectAll().where('id', '=', id).executeTakeFirst()) ??
    null
  );
}

export type NewChannel = Pick<
  AlertChannelRecord,
  'kind' | 'name' | 'enabled' | 'url' | 'secret' | 'recipients'
>;

/** Null when there are as many as there may be. Rejects with `conflict` when the name is taken. */
export async function createChannel(
  db: MetaDb,
  channel: NewChannel,
  nowMs: number,
): Promise<AlertChannelRecord | null> {
  return await db.transaction().execute(async (transaction) => {
    if ((await listChannels(transaction)).length >= ALERT_CHANNELS_MAX) return null;
    const times = { created_at_ms: nowMs, updated_at_ms: nowMs };
    return await transaction
      .insertInto('alert_channels')
      .values({ ...channel, ...times })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Null when there is no such channel. Rejects with `conflict` when the name is taken. */
export async function updateChannel(
  db: MetaDb,
  id: number,
  changes: Partial<Omit<NewChannel, 'kind'>>,
  nowMs: number,
): Promise<AlertChannelRecord | null> {
  const changed = db.updateTable('alert_channels').set({ ...changes, updated_at_ms: nowMs });
  return (await changed.where('id', '=', id).returningAll().executeTakeFirst()) ?? null;
}

/** False when there is no such channel. */
export async function deleteChannel(db: MetaDb, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_channels')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
