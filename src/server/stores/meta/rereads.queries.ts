import { REREAD_STOPPED } from '#contracts/rereads/reread.ts';
import { insertJob } from './jobs.queries.ts';
import type { JobRow, MetaDb } from './meta-db.ts';

const NAME = 'spans.reread';

/** Adds one; its id, or null when another is not over: they would read the same spans. */
export async function addReread(
  db: MetaDb,
  payload: object,
  nowMs: number,
): Promise<number | null> {
  return insertJob(db, { name: NAME, payload, runAtMs: nowMs, uniqueKey: NAME }, nowMs);
}

/** Newest first, from an id down. */
export async function listRereads(
  db: MetaDb,
  limit: number,
  fromId: number | null,
): Promise<readonly JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('name', '=', NAME)
    .$if(fromId !== null, (query) => query.where('id', '<=', fromId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findReread(db: MetaDb, id: number): Promise<JobRow | null> {
  return (
    (await db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where('name', '=', NAME)
      .executeTakeFirst()) ?? null
  );
}

/** Stops one that is not over; false when it is. How far it came stays known. */
export async function stopReread(db: MetaDb, id: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      state: 'failed',
      last_error: REREAD_STOPPED,
      lease_owner: null,
      lease_until_ms: null,
      finished_at_ms: nowMs,
    })
    .where('id', '=', id)
    .where('name', '=', NAME)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Has one that was stopped or failed go on; false when it is of another state, or another one is
 * not over.
 */
export async function resumeReread(db: MetaDb, id: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      state: 'queued',
      attempts: 0,
      last_error: null,
      error_line: null,
      run_at_ms: nowMs,
      finished_at_ms: null,
    })
    .where('id', '=', id)
    .where('name', '=', NAME)
    .where('state', '=', 'failed')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('jobs as other')
            .select('other.id')
            .where('other.name', '=', NAME)
            .where('other.state', 'in', ['queued', 'running']),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
