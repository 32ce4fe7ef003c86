import type { WorkerOptions } from 'node:worker_threads';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import type { SkimLimits } from '#core/otlp/skim-limits.ts';
import { COMMANDS } from '#server/api/commands.ts';
import { announcingWriter } from '#server/ingest/writer/commit-group.ts';
import { createDecoder } from '#server/ingest/writer/decode-request.ts';
import type { WriterEvent } from '#server/ingest/both/ingest-message.ts';
import { IngestShare } from '#server/ingest/both/ingest-share.ts';
import { CallPrices } from '#server/prices/call-prices.ts';
import { IngestWorker } from '#server/ingest/writer/worker.ts';
import type { DamagedLog } from '#server/stores/spans/sqlite/both/damaged-log.ts';
import type { EventWatch } from '#server/stores/spans/sqlite/write/events/event-merger.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import type { SettlerHearers } from '#server/stores/spans/sqlite/upkeep/settler.ts';
import { createLog, type Log, type LogLevel } from '#server/telemetry/log.ts';
import type { CommandCall } from '#server/threads/command-client.ts';
import { bulkCalls, commandHandler } from '#server/threads/command-server.ts';
import type { WriteStores } from '#server/threads/guarded-stores.ts';
import { HelperThreads } from '#server/threads/helper-threads.ts';
import {
  runThread,
  ThreadPort,
  type CallResult,
  type IncomingCall,
} from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { partNamed, reportingDamage } from '../damage-report.ts';
import type { openSharedSpanStore, SharedStorePlace } from './shared-span-store.ts';
import { spanAttributes } from './span-attributes.ts';
import { REREAD_COMMANDS } from '../reread-commands.ts';
import { RETENTION_COMMANDS } from '../retention-queries.ts';
import { threadEntry } from './thread-entry.ts';

/** The writer thread's start options. */
export interface WriterThreadOptions {
  readonly path: string;
  /** Where spans are instead, if servers share them. */
  readonly shared: SharedStorePlace | null;
  readonly freeBytesMin: number;
  readonly skimLimits: SkimLimits;
  readonly inflatedBytesMax: number;
  readonly spansCorrection: SharedArrayBuffer;
  readonly ingestShare: SharedArrayBuffer;
  readonly logLevel: LogLevel;
}

/** The writer thread's message once its store is open. */
export interface SpanStoreOpened {
  /** Commits of the log that could not be read since something before them is damaged. */
  readonly damagedCommits: number;
  /** By which reading its spans were read. */
  readonly readingVersion: number;
}

/** An engine takes many spans in little more time than few. */
const GROUP_OF_ENGINE = { bytesMax: 32 * 1024 ** 2, decodeMsMax: 200, lingerShare: 0.2 };
/** Work still running at shutdown ends within milliseconds. */
const PACKERS_END_MS = 2_000;

await runThread(async () => {
  const port = new ThreadPort<WriterThreadOptions>();
  const { options } = port;
  const log = createLog(options.logLevel, 'writer');
  let worker: IngestWorker | null = null;
  const packers = new HelperThreads();
  /** Starts a thread that compresses blocks; nothing is lost with it. */
  const startPacking = (kind: 'packer' | 'repacker', given: WorkerOptions): void =>
    packers.start(
      threadEntry(kind),
      { ...given, name: `block ${kind}`, resourceLimits: { maxYoungGenerationSizeMb: 3 } },
      (error) =>
        log.error({ err: error }, 'the packing thread failed; the writer packs blocks instead'),
    );
  const prices = new CallPrices();
  const readSpans = storedSpanReading(prices.priceOf);
  const eventWatch = eventWatchOver(port, log);
  const openFile = (): OpenSpanStore =>
    openSpanStore(options.path, {
      pause: async () => worker?.pause(),
      attributesOf: spanAttributes,
      announce: (what) => log.info(what),
      freeBytesMin: options.freeBytesMin,
      startPackThread: (memory) => startPacking('packer', { workerData: memory }),
      readSpans,
      eventWatch,
      ...settlerHearers(port, log),
      startRepackThread: (line) =>
        startPacking('repacker', { workerData: line, transferList: [line] }),
    });
  const { shared } = options;
  const store =
    shared === null ? openFile() : await openShared(shared, { readSpans, eventWatch, log });
  const { damagedLog } = store;
  if (damagedLog !== null) tellOfDamage(damagedLog, log);
  const writer = announcingWriter(store.writer, (commit) => {
    const event: WriterEvent = { kind: 'commit', ...commit };
    port.event(event);
  });
  worker = new IngestWorker({
    port,
    writer,
    upkeep: store.upkeep,
    decode: createDecoder(options.skimLimits, prices.priceOf),
    runCommand: commandsOver(port, commandStores(store, writer, prices)),
    isBulk: bulkCalls(COMMANDS),
    ...(shared === null ? {} : { commandsBeside: true, group: GROUP_OF_ENGINE }),
    close: async () => {
      await store.close();
      await packers.ended(PACKERS_END_MS);
    },
    inflatedBytesMax: options.inflatedBytesMax,
    spansCorrection: new Int32Array(options.spansCorrection),
    share: new IngestShare(new Int32Array(options.ingestShare)),
    log,
  });
  const opened: SpanStoreOpened = {
    damagedCommits: damagedLog?.commits ?? 0,
    readingVersion: await store.rereader.readingVersion(),
  };
  port.ready(opened);
  worker.start();
  return () => {
    worker?.rest();
    store.rest();
  };
});

