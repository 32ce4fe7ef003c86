import path from 'node:path';
import { AnnotationRules } from '#server/api/annotations/configs/annotation-rules.ts';
import { SecretBox } from '#server/auth/secret-box.ts';
import type { SignIn } from '#server/auth/sign-in.ts';
import type { EvaluationFrames } from '#server/evaluations/evaluation-frames.ts';
import { Admission } from '#server/ingest/wire/admission.ts';
import { CommitBroadcast } from '#server/ingest/wire/commit-broadcast.ts';
import { createIngestMetrics, type IngestMetrics } from '#server/ingest/wire/ingest-metrics.ts';
import type { WriterEvent } from '#server/ingest/both/ingest-message.ts';
import { RefusalLog, withRefusalLog } from '#server/ingest/wire/refusal-log.ts';
import { createSubmit, type Submit } from '#server/ingest/wire/submit.ts';
import { Health } from '#server/telemetry/health.ts';
import type { Log } from '#server/telemetry/log.ts';
import { createMetrics, type Metrics } from '#server/telemetry/metrics.ts';
import { CommandClient } from '#server/threads/command-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { OwnPriceBook, replaceOwnPrices } from '#server/api/prices/own-price-book.ts';
import { composeEvaluationFrames } from './uploads.ts';
import { composeExperiments, type ExperimentParts } from './experiments.ts';
import { followServers } from './follow-servers.ts';
import { lockedSecretNotices } from './locked-secrets.ts';
import { assertSameSecret } from './shared-secret.ts';
import {
  composeSignIn,
  startAccess,
  type AccessStart,
  composeAccess,
  type AccessParts,
} from './sign-in.ts';
import { composeMeta, type MetaParts } from './meta.ts';
import { composeOutbound, type OutboundParts } from './outbound.ts';
import type { DamageWatch } from './damage-watch.ts';
import { composeStorage, type StorageParts } from './storage.ts';
import {
  startThreads,
  stopThreads,
  type StoreFiles,
  type StoreThreads,
} from './threads/store-threads.ts';
import type { Config } from '../config.ts';

export interface ServerHooks {
  readonly log: Log;
  /** The server cannot go on: the process should end, and be started again. */
  readonly onFatal: (error: Error) => void;
}

/** Where browsers reach the page, known once the port is open. */
export type BaseUrl = () => string;

/** Everything behind the ports: stores in their threads, the way in, jobs, health and figures. */
export interface ServerCore extends AccessParts, OutboundParts {
  readonly signIn: SignIn;
  readonly threads: StoreThreads;
  readonly commands: CommandClient;
  readonly commits: CommitBroadcast;
  readonly annotationRules: AnnotationRules;
  readonly meta: MetaParts;
  readonly evaluations: EvaluationFrames;
  readonly experiments: ExperimentParts;
  readonly ownPrices: OwnPriceBook;
  readonly storage: StorageParts;
  readonly admission: Admission;
  readonly submit: Submit;
  readonly ingestMetrics: IngestMetrics;
  readonly refusals: RefusalLog;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Annotations expired since the start: their targets did not arrive in time. */
  readonly expiredAnnotations: () => number;
  /**
   * Resolves once the stores are open and requests are taken. Until then every call behind the
   * ports is refused as `unavailable`.
   */
  open(): Promise<AccessStart>;
  /** Call when no more requests can arrive. */
  stop(): Promise<void>;
}

const INGEST_DEADLINE_MS = 30_000;
const COMMAND_DEADLINE_MS = 60_000;
/** An insert takes some hundred milliseconds, however few its spans: large groups are worth it. */
const CLICKHOUSE_WAIT_MS_MAX = 2_000;

/**
 * Starts the threads without waiting for them: a log of a gigabyte takes seconds to read, and the
 * ports can be open meanwhile.
 */
