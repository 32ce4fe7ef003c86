import { sql } from 'kysely';
import type { AlertKind } from '#contracts/alert.ts';
import { replacedById, stateOf } from '../access/api-keys.queries.ts';
import type { KeyMoment } from '../access/api-keys.queries.ts';
import type { AlertRecord, AlertRuleRecord } from '../alert-tables.ts';
import { insertJob } from '../jobs.queries.ts';
import type { NewJob } from '../jobs.queries.ts';
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

/** Ends the open alerts of keys that are not valid any more, and those of rules that are off. */
export async function resolveMoot(db: MetaDb, moment: KeyMoment): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ resolved_at_ms: moment.nowMs })
    .where('resolved_at_ms', 'is', null)
    .where((where) =>
      where.or([
        where('key_id', 'not in', activeKeys(db, moment).select('key.id')),
        where('kind', 'in', db.selectFrom('alert_rules').select('kind').where('enabled', '=', 0)),
      ]),
    )
    .execute();
}

/** What an alert is decided on, of one key. */
export async function activeKeysAfter(db: MetaDb, afterId: number, moment: KeyMoment, limit: number) {
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

/** Requests and failed ones by key since a time. */
export async function requestsOfKeys(db: MetaDb, { firstId, lastId }: KeyRange, sinceMs: number) {
  return await db
    .selectFrom('api_key_usage')
    .where('key_id', '>=', firstId)
    .where('key_id', '<=', lastId)
    .where('hour_ms', '>=', sinceMs)
    .select('key_id')
    .select(({ fn }) => [
      fn.sum<number>('requests').as('requests'),
      sql<number>`coalesce(sum(requests) FILTER (WHERE status_class >= 4), 0)`.as('errors'),
    ])
    .groupBy('key_id')
    .execute();
}

/** When each country was first seen of each key since a time. */
export async function countriesOfKeys(db: MetaDb, { firstId, lastId }: KeyRange, sinceMs: number) {
  return await db
    .selectFrom('api_key_countries')
    .where('key_id', '>=', firstId)
    .where('key_id', '<=', lastId)
    .where('hour_ms', '>=', sinceMs)
    .select(['key_id', 'country'])
    .select(({ fn }) => [fn.min<number>('hour_ms').as('first_ms')])
    .groupBy(['key_id', 'country'])
    .execute();
}

export async function openAlertsOf(db: MetaDb, { firstId, lastId }: KeyRange): Promise<readonly AlertRecord[]> {
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
    if (row === undefined) return;
    for (const job of deliveriesOf(row.id)) await insertJob(transaction, job, alert.fired_at_ms);
  });
}

export async function resolveAlerts(db: MetaDb, ids: readonly number[], nowMs: number): Promise<void> {
  if (ids.length > 0) await db.updateTable('alerts').set({ resolved_at_ms: nowMs }).where('id', 'in', ids).execute();
}

/** Forgets alerts that were over before this time. */
export async function forgetAlerts(db: MetaDb, beforeMs: number): Promise<void> {
  await db.deleteFrom('alerts').where('resolved_at_ms', '<', beforeMs).execute();
}

/** Which alerts; all unless said. */
export interface AlertFilter {
  readonly state?: 'open' | 'resolved';
  readonly fromId?: number;
}

/** Newest first, up to `limit`. */
export async function listAlerts(db: MetaDb, { state, fromId }: AlertFilter, limit: number) {
  let query = alertsWithKeys(db);
  if (state !== undefined) query = query.where('alerts.resolved_at_ms', state === 'open' ? 'is' : 'is not', null);
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
