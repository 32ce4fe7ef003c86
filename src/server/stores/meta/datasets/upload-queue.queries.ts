import { insertJob } from '../jobs.queries.ts';
import type { MetaDb } from '../meta-db.ts';

/** Queues an upload; the job's number, or null when `queuedMax` uploads wait or run already. */
export async function queueUpload(
  db: MetaDb,
  payload: object,
  queuedMax: number,
  nowMs: number,
): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('jobs')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('state', 'in', ['queued', 'running'])
      .where('name', '=', 'dataset.upload')
      .executeTakeFirstOrThrow();
    if (count >= queuedMax) return null;
    return insertJob(transaction, { name: 'dataset.upload', payload, runAtMs: nowMs }, nowMs);
  });
}
