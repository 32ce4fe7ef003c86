import path from 'node:path';
import { AppError, type ErrorCode } from '#contracts/wire/errors.ts';
import type { Notices } from '#core/ports/notices.ts';
import { expireWaiting } from '#server/api/annotations/records/waiting.service.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import type { CommandRunner } from '#server/threads/query.ts';
import type { DatasetChanges } from '#server/datasets/dataset-changes.ts';
import type { DatasetUploads } from '#server/datasets/dataset-uploads.ts';
import {
  purgeExperiment,
  restoreExperimentProject,
  type ExperimentProjects,
  purgeDataset,
  purgeSplit,
} from '#server/datasets/purge.ts';
import { Directory } from '#server/auth/directory/directory.ts';
import { IdentityProvider } from '#server/auth/identity-provider.ts';
import { SecretBox } from '#server/auth/secret-box.ts';
import { BulkPace } from '#server/ingest/wire/bulk-pace.ts';
import type { AlertSender } from '#server/alerts/alert-sender.ts';
import { ALERT_CHANNELS_MAX } from '#contracts/alerts/alert.ts';
import { alertHandlers } from '#server/jobs/handlers/alert-watch.ts';
import { annotationExpiry } from '#server/jobs/handlers/annotation-expiry.ts';
import { auditHandlers, type AuditUpkeepOptions } from '#server/jobs/handlers/audit-upkeep.ts';
import { retentionSweep } from '#server/jobs/handlers/retention-sweep.ts';
import type { JobHandlers } from '#server/jobs/catalogue.ts';
import { JobRunner } from '#server/jobs/job-runner.ts';
import type { Replica } from '#server/jobs/replica.ts';
import type { MetaBatchResult, MetaEngine } from '#server/stores/meta/meta-batch.ts';
import type { MetaResult } from '#server/stores/meta/meta-connection.ts';
import { createMetaStore, type MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { MetaTextPage } from '#server/stores/meta/meta-text-page.ts';
import { DEFAULT_POLICY_ID, updatePolicy } from '#server/stores/meta/retention.queries.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { composeAudit, composeAuditCheck, noteRetention, type AuditParts } from './audit.ts';
import type { DamageFound } from './damage-report.ts';
import { directoryRecheck, providerRecheck } from './sign-in-rechecks.ts';
import { experimentProjects } from './experiment-projects.ts';
import { composeReplica, joinServers, jobShare } from './replica.ts';
import { composeRereads, noteReread } from './rereads.ts';
import { createRetentionStore } from './retention-queries.ts';
import type { MetaBatchCall } from './threads/meta-thread.ts';
import type { StoreThreads } from './threads/store-threads.ts';
import { composeUploads } from './uploads.ts';
import type { Config } from '../config.ts';

export interface MetaPartsOptions {
  /**
   * The thread with the metadata database, notices of other servers, the threads that read spans,
   * whether bulk work should hold back, and what the stores say once they are open.
   */
  readonly threads: Pick<
    StoreThreads,
    'meta' | 'notices' | 'readers' | 'isIngestPressed' | 'opened'
  >;
  readonly commands: CommandRunner;
  /** How many annotations expired: their targets did not arrive in time. */
  readonly onAnnotationsExpired: (count: number) => void;
  readonly alertSender: AlertSender;
  /** The metadata database's file; all data is in its directory. */
  readonly metaPath: string;
  /** Receives read errors of that file from threads that read it directly. */
  readonly onDamage: (found: DamageFound) => void;
  /** The other servers have taken over this one’s work: it must end. */
  readonly onFatal: (error: Error) => void;
  readonly log: Log;
}

/** The services that use the metadata database. */
export interface MetaParts {
  readonly store: MetaStore;
  readonly audit: AuditParts;
  readonly uploads: DatasetUploads;
  readonly changes: DatasetChanges;
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
  readonly rereads: ApiDeps['rereads'];
  /** Why nothing can be written, for `/ready`; null as far as is known. */
  readonly problem: string | null;
  /** Begins the jobs, once the metadata thread is ready. */
  start(): Promise<void>;
  /** Runs no more jobs; `stop` waits for those that are ending. */
  beginStop(): void;
  stop(): Promise<void>;
}

const STATEMENT_DEADLINE_MS = 30_000;
const JOB_STOP_MS = 2_000;
/**
 * Deliveries of a channel come one after the other: each has room for its own, also when all others
 * hang.
 */
const JOBS_AT_ONCE = {
  work: 2,
  delivery: ALERT_CHANNELS_MAX,
  directory: 1,
  provider: 1,
  reread: 1,
} as const;
/** How long after a failure the database is tried again. */
const PROBE_MS = 1_000;
/** `begin immediate` takes the database's lock; a plain `begin` does not. */
const WRITES = /^\s*(insert|update|delete)/i;
/** Errors caused by the database's state, not by the statement. */
const OUTAGES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unavailable',
  'storage_full',
  'deadline_exceeded',
]);

