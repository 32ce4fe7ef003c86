import { invariant } from '#contracts/wire/errors.ts';
import { NO_NOTICES, type Notices } from '#core/ports/notices.ts';
import type { SkimLimits } from '#core/otlp/skim-limits.ts';
import { isIngestPressed } from '#server/ingest/both/ingest-share.ts';
import type { Notice } from '#server/stores/meta/notice.ts';
import { SharedNotices } from '#server/stores/meta/shared-notices.ts';
import type { Log } from '#server/telemetry/log.ts';
import { ReaderPool } from '#server/threads/reader-pool.ts';
import { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import type { DamageFound } from '../damage-report.ts';
import type { MetaNotice, MetaTaken, MetaThreadOptions } from './meta-thread.ts';
import type { SharedStorePlace } from './shared-span-store.ts';
import type { ReaderThreadOptions } from './reader-thread.ts';
import type { SpanStoreOpened, WriterThreadOptions } from './writer-thread.ts';
import type { Config } from '#server/config.ts';
import { threadEntry } from './thread-entry.ts';

export interface StoreFiles {
  readonly spansPath: string;
  readonly metaPath: string;
}

export interface ThreadHooks {
  readonly onWriterEvent: (event: unknown) => void;
  /** Receives the damage that a reader or the writer found. */
  readonly onDamage: (found: DamageFound) => void;
  /** Receives the damage found in the metadata. */
  readonly onMetaDamage: (found: DamageFound) => void;
  /**
   * A thread that holds a database for writing is gone: what it had in memory is too, so the
   * process has to start again.
   */
  readonly onFatal: (error: Error) => void;
  readonly log: Log;
}

/**
 * The threads that hold the databases. They run from the start, and refuse calls until their stores
 * are open.
 */
export interface StoreThreads {
  readonly writer: ThreadClient;
  readonly readers: ReaderPool;
  readonly meta: ThreadClient;
  /** What servers of the same metadata tell each other; nothing where this one is alone. */
  readonly notices: Notices;
  /** Whether the writer has so many spans to write that whatever can wait should. */
  readonly isIngestPressed: () => boolean;
  /** All stores are open; rejects with the reason when one cannot be. */
  readonly opened: Promise<SpanStoreOpened>;
}

const WRITER_IN_FLIGHT_MAX = 10_000;
const READER_IN_FLIGHT_MAX = 64;
/** That a reader thread has with ClickHouse. */
const QUERIES_AT_ONCE = 8;
const META_IN_FLIGHT_MAX = 1_000;
/** A group's records live until its commit, some 5 MB of them. */
const WRITER_YOUNG_GENERATION_MB = 32;
/** This thread runs a few small statements a second. */
const META_YOUNG_GENERATION_MB = 3;
const CLOSE_MS = 5_000;
const NOTICE_DEADLINE_MS = 5_000;

/**
 * Starts them: the writers first and at once, since they bring the schemas up to date; then the
 * readers.
 */
export function startThreads(
  config: Config,
  files: StoreFiles,
  spansCorrection: SharedArrayBuffer,
  hooks: ThreadHooks,
): StoreThreads {
  const ingestShare = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const share = new Int32Array(ingestShare);
  const writerOptions: WriterThreadOptions = {
    path: files.spansPath,
    shared: sharedPlace(config),
    freeBytesMin: config.minFreeDiskBytes,
    skimLimits: skimLimits(config),
    inflatedBytesMax: config.inflatedBytesMax,
    spansCorrection,
    ingestShare,
    logLevel: config.logLevel,
  };
  const readerOptions: ReaderThreadOptions = {
    path: files.spansPath,
    clickhouse: config.clickhouse,
    queryDeadlineMs: config.queryTimeoutMs,
  };
  const writer = new ThreadClient({
    name: 'span writer',
    entry: threadEntry('writer'),
    options: writerOptions,
    inFlightMax: WRITER_IN_FLIGHT_MAX,
    youngGenerationMb: WRITER_YOUNG_GENERATION_MB,
    onEvent: hooks.onWriterEvent,
    onCrash: hooks.onFatal,
  });
  const { meta, notices } = startMeta(config, files, hooks);
  const readers = new ReaderPool({
    entry: threadEntry('reader'),
    options: readerOptions,
    size: config.readerThreads,
    inFlightMax: READER_IN_FLIGHT_MAX,
    callsAtOnce: config.clickhouse === null ? 1 : QUERIES_AT_ONCE,
    queryDeadlineMs: config.queryTimeoutMs,
    log: hooks.log,
    onEvent: (event) => hooks.onDamage(typedReply<DamageFound>(event)),
  });
  const opened = openStores(writer, meta, readers);
  // The server waits for it later; until then a failure has no handler.
  opened.catch(() => undefined);
  return { writer, readers, meta, notices, isIngestPressed: () => isIngestPressed(share), opened };
}

function startMeta(
  config: Config,
  files: StoreFiles,
  hooks: ThreadHooks,
): Pick<StoreThreads, 'meta' | 'notices'> {
  const options: MetaThreadOptions = {
    path: files.metaPath,
    postgres: config.postgres,
    isShared: config.clickhouse !== null,
  };
  const meta = new ThreadClient({
    name: 'metadata thread',
    entry: threadEntry('meta'),
    options,
    inFlightMax: META_IN_FLIGHT_MAX,
    youngGenerationMb: META_YOUNG_GENERATION_MB,
    onEvent: (received) => {
      const event = typedReply<DamageFound | MetaTaken | MetaNotice>(received);
      if (event.kind === 'taken') hooks.onFatal(new Error(event.detail));
      else if (event.kind === 'notice') shared?.receive(event);
      else hooks.onMetaDamage(event);
    },
    onCrash: hooks.onFatal,
  });
  const send = (notice: Notice): Promise<unknown> =>
    meta.call('notice', notice, { deadlineMs: NOTICE_DEADLINE_MS });
  const shared = options.isShared ? new SharedNotices(send) : null;
  return { meta, notices: shared ?? NO_NOTICES };
}

async function openStores(
  writer: ThreadClient,
  meta: ThreadClient,
  readers: ReaderPool,
): Promise<SpanStoreOpened> {
  const [spanStore] = await Promise.all([writer.start(), meta.start()]);
  await readers.start();
  return typedReply<SpanStoreOpened>(spanStore);
}

/**
 * Readers first, so that the writers are the last to hold their databases and can empty the logs
 * into the files.
 */
export async function stopThreads(threads: StoreThreads): Promise<void> {
  await threads.readers.stop();
  await threads.notices.stop();
  await Promise.all([threads.writer.close(CLOSE_MS), threads.meta.close(CLOSE_MS)]);
}

function sharedPlace({ clickhouse, postgres }: Config): SharedStorePlace | null {
  if (clickhouse === null) return null;
  invariant(postgres !== null, 'spans in ClickHouse need metadata in PostgreSQL');
  return { clickhouse, postgres };
}

function skimLimits(config: Config): SkimLimits {
  return {
    spansMax: config.spansPerRequestMax,
    elementsMax: config.elementsPerRequestMax,
    attributesPerSpanMax: config.attributesPerSpanMax,
    keyBytesMax: config.attributeKeyBytesMax,
    valueBytesMax: config.attributeValueBytesMax,
    valueDepthMax: config.attributeDepthMax,
  };
}
