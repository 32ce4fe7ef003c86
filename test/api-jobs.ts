import type { CommandRunner, QueryRunner } from '#server/threads/query.ts';
import { composeUploads, type UploadLimits } from '#server/compose/uploads.ts';
import { BulkPace } from '#server/ingest/wire/bulk-pace.ts';
import {
  purgeExperiment,
  restoreExperimentProject,
  purgeDataset,
  purgeSplit,
} from '#server/datasets/purge.ts';
import { experimentProjects } from '#server/compose/experiment-projects.ts';
import { alertHandlers } from '#server/jobs/handlers/alert-watch.ts';
import { AuditVerifier } from '#server/audit/audit-verifier.ts';
import { auditVerification } from '#server/jobs/handlers/audit-upkeep.ts';
import { JobRunner } from '#server/jobs/job-runner.ts';
import { createLog } from '#server/telemetry/log.ts';
import { sampleApp } from '../tools/sample-app.ts';
import { rereadsOf } from './api-runners.ts';
import { readChain } from '#server/stores/meta/audit/append.queries.ts';
import { AuditLinks } from '#server/stores/meta/audit/audit-links.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import type { AlertSender } from '#server/alerts/alert-sender.ts';

/** The app options that the jobs use. */
export interface JobOptions {
  readonly uploadLimits?: Partial<UploadLimits>;
  readonly jobsAtOnce?: number;
  readonly alertSender?: AlertSender;
  readonly access?: { readonly required?: boolean };
}

export const UPLOAD_LIMITS: UploadLimits = {
  requestTimeoutMs: 60_000,
  bodyBytesPerSecondMin: 0,
  datasetJsonBodyBytesMax: 16 * 1024 ** 2,
  uploadBytesMax: 16 * 1024 ** 2,
  fileRowsMax: 100_000,
  fileInflatedBytesMax: 256 * 1024 ** 2,
  queuedUploadsMax: 10,
};

/** Uploads with their real thread, and the jobs that queued ones are. */
export async function openDatasets(
  store: ReturnType<typeof openTestMeta>,
  { queries, commands }: { readonly queries: QueryRunner; readonly commands: CommandRunner },
  directory: string,
  {
    uploadLimits,
    jobsAtOnce = 1,
    alertSender = sampleApp('0.0.0').alertSender,
    access,
  }: JobOptions,
) {
  const log = createLog('silent', 'test');
  const wakeJobs = (): void => jobs.wake();
  const { uploads, changes, threads } = composeUploads({
    store,
    queries,
    directory,
    wakeJobs,
    endJob: (id) => jobs.cancel(id),
    replica: null,
    pace: new BulkPace(() => false),
    log,
    limits: { ...UPLOAD_LIMITS, ...uploadLimits },
  });
  const checkChain = async () => {
    const links = new AuditLinks(
      (sql, parameters) => store.connection.execute({ sql, parameters }).rows,
      store.engine,
    );
    const verifier = new AuditVerifier({
      links,
      chain: await readChain(store.db),
      isGrowing: true,
    });
    while (verifier.step(100));
    return verifier.report();
  };
  const projects = experimentProjects(commands);
  const rereads = rereadsOf(store.db, commands);
  const jobs = new JobRunner({
    db: store.db,
    log,
    now: () => Date.now(),
    handlers: {
      'retention.sweep': async () => undefined,
      'annotation.expiry': async () => undefined,
      'audit.verify': auditVerification({
        db: store.db,
        checkChain,
        log: createLog('silent', 'test'),
        now: () => Date.now(),
      }),
      'audit.prune': async () => undefined,
      'directory.recheck': async () => undefined,
      'provider.recheck': async () => undefined,
      ...rereads.handlers,
      ...alertHandlers({
        db: store.db,
        sender: alertSender,
        required: access?.required ?? false,
        wakeJobs,
        now: () => Date.now(),
      }),
      'dataset.upload': (payload, jobContext) => uploads.runJob(payload, jobContext),
      'dataset.purge': purgeDataset(store, projects),
      'dataset.purge_split': purgeSplit(store),
      'experiment.purge': purgeExperiment(store, projects),
      'experiment.project': restoreExperimentProject(store, projects),
    },
    concurrency: {
      work: jobsAtOnce,
      delivery: jobsAtOnce,
      directory: jobsAtOnce,
      provider: jobsAtOnce,
      reread: jobsAtOnce,
    },
    leaseMs: 60_000,
    isAlone: true,
    pollMsMax: 30_000,
  });
  await jobs.start();
  return {
    store,
    uploads,
    changes,
    wakeJobs,
    rereads: { reading: rereads.reading, wake: wakeJobs, end: (id: number) => jobs.cancel(id) },
    stop: () => jobs.stop(5_000).then(() => threads.stop()),
  };
}