const now = (): number => Date.now();

/** The metadata as the API uses it, and the jobs. */
export function composeMeta(config: Config, options: MetaPartsOptions): MetaParts {
  const { commands, log } = options;
  let problem: string | null = null;
  const engine = config.postgres === null ? 'sqlite' : 'postgres';
  const store = threadStore(options.threads.meta, engine, (noted) => {
    problem = noted;
    // The jobs write to the database, which tells when it can be written again.
    if (noted !== null) setTimeout(() => jobs.wake(), PROBE_MS).unref();
  });
  const { db } = store;
  const replica = composeReplica(config, options, db, () => ({ audit, uploads }));
  const audit = composeAudit(store, log, replica);
  const auditCheck = composeAuditCheck(
    { path: options.metaPath, postgres: config.postgres },
    log,
    options.onDamage,
  );
  const { wakeJobs, endJob } = jobSignals(() => jobs, options.threads.notices);
  const uploading = uploadsOf(config, options, { store, replica, wakeJobs, endJob });
  const { uploads, changes } = uploading;
  const rereads = composeRereads({
    db,
    commands,
    onDone: noteReread(audit.log, now),
    notices: options.threads.notices,
    afterUpgrade: config.rereadAfterUpgrade,
    now: replica?.now ?? now,
    log,
  });
  const jobs = new JobRunner({
    db,
    log,
    handlers: {
      ...rereads.handlers,
      ...handlersOf(config, options, {
        store,
        audit,
        uploads,
        wakeJobs,
        checkChain: auditCheck.checkChain,
      }),
    },
    concurrency: JOBS_AT_ONCE,
    ...jobShare(replica),
  });
  return {
    store,
    audit,
    uploads,
    changes,
    wakeJobs,
    rereads: { reading: rereads.reading, wake: wakeJobs, end: endJob },
    get problem() {
      return problem;
    },
    start: async () => {
      await joinServers(replica, db);
      await audit.start();
      await setDefaultRetention(db, config.defaultRetentionDays);
      await uploads.recover();
      await rereads.start((await options.threads.opened).readingVersion);
      await jobs.start();
    },
    ...stopOf({ changes, jobs, audit, helpers: [uploading.threads, auditCheck], replica, db }),
  };
}

/** Wakes the jobs, and ends what runs for a cancelled one, on this server and the others. */
function jobSignals(jobs: () => JobRunner, notices: Notices) {
  notices.subscribe('jobs', () => jobs().wake());
  return {
    wakeJobs: (): void => {
      jobs().wake();
      notices.publish('jobs', ['added']);
    },
    endJob: (id: number): void => {
      jobs().cancel(id);
      notices.publish('jobs', [id]);
    },
  };
}

function uploadsOf(
  config: Config,
  { threads, metaPath, log }: MetaPartsOptions,
  jobs: Pick<Parameters<typeof composeUploads>[0], 'store' | 'replica' | 'wakeJobs' | 'endJob'>,
): ReturnType<typeof composeUploads> {
  return composeUploads({
    ...jobs,
    log,
    queries: threads.readers,
    limits: config,
    directory: path.dirname(metaPath),
    pace: new BulkPace(threads.isIngestPressed),
  });
}

interface StoppedParts extends Pick<MetaParts, 'audit' | 'changes'> {
  readonly jobs: JobRunner;
  readonly helpers: readonly { stop(): Promise<void> }[];
  readonly replica: Replica | null;
  readonly db: MetaDb;
}

function stopOf({
  changes,
  jobs,
  audit,
  helpers,
  replica,
  db,
}: StoppedParts): Pick<MetaParts, 'beginStop' | 'stop'> {
  return {
    beginStop: () => {
      changes.beginStop();
      void jobs.stop(JOB_STOP_MS);
    },
    stop: async () => {
      await Promise.all([changes.stop(JOB_STOP_MS), jobs.stop(JOB_STOP_MS)]);
      await audit.stop();
      await Promise.all(helpers.map((helper) => helper.stop()));
      await replica?.leave();
      await db.destroy();
    },
  };
}

