import type { Insertable } from 'kysely';
import type { UserSessionRecord } from '../access-tables.ts';
import type { MetaDb, MetaTables } from '../meta-db.ts';
import { endAppGrants } from './app-grants.queries.ts';

export type NewUserSession = Insertable<MetaTables['user_sessions']>;
/** The hashes of both tokens, and when they end. */
export type SessionHashes = Pick<
  UserSessionRecord,
  'access_hash' | 'refresh_hash' | 'access_expires_at_ms' | 'refresh_expires_at_ms'
>;

/**
 * Begins a session, unless its user is gone or has another password by now than when they showed
 * it; false then. Of a user's sessions the longest unused ones end when there would be more than
 * `sessionsMax`; so do all that are over.
 */
export async function insertUserSession(
  db: MetaDb,
  session: NewUserSession,
  {
    passwordHash,
    sessionsMax,
  }: { readonly passwordHash: string | null; readonly sessionsMax: number },
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const set = { last_login_at_ms: session.created_at_ms };
    const signedIn = trx
      .updateTable('users')
      .set(set)
      .where('id', '=', session.user_id)
      .where('password_hash', 'is not distinct from', passwordHash);
    if ((await signedIn.executeTakeFirst()).numUpdatedRows === 0n) return false;
    await trx
      .deleteFrom('user_sessions')
      .where('refresh_expires_at_ms', '<=', session.created_at_ms)
      .execute();
    const kept = trx
      .selectFrom('user_sessions')
      .select('id')
      .where('user_id', '=', session.user_id)
      .orderBy('refreshed_at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(sessionsMax - 1);
    await trx
      .deleteFrom('user_sessions')
      .where('user_id', '=', session.user_id)
      .where('id', 'not in', kept)
      .execute();
    await trx.insertInto('user_sessions').values(session).execute();
    return true;
  });
}

/** The session that has, or just before had, this refresh token. */
export async function findSessionByRefresh(
  db: MetaDb,
  refreshHash: Uint8Array,
): Promise<UserSessionRecord | null> {
  const row = await db
    .selectFrom('user_sessions')
    .selectAll()
    .where((or) =>
      or.or([or('refresh_hash', '=', refreshHash), or('previous_refresh_hash', '=', refreshHash)]),
    )
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores a session's new tokens, unless a concurrent request changed them since the session was
 * read.
 */
export async function rotateSession(
  db: MetaDb,
  id: number,
  oldRefreshHash: Uint8Array,
  next: SessionHashes,
  nowMs: number,
): Promise<boolean> {
  const changed = await db
    .updateTable('user_sessions')
    .set({ ...next, previous_refresh_hash: oldRefreshHash, refreshed_at_ms: nowMs })
    .where('id', '=', id)
    .where('refresh_hash', '=', oldRefreshHash)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Ends the session that has either token. */
export async function deleteSessionByTokens(
  db: MetaDb,
  {
    accessHash,
    refreshHash,
  }: { readonly accessHash: Uint8Array | null; readonly refreshHash: Uint8Array | null },
): Promise<readonly Pick<UserSessionRecord, 'id' | 'user_id'>[]> {
  const none = new Uint8Array(0);
  return await db
    .deleteFrom('user_sessions')
    .where((or) =>
      or.or([
        or('access_hash', '=', accessHash ?? none),
        or('refresh_hash', '=', refreshHash ?? none),
      ]),
    )
    .returning(['id', 'user_id'])
    .execute();
}

/** Ends the sessions of a user, or the one with that number. How many it were. */
export async function deleteSessionsOfUser(
  db: MetaDb,
  userId: number,
  id?: number,
): Promise<number> {
  let query = db.deleteFrom('user_sessions').where('user_id', '=', userId);
  if (id !== undefined) query = query.where('id', '=', id);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** A user's sessions that are not over, the last used first. */
export async function listSessionsOfUser(
  db: MetaDb,
  userId: number,
  nowMs: number,
  limit: number,
): Promise<readonly UserSessionRecord[]> {
  return await db
    .selectFrom('user_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('refresh_expires_at_ms', '>', nowMs)
    .orderBy('refreshed_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Ends all sessions, and revokes all links and apps, of every user. */
export async function endAllSessions(db: MetaDb): Promise<void> {
  await db.deleteFrom('user_sessions').execute();
  await db.deleteFrom('password_tokens').execute();
  await endAppGrants(db);
}
