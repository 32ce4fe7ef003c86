import { sql } from 'kysely';
import { JOB_CANCELLED } from '#contracts/jobs/job.ts';
import type { JobRow, MetaDb } from './meta-db.ts';

export interface NewJob {
  readonly name: string;
  /** Any JSON. */
  readonly payload: unknown;
  readonly runAtMs: number;
  /** While an unfinished job has this key, a second one is not added. */
  readonly uniqueKey?: string;
  /** The only server that can run it; any, unless given. */
  readonly serverId?: number | null;
}

/** Adds a job; its id, or null when an unfinished one has the same key. */
export async function insertJob(db: MetaDb, job: NewJob, nowMs: number): Promise<number | null> {
  const row = await db
    .insertInto('jobs')
    .values(jobRow(job, nowMs))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Adds some hundred jobs, but for those whose key an unfinished one has. */
export async function insertJobs(
  db: MetaDb,
  jobs: readonly NewJob[],
  nowMs: number,
): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map((job) => jobRow(job, nowMs));
  await db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function jobRow(job: NewJob, nowMs: number) {
  return {
    name: job.name,
    payload: JSON.stringify(job.payload),
    state: 'queued' as const,
    unique_key: job.uniqueKey ?? null,
    run_at_ms: job.runAtMs,
    created_at_ms: nowMs,
    ...(typeof job.serverId === 'number' ? { server_id: job.serverId } : {}),
  };
}

/** The common key of jobs that run one after the other: a number in their payload. */
export interface JobTurn {
  readonly name: string;
  readonly field: string;
  readonly value: number;
}

/** Of a runner that is one of several. */
export interface JobSharing {
  readonly serverId: number;
  /** Names whose jobs run one after the other, and by which field of their payload. */
  readonly turns: readonly Pick<JobTurn, 'name' | 'field'>[];
}

interface Claimable {
  readonly names: readonly string[];
  readonly nowMs: number;
  /** Turns that this runner has itself. */
  readonly taken?: readonly JobTurn[];
  /** Null of a runner that is alone. */
  readonly sharing?: JobSharing | null;
}

/** Jobs of the names that a runner may take, due or not. */
function claimable({ names, nowMs, taken = [], sharing = null }: Claimable) {
  const same = ({ name, field, value }: JobTurn) =>
    sql`NOT (name = ${name} AND coalesce(${fieldOf('jobs', field)}, -1) = ${value})`;
  const isOurs = ({ serverId }: JobSharing) => sql`(server_id IS NULL OR server_id = ${serverId})`;
  // By the table: this runner doesn't know what others run.
  const isTurn = ({ name, field }: Pick<JobTurn, 'name' | 'field'>) =>
    sql`NOT (name = ${name} AND EXISTS (SELECT 1 FROM jobs AS other WHERE other.name = ${name} AND other.id <> jobs.id
      AND other.state = 'running' AND other.lease_until_ms > ${nowMs} AND ${fieldOf('other', field)} = ${fieldOf('jobs', field)}))`;
  const conditions = [
    sql`name IN (${sql.join(names)})`,
    ...taken.map(same),
    ...(sharing === null ? [] : [isOurs(sharing), ...sharing.turns.map(isTurn)]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

function fieldOf(table: 'jobs' | 'other', field: string) {
  return sql`CAST(json(${sql.ref(`${table}.payload`)}) ->> ${sql.lit(field)} AS BIGINT)`;
}

/**
 * Takes the job that has waited longest, if one is due: never run, or left behind by a runner whose
 * lease ran out. The taker has it until the lease ends and prolongs it by `extendLease`. Jobs whose
 * turn is taken are left alone. Writing statements run one at a time on whichever server, so no two
 * take the same job.
 */
export async function claimJob(
  db: MetaDb,
  options: Claimable & { readonly owner: string; readonly leaseMs: number },
): Promise<JobRow | null> {
  const { names, owner, nowMs, leaseMs } = options;
  if (names.length === 0) return null;
  const row = await db
    .updateTable('jobs')
    .set((set) => ({
      state: 'running',
      lease_owner: owner,
      lease_until_ms: nowMs + leaseMs,
      attempts: set('attempts', '+', 1),
    }))
    .where('id', '=', (select) =>
      select
        .selectFrom('jobs')
        .select('id')
        .where(claimable(options))
        .where((where) =>
          where.or([
            where.and([where('state', '=', 'queued'), where('run_at_ms', '<=', nowMs)]),
            where.and([where('state', '=', 'running'), where('lease_until_ms', '<=', nowMs)]),
          ]),
        )
        .orderBy('run_at_ms')
        .orderBy('id')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Extends the lease; false when another runner holds the job by now. */
export async function extendLease(
  db: MetaDb,
  job: { readonly id: number; readonly owner: string; readonly untilMs: number },
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ lease_until_ms: job.untilMs })
    .where('id', '=', job.id)
    .where('lease_owner', '=', job.owner)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Makes the jobs that are taken due now, but for those that were begun more often than
 * `attemptsMax`; for a caller that knows that nothing runs them.
 */
export async function endLeases(
  db: MetaDb,
  options: { readonly attemptsMax: number; readonly nowMs: number },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_until_ms: options.nowMs })
    .where('state', '=', 'running')
    .where('attempts', '<=', options.attemptsMax)
    .execute();
}

/** Jobs as they are now, for a runner that has some of them; those that are gone are left out. */
export async function heldJobs(
  db: MetaDb,
  ids: readonly number[],
): Promise<readonly Pick<JobRow, 'id' | 'state' | 'lease_owner'>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('jobs')
    .select(['id', 'state', 'lease_owner'])
    .where('id', 'in', ids)
    .execute();
}

/** The outcome of a job that its runner released. */
export type JobOutcome =
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly error: string; readonly line?: number | null }
  /** The job runs again, at the given time. */
  | { readonly state: 'queued'; readonly error: string | null; readonly runAtMs: number };

/**
 * Ends a job's run, and adds the job that follows it in the same transaction. False when the lease
 * was lost: then nothing changes.
 */
export async function finishJob(
  db: MetaDb,
  job: { readonly id: number; readonly owner: string },
  outcome: JobOutcome,
  following: NewJob | null,
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const result = await transaction
      .updateTable('jobs')
      .set({
        state: outcome.state,
        lease_owner: null,
        lease_until_ms: null,
        last_error: outcome.state === 'done' ? null : outcome.error,
        error_line: outcome.state === 'failed' ? (outcome.line ?? null) : null,
        ...(outcome.state === 'queued'
          ? { run_at_ms: outcome.runAtMs }
          : { finished_at_ms: nowMs }),
      })
      .where('id', '=', job.id)
      .where('lease_owner', '=', job.owner)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    if (following !== null) await insertJob(transaction, following, nowMs);
    return true;
  });
}