/** Here and not above: with a file none of it is loaded. */
async function openShared(
  ...options: Parameters<typeof openSharedSpanStore>
): ReturnType<typeof openSharedSpanStore> {
  const { openSharedSpanStore: open } = await import('./shared-span-store.ts');
  return open(...options);
}

function commandStores(
  store: Omit<OpenSpanStore, 'backupTo' | 'close'>,
  writer: WriteStores['writer'],
  prices: CallPrices,
): WriteStores {
  return {
    spans: store.reader,
    traces: store.traces,
    projects: store.projectReader,
    figures: store.figures,
    storage: store.storage,
    annotations: store.annotations,
    owners: store.owners,
    scores: store.scores,
    writer,
    eraser: store.eraser,
    projectWriter: store.projectWriter,
    annotationWriter: store.annotationWriter,
    rereader: store.rereader,
    priceOf: prices.priceOf,
    replaceOwnPrices: (own) => prices.replaceOwn(own),
  };
}

function tellOfDamage(damagedLog: DamagedLog, log: Log): void {
  log.error(
    damagedLog,
    damagedLog.commits > 1
      ? 'the log of spans.db was damaged: spans that were acknowledged since the last checkpoint are lost; the log as it was found was kept'
      : 'the log of spans.db ended in a commit that is not whole, as after a power cut; the log as it was found was kept',
  );
}

/**
 * Tells live subscribers which spans have received their events, and the log and the metrics which
 * events were dropped.
 */
function eventWatchOver(port: ThreadPort<WriterThreadOptions>, log: Log): EventWatch {
  return {
    merged: (projectIds, spans) =>
      port.event({ kind: 'commit', projectIds, stored: spans } satisfies WriterEvent),
    gaveUp: (events, why) => {
      log.warn(
        { events },
        why === 'no_span'
          ? 'GenAI events were given up: their spans did not arrive within an hour'
          : 'GenAI events were given up: with them, their spans would have grown beyond 64 MiB',
      );
      port.event({ kind: 'lost_events', events, why } satisfies WriterEvent);
    },
  };
}

/** Notifies the log, the metrics and `/ready` of what the settler finds. */
function settlerHearers(port: ThreadPort<WriterThreadOptions>, log: Log): SettlerHearers {
  return {
    onBlocksToSettle: (blocks) => port.event({ kind: 'settling', blocks } satisfies WriterEvent),
    onDamagedBlocks: (found, blocks) => {
      log.error({ found }, 'blocks of spans could not be read: background work passes over them');
      for (const part of found) port.event({ kind: 'damage', part } satisfies WriterEvent);
      port.event({ kind: 'damaged_blocks', blocks } satisfies WriterEvent);
    },
  };
}

/** Runs commands; one that meets damaged data says which. */
function commandsOver(
  port: ThreadPort<WriterThreadOptions>,
  stores: WriteStores,
): (call: IncomingCall) => Promise<CallResult> {
  const handle = commandHandler([...COMMANDS, ...RETENTION_COMMANDS, ...REREAD_COMMANDS], stores);
  return (call) =>
    reportingDamage(call, {
      handle,
      partOf: ({ params }) => partNamed(typedReply<CommandCall>(params).command),
      tell: (found) => port.event(found satisfies WriterEvent),
    });
}
