import { sql } from 'kysely';
import type { ApiKeyRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** The usage of keys since the last write. Field names are those of the columns. */
export interface CountedUsage {
  readonly usage: readonly UsageCount[];
  readonly countries: readonly CountryCount[];
  readonly lastUsed: readonly { readonly key_id: number; readonly at_ms: number }[];
}

export interface UsageCount {
  readonly key_id: number;
  readonly hour_ms: number;
  readonly endpoint: string;
  readonly status_class: number;
  readonly requests: number;
  readonly spans: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
}

export interface CountryCount {
  readonly key_id: number;
  readonly hour_ms: number;
  readonly country: string;
  readonly requests: number;
}

/**
 * Adds what was counted, in one transaction of three statements however many rows there are. A
 * key's last use is never set back.
 */
export async function addUsage(
  db: MetaDb,
  { usage, countries, lastUsed }: CountedUsage,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`
      INSERT INTO api_key_usage (key_id, hour_ms, endpoint, status_class, requests, spans, bytes_in, bytes_out)
      SELECT ${integer('key_id')}, ${integer('hour_ms')}, json(value) ->> 'endpoint', ${integer('status_class')},
        ${integer('requests')}, ${integer('spans')}, ${integer('bytes_in')}, ${integer('bytes_out')}
      FROM json_each(${JSON.stringify(usage)}) WHERE true
      ON CONFLICT (key_id, hour_ms, endpoint, status_class) DO UPDATE SET
        requests = api_key_usage.requests + excluded.requests, spans = api_key_usage.spans + excluded.spans,
        bytes_in = api_key_usage.bytes_in + excluded.bytes_in, bytes_out = api_key_usage.bytes_out + excluded.bytes_out`.execute(
      transaction,
    );
    if (countries.length > 0)
      await sql`
        INSERT INTO api_key_countries (key_id, hour_ms, country, requests)
        SELECT ${integer('key_id')}, ${integer('hour_ms')}, json(value) ->> 'country', ${integer('requests')}
        FROM json_each(${JSON.stringify(countries)}) WHERE true
        ON CONFLICT (key_id, hour_ms, country) DO UPDATE SET requests = api_key_countries.requests + excluded.requests`.execute(
        transaction,
      );
    await sql`
      UPDATE api_keys SET last_used_at_ms = max(coalesce(last_used_at_ms, 0), use.at_ms)
      FROM (SELECT ${integer('key_id')} AS key_id, ${integer('at_ms')} AS at_ms FROM json_each(${JSON.stringify(lastUsed)})) AS use
      WHERE api_keys.id = use.key_id`.execute(transaction);
  });
}

/** A whole number of the object that `value` of `json_each` is. */
function integer(field: keyof UsageCount | 'at_ms') {
  return sql`CAST(json(value) ->> ${sql.lit(field)} AS BIGINT)`;
}

/** Forgets hours before this one. */
export async function forgetUsage(db: MetaDb, beforeMs: number): Promise<void> {
  await db.deleteFrom('api_key_usage').where('hour_ms', '<', beforeMs).execute();
  await db.deleteFrom('api_key_countries').where('hour_ms', '<', beforeMs).execute();
}

/** Of one key and a window of whole hours. */
export interface UsageWindow {
  readonly keyId: number;
  readonly startMs: number;
  readonly endMs: number;
}

export interface UsageSums {
  readonly requests: number;
  readonly errors: number;
  readonly spans: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
}

/** Sums by intervals of so many milliseconds and class of status, oldest first. */
export async function usageOverTime(db: MetaDb, window: UsageWindow, intervalMs: number) {
  const start = sql<number>`hour_ms - hour_ms % ${sql.lit(intervalMs)}`;
  return await ofWindow(db, window)
    .select([start.as('start_ms'), 'status_class'])
    .select(({ fn }) => [
      fn.sum<number>('requests').as('requests'),
      fn.sum<number>('spans').as('spans'),
      fn.sum<number>('bytes_in').as('bytes_in'),
      fn.sum<number>('bytes_out').as('bytes_out'),
    ])
    .groupBy([start, 'status_class'])
    .orderBy('start_ms')
    .execute();
}