export function startCore(
  config: Config,
  files: StoreFiles,
  hooks: ServerHooks,
  baseUrl: BaseUrl,
): ServerCore {
  const health = new Health({ authentication: config.enableAuth });
  const metrics = createMetrics({ processMetrics: true });
  const ingest = startIngest(config, files, hooks, metrics);
  const { admission, commands, storage, threads } = ingest;
  const expired = countExpired(metrics);
  const outbound = composeOutbound(config);
  const meta = composeMeta(config, {
    threads,
    commands,
    onAnnotationsExpired: expired.add,
    alertSender: outbound.alertSender,
    metaPath: files.metaPath,
    onDamage: ({ part }) => storage.metaDamage.found(part),
    onFatal: hooks.onFatal,
    log: hooks.log,
  });
  const { db } = meta.store;
  const ownPrices = new OwnPriceBook(db, (prices) => commands.run(replaceOwnPrices, { prices }));
  const access = composeAccess(config, db, metrics, hooks.log);
  const signIn = composeSignIn(config, {
    db,
    authenticator: access.authenticator,
    log: hooks.log,
    baseUrl,
  });
  const evaluations = composeEvaluationFrames(config, path.dirname(files.metaPath), hooks.log);
  const experiments = composeExperiments(meta.store, {
    queries: threads.readers,
    commands,
    place: { path: files.metaPath, postgres: config.postgres },
    log: hooks.log,
  });
  const annotationRules = new AnnotationRules(db);
  const { authenticator } = access;
  const { commits } = ingest;
  const { feed: experimentFeed } = experiments;
  const held = { authenticator, annotationRules, ownPrices, commits, experimentFeed };
  followServers(threads.notices, held, hooks.log);
  watchHealth(health, { admission, meta, threads, storage });
  let damagedCommits = 0;
  registerGauges(metrics, { admission, health, damagedCommits: () => damagedCommits });
  const open = async (): Promise<AccessStart> => {
    ({ damagedCommits } = await threads.opened);
    await startOnStores({ storage, meta, ownPrices });
    const box = config.secret === null ? null : new SecretBox(config.secret);
    if (config.clickhouse !== null) await assertSameSecret(db, box, signIn.now());
    const accounts = await startAccess(config, db, signIn);
    const locked = await lockedSecretNotices(db, box, outbound.alertSender);
    admission.open();
    health.started();
    return { ...accounts, notices: [...accounts.notices, ...locked] };
  };
  const stop = stopOf([evaluations, experiments, storage, access.keyUsage], meta, threads);
  const parts = {
    meta,
    evaluations,
    experiments,
    ownPrices,
    annotationRules,
    metrics,
    health,
    expiredAnnotations: expired.total,
  };
  return { ...access, signIn, ...outbound, ...ingest, ...parts, open, stop };
}

/** Stops the helpers together, then the metadata, then the threads. */
function stopOf(
  helpers: readonly { stop(): unknown }[],
  meta: MetaParts,
  threads: StoreThreads,
): () => Promise<void> {
  return async () => {
    await Promise.all(helpers.map((helper) => helper.stop()));
    await meta.stop();
    await stopThreads(threads);
  };
}

type IngestParts = Pick<
  ServerCore,
  | 'admission'
  | 'commands'
  | 'commits'
  | 'ingestMetrics'
  | 'refusals'
  | 'storage'
  | 'submit'
  | 'threads'
>;

/** The threads, and the way of requests to the span writer. */
function startIngest(
  config: Config,
  files: StoreFiles,
  hooks: ServerHooks,
  metrics: Metrics,
): IngestParts {
  const refusals = new RefusalLog();
  const ingestMetrics = withRefusalLog(createIngestMetrics(metrics), refusals);
  const commits: CommitBroadcast = new CommitBroadcast(
    () => performance.now(),
    (projectIds) => threads.notices.publish('commits', projectIds),
  );
  const spansCorrection = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const admission = composeAdmission(config, spansCorrection, ingestMetrics);
  const hearers = { admission, commits, metrics: ingestMetrics, spansCorrection };
  const started = startStores(config, files, hooks, hearers);
  const { storage } = started;
  const threads: StoreThreads = started.threads;
  const { writer } = threads;
  const submit = createSubmit({
    writer,
    admission,
    metrics: ingestMetrics,
    deadlineMs: INGEST_DEADLINE_MS,
  });
  const commands = new CommandClient(writer, COMMAND_DEADLINE_MS);
  return { admission, commands, commits, ingestMetrics, refusals, storage, submit, threads };
}