interface JobParts extends Pick<MetaParts, 'store' | 'audit' | 'uploads' | 'wakeJobs'> {
  readonly checkChain: AuditUpkeepOptions['checkChain'];
}

/** All jobs but rereads. */
function handlersOf(
  config: Config,
  options: MetaPartsOptions,
  { store, audit, uploads, wakeJobs, checkChain }: JobParts,
) {
  const { db } = store;
  const { alertSender: sender, commands, log } = options;
  return {
    ...upkeepHandlers(config, options, { db, audit }),
    ...accessHandlers(config, { db, audit: audit.log, checkChain, log, now }),
    ...alertHandlers({ db, sender, required: config.enableAuth, wakeJobs, now }),
    ...datasetHandlers(store, uploads, experimentProjects(commands)),
  };
}

async function setDefaultRetention(db: MetaDb, days: number): Promise<void> {
  if (days > 0) await updatePolicy(db, DEFAULT_POLICY_ID, { maxDays: days }, now());
}

/** The jobs that delete what is past its time. */
function upkeepHandlers(
  config: Config,
  { commands, log, onAnnotationsExpired, threads }: MetaPartsOptions,
  { db, audit }: { readonly db: MetaDb; readonly audit: AuditParts },
): Pick<JobHandlers, 'retention.sweep' | 'annotation.expiry'> {
  const store = createRetentionStore(threads.readers, commands);
  return {
    'retention.sweep': retentionSweep({
      db,
      store,
      log,
      now,
      onDeleted: noteRetention(audit.log, now),
    }),
    'annotation.expiry': annotationExpiry({
      log,
      now,
      waitMs: config.annotationWaitMs,
      onExpired: onAnnotationsExpired,
      expire: (receivedBeforeUnixNano, limit) =>
        commands.run(expireWaiting, { receivedBeforeUnixNano, limit }),
    }),
  };
}

/** The jobs of the audit log and of who may come in. */
function accessHandlers(config: Config, options: Omit<AuditUpkeepOptions, 'retentionDays'>) {
  const { directory: settings, auditRetentionDays: retentionDays } = config;
  const directory = settings === null ? null : new Directory({ settings, log: options.log });
  const providers = config.identityProviders.map((provider) => new IdentityProvider(provider));
  const box = config.secret === null ? null : new SecretBox(config.secret);
  return {
    ...auditHandlers({ ...options, retentionDays }),
    'directory.recheck': directoryRecheck(directory, options),
    'provider.recheck': providerRecheck(providers, { ...options, box }),
  };
}

function datasetHandlers(
  store: MetaStore,
  uploads: DatasetUploads,
  projects: ExperimentProjects,
): Pick<
  JobHandlers,
  | 'dataset.upload'
  | 'dataset.purge'
  | 'dataset.purge_split'
  | 'experiment.purge'
  | 'experiment.project'
> {
  return {
    'dataset.upload': (payload, context) => uploads.runJob(payload, context),
    'dataset.purge': purgeDataset(store, projects),
    'dataset.purge_split': purgeSplit(store),
    'experiment.purge': purgeExperiment(store, projects),
    'experiment.project': restoreExperimentProject(store, projects),
  };
}

/**
 * The metadata database behind its thread. Says why nothing can be written, and null once something
 * was.
 */
function threadStore(
  meta: ThreadClient,
  engine: MetaEngine,
  note: (problem: string | null) => void,
): MetaStore {
  const call = async <R>(method: string, params: unknown, writes: boolean): Promise<R> => {
    try {
      const result = typedReply<R>(
        await meta.call(method, params, { deadlineMs: STATEMENT_DEADLINE_MS }),
      );
      if (writes) note(null);
      return result;
    } catch (error) {
      if (error instanceof AppError && OUTAGES.has(error.code)) note(error.detail);
      throw error;
    }
  };
  const writes = (statement: { readonly sql: string }): boolean => WRITES.test(statement.sql);
  return createMetaStore(
    {
      statement: (statement) => call<MetaResult>('statement', statement, writes(statement)),
      batch: (steps, session) =>
        call<readonly MetaBatchResult[]>(
          'batch',
          { steps, session } satisfies MetaBatchCall,
          steps.some(writes),
        ),
      textPage: (query) => call<MetaTextPage>('textPage', query, false),
    },
    engine,
  );
}