/** Sums by endpoint, the busiest first. */
export async function usageByEndpoint(
  db: MetaDb,
  window: UsageWindow,
  limit: number,
): Promise<readonly (UsageSums & { readonly endpoint: string })[]> {
  return await ofWindow(db, window)
    .select('endpoint')
    .select(({ fn }) => [
      fn.sum<number>('requests').as('requests'),
      sumOfErrors().as('errors'),
      fn.sum<number>('spans').as('spans'),
      fn.sum<number>('bytes_in').as('bytes_in'),
      fn.sum<number>('bytes_out').as('bytes_out'),
    ])
    .groupBy('endpoint')
    .orderBy('requests', 'desc')
    .orderBy('endpoint')
    .limit(limit)
    .execute();
}

/** Requests by country, the most first. */
export async function usageByCountry(
  db: MetaDb,
  { keyId, startMs, endMs }: UsageWindow,
  limit: number,
) {
  return await db
    .selectFrom('api_key_countries')
    .where('key_id', '=', keyId)
    .where('hour_ms', '>=', startMs)
    .where('hour_ms', '<', endMs)
    .select('country')
    .select(({ fn }) => fn.sum<number>('requests').as('requests'))
    .groupBy('country')
    .orderBy('requests', 'desc')
    .orderBy('country')
    .limit(limit)
    .execute();
}

/** Whose use is summed up: one key's, those of a user, or all. */
export interface KeysSince {
  readonly sinceMs: number;
  readonly limit: number;
  readonly keyId?: number;
  readonly userId?: number;
}

/**
 * Requests and errors of keys since a time, the busiest first; keys without any are not among them.
 */
export async function usageOfKeys(db: MetaDb, { sinceMs, limit, keyId, userId }: KeysSince) {
  let query = db
    .selectFrom('api_key_usage as usage')
    .innerJoin('api_keys as key', 'key.id', 'usage.key_id')
    .where('usage.hour_ms', '>=', sinceMs)
    .select(['key.id', 'key.kind'])
    .select(({ fn }) => [fn.sum<number>('requests').as('requests'), sumOfErrors().as('errors')])
    .groupBy('key.id');
  if (keyId !== undefined) query = query.where('usage.key_id', '=', keyId);
  if (userId !== undefined) query = query.where('key.user_id', '=', userId);
  return await query.orderBy('requests', 'desc').orderBy('key.id').limit(limit).execute();
}

/** A key as its use is shown. */
export type UsedKey = Pick<ApiKeyRecord, 'id' | 'kind' | 'name' | 'user_id' | 'last_used_at_ms'>;

export async function findUsedKey(db: MetaDb, id: number): Promise<UsedKey | null> {
  const columns = ['id', 'kind', 'name', 'user_id', 'last_used_at_ms'] as const;
  return (
    (await db.selectFrom('api_keys').select(columns).where('id', '=', id).executeTakeFirst()) ??
    null
  );
}

/** The names of callers, by number. */
export interface CallerNames {
  readonly keys: ReadonlyMap<number, Pick<UsedKey, 'name' | 'kind'>>;
  readonly users: ReadonlyMap<number, string>;
}

export async function nameCallers(
  db: MetaDb,
  keyIds: readonly number[],
  userIds: readonly number[],
): Promise<CallerNames> {
  const keys =
    keyIds.length === 0
      ? []
      : await db
          .selectFrom('api_keys')
          .select(['id', 'name', 'kind'])
          .where('id', 'in', keyIds)
          .execute();
  const users =
    userIds.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'email']).where('id', 'in', userIds).execute();
  return {
    keys: new Map(keys.map((key) => [key.id, key])),
    users: new Map(users.map((user) => [user.id, user.email])),
  };
}

function ofWindow(db: MetaDb, { keyId, startMs, endMs }: UsageWindow) {
  return db
    .selectFrom('api_key_usage')
    .where('key_id', '=', keyId)
    .where('hour_ms', '>=', startMs)
    .where('hour_ms', '<', endMs);
}

function sumOfErrors() {
  return sql<number>`coalesce(sum(requests) FILTER (WHERE status_class >= 4), 0)`;
}
