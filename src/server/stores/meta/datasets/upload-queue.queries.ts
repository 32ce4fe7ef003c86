import { heldJobs, insertJob } from '../jobs.queries.ts';
import type { JobRow, MetaDb } from '../meta-db.ts';

const NAME = 'dataset.upload';

/** Queues an upload; the job's number, or null when `queuedMax` uploads wait or run already. */
export async function queueUpload(
  db: MetaDb,
  payload: object,
  queuedMax: number,
  { nowMs, serverId }: { readonly nowMs: number; readonly serverId: number | null },
): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('jobs')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('state', 'in', ['queued', 'running'])
      .where('name', '=', NAME)
      .executeTakeFirstOrThrow();
    if (count >= queuedMax) return null;
    return insertJob(transaction, { name: NAME, payload, runAtMs: nowMs, serverId }, nowMs);
  });
}

/** Makes unfinished uploads those of a server: it has their files. */
export async function adoptUploads(
  db: MetaDb,
  ids: readonly number[],
  serverId: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('jobs')
    .set({ server_id: serverId })
    .where('id', 'in', ids)
    .where('state', 'in', ['queued', 'running'])
    .execute();
}

/**
 * Ends the uploads whose server is gone with their files. Those that were published before their
 * job could end are done.
 */
export async function endLostUploads(db: MetaDb, detail: string, nowMs: number): Promise<void> {
  const lost = db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', NAME)
    .where('state', 'in', ['queued', 'running'])
    .where('server_id', 'is not', null)
    .where('server_id', 'not in', (select) => select.selectFrom('servers').select('id'));
  if ((await lost.limit(1).executeTakeFirst()) === undefined) return;
  const ended = { lease_owner: null, lease_until_ms: null, finished_at_ms: nowMs };
  await db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .updateTable('jobs')
      .set({ ...ended, state: 'failed', last_error: detail, error_line: null })
      .where('id', 'in', lost)
      .returning(['id', 'result'])
      .execute();
    const done = rows.filter(({ result }) => result !== null).map(({ id }) => id);
    if (done.length > 0)
      await transaction
        .updateTable('jobs')
        .set({ state: 'done', last_error: null })
        .where('id', 'in', done)
        .execute();
  });
}

/** Those of the uploads that are over. */
export async function endedUploads(db: MetaDb, ids: readonly number[]): Promise<readonly number[]> {
  const isUnfinished = ({ state }: Pick<JobRow, 'state'>) =>
    state === 'queued' || state === 'running';
  const unfinished = new Set((await heldJobs(db, ids)).filter(isUnfinished).map(({ id }) => id));
  return ids.filter((id) => !unfinished.has(id));
}