/** Notes how far a job is. */
export async function noteProgress(db: MetaDb, id: number, progress: object): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .execute();
}

export async function findJob(db: MetaDb, id: number): Promise<JobRow | null> {
  return (await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Cancels an unfinished job that has no result yet; false when the job has ended or is about to. A
 * runner still working on it finds that it no longer holds the job.
 */
export async function cancelJob(db: MetaDb, id: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      state: 'failed',
      last_error: JOB_CANCELLED,
      error_line: null,
      lease_owner: null,
      lease_until_ms: null,
      finished_at_ms: nowMs,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .where('result', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Unfinished jobs of one kind, oldest first, up to `limit`; all of them without one. */
export async function unfinishedJobs(
  db: MetaDb,
  name: string,
  limit: number | null,
): Promise<readonly JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .where('name', '=', name)
    .orderBy('id')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
}

/**
 * When the next job is due (a lease that runs out counts), or null when there is none; of turns
 * that are taken, the end of a job tells.
 */
export async function nextDueMs(db: MetaDb, options: Claimable): Promise<number | null> {
  if (options.names.length === 0) return null;
  const row = await db
    .selectFrom('jobs')
    .select((select) =>
      select.fn.min<number | null>(select.fn.coalesce('lease_until_ms', 'run_at_ms')).as('due'),
    )
    .where('state', 'in', ['queued', 'running'])
    .where(claimable(options))
    .executeTakeFirst();
  return row?.due ?? null;
}

export async function listJobs(
  db: MetaDb,
  options: { readonly limit: number },
): Promise<readonly JobRow[]> {
  return db.selectFrom('jobs').selectAll().orderBy('id', 'desc').limit(options.limit).execute();
}

/** Forgets finished jobs; how many. */
export async function deleteFinishedJobs(db: MetaDb, beforeMs: number): Promise<number> {
  const result = await db
    .deleteFrom('jobs')
    .where('finished_at_ms', '<', beforeMs)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** The job of one kind that failed last, after a time; null when none did. */
export async function lastFailedJob(
  db: MetaDb,
  name: string,
  afterMs: number,
): Promise<JobRow | null> {
  const row = await db
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', 'failed')
    .where('name', '=', name)
    .where('finished_at_ms', '>', afterMs)
    .orderBy('finished_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
