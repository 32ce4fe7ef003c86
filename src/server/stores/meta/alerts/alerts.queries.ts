import { sql } from 'kysely';
import type { AlertKind } from '#contracts/alerts/alert.ts';
import { replacedById, stateOf, type KeyMoment } from '../access/api-keys.queries.ts';
import type { AlertRecord, AlertRuleRecord } from '../alert-tables.ts';
import { insertJobs, type NewJob } from '../jobs.queries.ts';
import type { MetaDb } from '../meta-db.ts';

/** Every rule; there is one of each kind. */
export async function listRules(db: MetaDb): Promise<readonly AlertRuleRecord[]> {
  return await db.selectFrom('alert_rules').selectAll().execute();
}

/** Changes what is given. */
export async function updateRule(
  db: MetaDb,
  kind: AlertKind,
  changes: Partial<Pick<AlertRuleRecord, 'enabled' | 'threshold'>>,
  nowMs: number,
): Promise<AlertRuleRecord> {
  const changed = db.updateTable('alert_rules').set({ ...changes, updated_at_ms: nowMs });
  return await changed.where('kind', '=', kind).returningAll().executeTakeFirstOrThrow();
}

/** The facts about one key that decide on alerts. */
export async function activeKeysAfter(
  db: MetaDb,
  afterId: number,
  moment: KeyMoment,
  limit: number,
) {
  return await activeKeys(db, moment)
    .select(['key.id', 'key.created_at_ms', 'key.expires_at_ms', 'key.last_used_at_ms'])
    .select(replacedById().as('replaced_by_id'))
    .where('key.id', '>', afterId)
    .orderBy('key.id')
    .limit(limit)
    .execute();
}

/** Keys by number, both ends included. */
export interface KeyRange {
  readonly firstId: number;
  readonly lastId: number;
}

/**
 * Requests and failed ones by key since a time. Goes from key to key: what is read does not grow
 * with what is kept of their past.
 */
export async function requestsOfKeys(db: MetaDb, { firstId, lastId }: KeyRange, sinceMs: number) {
  return await db
    .selectFrom('api_keys as key')
    .crossJoin('api_key_usage as usage')
    .where('key.id', '>=', firstId)
    .where('key.id', '<=', lastId)
    .whereRef('usage.key_id', '=', 'key.id')
    .where('usage.hour_ms', '>=', sinceMs)
    .select('key.id as key_id')
    .select(({ fn }) => [
      fn.sum<number>('usage.requests').as('requests'),
      sql<number>`coalesce(sum(usage.requests) FILTER (WHERE usage.status_class >= 4), 0)`.as(
        'errors',
      ),
    ])
    .groupBy('key.id')
    .execute();
}

/** Since when countries are recent, and how far back one is known. */
export interface CountryTimes {
  readonly recentMs: number;
  readonly sinceMs: number;
}

/**
 * The recent countries of each key, with when each was first seen since; and whether there was any
 * before those. Each is one seek in an index, however long the key has been in use.
 */
export async function countriesOfKeys(
  db: MetaDb,
  { firstId, lastId }: KeyRange,
  { recentMs, sinceMs }: CountryTimes,
) {
  const recent = db
    .selectFrom('api_keys as key')
    .crossJoin('api_key_countries as seen')
    .where('key.id', '>=', firstId)
    .where('key.id', '<=', lastId)
    .whereRef('seen.key_id', '=', 'key.id')
    .where('seen.hour_ms', '>=', recentMs)
    .select(['key.id as key_id', 'seen.country'])
    .distinct();
  return await db
    .selectFrom(recent.as('recent'))
    .select(['key_id', 'country'])
    .select((select) => [
      select
        .selectFrom('api_key_countries as earlier')
        .whereRef('earlier.key_id', '=', 'recent.key_id')
        .whereRef('earlier.country', '=', 'recent.country')
        .where('earlier.hour_ms', '>=', sinceMs)
        .select(({ fn }) => fn.min<number>('earlier.hour_ms').as('first_ms'))
        .as('first_ms'),
      sql<0 | 1>`EXISTS (SELECT 1 FROM api_key_countries AS past
        WHERE past.key_id = recent.key_id AND past.hour_ms >= ${sinceMs} AND past.hour_ms < ${recentMs})`.as(
        'has_past',
      ),
    ])
    .execute();
}

/** Open alerts of keys by number, including keys that were deleted or are no longer valid. */
export async function openAlertsOf(
  db: MetaDb,
  { firstId, lastId }: KeyRange,
): Promise<readonly AlertRecord[]> {
  const open = db.selectFrom('alerts').selectAll().where('resolved_at_ms', 'is', null);
  return await open.where('key_id', '>=', firstId).where('key_id', '<=', lastId).execute();
}

/** Opens an alert and queues its deliveries, unless one of the kind is open for the key. */
export async function fireAlert(
  db: MetaDb,
  alert: Pick<AlertRecord, 'kind' | 'key_id' | 'detail' | 'fired_at_ms'>,
  deliveriesOf: (alertId: number) => readonly NewJob[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('alerts')
      .values(alert)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row !== undefined) await insertJobs(transaction, deliveriesOf(row.id), alert.fired_at_ms);
  });
}

/** Ends an alert and queues what tells of that; false when it was over already. */
export async function resolveAlert(
  db: MetaDb,
  id: number,
  deliveries: readonly NewJob[],
  nowMs: number,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const ended = transaction
      .updateTable('alerts')
      .set({ resolved_at_ms: nowMs })
      .where('id', '=', id)
      .where('resolved_at_ms', 'is', null);
    if ((await ended.executeTakeFirst()).numUpdatedRows === 0n) return false;
    await insertJobs(transaction, deliveries, nowMs);
    return true;
  });
}

/** Forgets alerts that were over before this time, up to `limit`; how many. */
export async function forgetAlerts(db: MetaDb, beforeMs: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('alerts')
    .select('id')
    .where('resolved_at_ms', '<', beforeMs)
    .limit(limit);
  return Number(
    (await db.deleteFrom('alerts').where('id', 'in', old).executeTakeFirst()).numDeletedRows,
  );
}

/** The alerts to return; all by default. */
export interface AlertFilter {
  readonly state?: 'open' | 'resolved';
  readonly fromId?: number;
}

/** Newest first, up to `limit`. */
export async function listAlerts(db: MetaDb, { state, fromId }: AlertFilter, limit: number) {
  let query = alertsWithKeys(db);
  if (state !== undefined)
    query = query.where('alerts.resolved_at_ms', state === 'open' ? 'is' : 'is not', null);
  if (fromId !== undefined) query = query.where('alerts.id', '<=', fromId);
  return await query.orderBy('alerts.id', 'desc').limit(limit).execute();
}
export type AlertWithKey = Awaited<ReturnType<typeof listAlerts>>[number];

export async function findAlert(db: MetaDb, id: number): Promise<AlertWithKey | null> {
  return (await alertsWithKeys(db).where('alerts.id', '=', id).executeTakeFirst()) ?? null;
}

function alertsWithKeys(db: MetaDb) {
  return db
    .selectFrom('alerts')
    .leftJoin('api_keys as key', 'key.id', 'alerts.key_id')
    .selectAll('alerts')
    .select(['key.name as key_name', 'key.kind as key_kind']);
}

function activeKeys(db: MetaDb, moment: KeyMoment) {
  return db.selectFrom('api_keys as key').where(stateOf(moment), '=', 'active');
}
