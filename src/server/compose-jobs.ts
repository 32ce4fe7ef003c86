import { AppError } from '#contracts/errors.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import type { CommandRunner, QueryRunner } from '#server/api/kit/query.ts';
import { retentionSweep } from '#server/jobs/handlers/retention-sweep.ts';
import { JobRunner } from '#server/jobs/job-runner.ts';
import type { MetaBatchResult } from '#server/stores/meta/meta-batch.ts';
import type { MetaResult } from '#server/stores/meta/meta-connection.ts';
import { createMetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaTextPage } from '#server/stores/meta/meta-text-page.ts';
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
  readonly store: MetaStore;
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
  const call = async <R>(method: string, params: unknown, writes: boolean): Promise<R> => {
    try {
      const result = typedReply<R>(await options.meta.call(method, params, { deadlineMs: STATEMENT_DEADLINE_MS }));
      if (writes) problem = null;
      return result;
    } catch (error) {
      if (error instanceof AppError && OUTAGES.has(error.code)) {
        problem = error.detail;
        // The jobs write to the database, which tells when it can be written again.
        setTimeout(() => jobs.wake(), PROBE_MS).unref();
      }
      throw error;
    }
  };
  const store = createMetaStore({
    statement: (statement) => call<MetaResult>('statement', statement, WRITES.test(statement.sql)),
    batch: (steps) =>
      call<readonly MetaBatchResult[]>(
        'batch',
        steps,
        steps.some((step) => WRITES.test(step.sql)),
      ),
    textPage: (query) => call<MetaTextPage>('textPage', query, false),
  });
  const { db } = store;
  const now = (): number => Date.now();
  const retention = createRetentionStore(options.queries, options.commands);
  const jobs = new JobRunner({
    db,
    log,
    now,
    handlers: { 'retention.sweep': retentionSweep({ db, store: retention, log, now }) },
    concurrency: JOBS_AT_ONCE,
    leaseMs: JOB_LEASE_MS,
    pollMsMax: JOB_POLL_MS,
  });
  return {
    store,
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
