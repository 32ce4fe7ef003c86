import { AppError } from '#contracts/errors.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import type { CommandRunner, QueryRunner } from '#server/api/kit/query.ts';
import { retentionSweep } from '#server/jobs/handlers/retention-sweep.ts';
import { JobRunner } from '#server/jobs/job-runner.ts';
import { createMetaDb } from '#server/stores/meta/meta-dialect.ts';
import type { MetaResult } from '#server/stores/meta/meta-connection.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { DEFAULT_POLICY_ID, updatePolicy } from '#server/stores/meta/retention.queries.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { createRetentionStore } from './compose-retention.ts';

export interface MetaPartsOptions {
  readonly meta: ThreadClient;
  readonly queries: QueryRunner;
  readonly commands: CommandRunner;
  /** For projects without a policy of their own; 0 keeps everything. */
  readonly defaultRetentionDays: number;
  readonly log: Log;
}

/** What stands on the metadata database. */
export interface MetaParts {
  readonly db: MetaDb;
  /** Why nothing can be written, for `/ready`; null as far as is known. */
  readonly problem: string | null;
  /** Begins the jobs, once the metadata thread is ready. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const STATEMENT_DEADLINE_MS = 30_000;
const JOB_STOP_MS = 3_000;
const JOB_LEASE_MS = 60_000;
const JOB_POLL_MS = 30_000;
const JOBS_AT_ONCE = 2;
/** How long after a failure the database is tried again. */
const PROBE_MS = 1_000;
/** What takes the database's lock; a plain `begin` does not. */
const WRITES = /^\s*(insert|update|delete)/i;
/** What the database's state is to blame for, not the statement. */
const OUTAGES: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['unavailable', 'storage_full', 'deadline_exceeded']);

/** The metadata as the API uses it, and the jobs. */
export function composeMeta(options: MetaPartsOptions): MetaParts {
  const { log } = options;
  let problem: string | null = null;
  const db = createMetaDb(async (statement) => {
    try {
      const result = typedReply<MetaResult>(await options.meta.call('statement', statement, { deadlineMs: STATEMENT_DEADLINE_MS }));
      if (WRITES.test(statement.sql)) problem = null;
      return result;
    } catch (error) {
      if (error instanceof AppError && OUTAGES.has(error.code)) {
        problem = error.detail;
        // The jobs write to the database, which tells when it can be written again.
        setTimeout(() => jobs.wake(), PROBE_MS).unref();
      }
      throw error;
    }
  });
  const now = (): number => Date.now();
  const store = createRetentionStore(options.queries, options.commands);
  const jobs = new JobRunner({
    db,
    log,
    now,
    handlers: { 'retention.sweep': retentionSweep({ db, store, log, now }) },
    concurrency: JOBS_AT_ONCE,
    leaseMs: JOB_LEASE_MS,
    pollMsMax: JOB_POLL_MS,
  });
  return {
    db,
    get problem() {
      return problem;
    },
    start: async () => {
      if (options.defaultRetentionDays > 0) await updatePolicy(db, DEFAULT_POLICY_ID, { maxDays: options.defaultRetentionDays }, now());
      await jobs.start();
    },
    stop: async () => {
      await jobs.stop(JOB_STOP_MS);
      await db.destroy();
    },
  };
}