/**
 * Starts the parts that use the stores before ingest begins: no span may be priced without the
 * custom prices.
 */
async function startOnStores({
  storage,
  meta,
  ownPrices,
}: Pick<ServerCore, 'storage' | 'meta' | 'ownPrices'>): Promise<void> {
  storage.resume();
  await meta.start();
  await ownPrices.changed();
}

function composeAdmission(
  { clickhouse, queueBytesMax, queueSpansMax }: Config,
  spansCorrection: SharedArrayBuffer,
  metrics: IngestMetrics,
): Admission {
  return new Admission(
    {
      queueBytesMax,
      queueSpansMax,
      ...(clickhouse === null ? {} : { waitMsMax: CLICKHOUSE_WAIT_MS_MAX }),
    },
    new Int32Array(spansCorrection),
    (reason) => metrics.refused(reason),
  );
}

/** Listeners for new data. */
interface StoreHearers {
  readonly admission: Admission;
  readonly commits: CommitBroadcast;
  readonly metrics: IngestMetrics;
  readonly spansCorrection: SharedArrayBuffer;
}

function startStores(
  config: Config,
  files: StoreFiles,
  hooks: ServerHooks,
  { admission, commits, metrics, spansCorrection }: StoreHearers,
): { readonly storage: StorageParts; readonly threads: StoreThreads } {
  const storage = composeStorage(files, config, hooks.log);
  const threads = startThreads(config, files, spansCorrection, {
    ...hooks,
    onWriterEvent: hearWriter({ admission, commits, metrics }, storage.damage),
    onDamage: ({ part }) => storage.damage.found(part),
    onMetaDamage: ({ part }) => storage.metaDamage.found(part),
  });
  return { storage, threads };
}

function hearWriter(
  { admission, commits, metrics }: Pick<StoreHearers, 'admission' | 'commits' | 'metrics'>,
  damage: DamageWatch,
): (received: unknown) => void {
  return (received) => {
    const event = typedReply<WriterEvent>(received);
    if (event.kind === 'damage') damage.found(event.part);
    else if (event.kind === 'lost_events') metrics.lostEvents(event.events, event.why);
    else if (event.kind === 'settling') metrics.blocksToSettle(event.blocks);
    else if (event.kind === 'damaged_blocks') metrics.damagedBlocks(event.blocks);
    else if (event.kind === 'status') {
      admission.storeProblem(event.problem);
      if (event.isDamaged) damage.found('what was to be written');
    } else commits.publish(event);
  };
}

/** Counts expired annotations, for the metrics and for the list of waiting ones. */
function countExpired(metrics: Metrics): {
  readonly add: (count: number) => void;
  readonly total: () => number;
} {
  let total = 0;
  metrics.gauge(
    'telltale_annotations_expired',
    'Annotations expired since the start: their targets did not arrive in time.',
    () => total,
  );
  return { add: (count) => (total += count), total: () => total };
}

function watchHealth(
  health: Health,
  {
    admission,
    meta,
    threads,
    storage,
  }: Pick<ServerCore, 'admission' | 'meta' | 'storage' | 'threads'>,
): void {
  health.add(() => admission.problem);
  health.add(() => storage.damage.problem);
  health.add(() => storage.metaDamage.problem);
  health.add(() => meta.problem);
  health.add(() => (threads.readers.running === 0 ? 'no reader thread is running' : null));
}

interface Gauged {
  readonly admission: Admission;
  readonly health: Health;
  readonly damagedCommits: () => number;
}

function registerGauges(metrics: Metrics, { admission, health, damagedCommits }: Gauged): void {
  metrics.gauge(
    'telltale_ingest_queue_spans',
    'Spans waiting to be written.',
    () => admission.queuedSpans,
  );
  metrics.gauge(
    'telltale_ingest_queue_bytes',
    'Bytes of export requests held.',
    () => admission.queuedBytes,
  );
  metrics.gauge('telltale_ready', '1 when ready, else 0.', () =>
    health.readiness().ready ? 1 : 0,
  );
  metrics.gauge(
    'telltale_store_damaged_log',
    'Commits of the log of spans.db that were found damaged at the start and set aside; 0 when the log was whole.',
    damagedCommits,
  );
}
