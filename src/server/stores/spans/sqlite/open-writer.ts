import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#contracts/wire/errors.ts';
import type { AnnotationWriter } from '#core/ports/annotation-store.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { storedSpanReading, type ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { Upkeep } from '#core/ports/upkeep.ts';
import type { SpanRereader } from '#core/ports/span-rereader.ts';
import type { ProjectWriter } from '#core/ports/project-store.ts';
import type { SpanEraser, SpanWriter } from '#core/ports/span-store.ts';
import { migrate } from '#server/stores/migrator.ts';
import { openFailure } from '#server/stores/open-failure.ts';
import { SqliteAnnotationWriter } from './annotations/write/annotation-writer.ts';
import { BlockPacker, type StartPackThread } from './blocks/block-packer.ts';
import { BlockRepacker, type StartRepackThread } from './blocks/block-repacker.ts';
import { retryDamagedBlocks } from './blocks/damaged-blocks.ts';
import type { EventWatch } from './write/events/event-merger.ts';
import type { Clock } from './both/step-time.ts';
import { keepDamagedLog, type DamagedLog } from './both/damaged-log.ts';
import { SPAN_MIGRATIONS } from './migrations/span-migrations.ts';
import { SqliteProjectWriter } from './write/project-writer.ts';
import { Settler, type SettlerHearers } from './upkeep/settler.ts';
import { SqliteSpanEraser } from './upkeep/span-eraser.ts';
import { SqliteSpanWriter } from './write/span-writer.ts';
import { markReading } from './upkeep/rereading/reading-mark.ts';
import { SqliteSpanRereader } from './upkeep/rereading/span-rereader.ts';
import { openSpanReader, type OpenSpanReader, type SpanReaderOptions } from './open-reader.ts';
import { WriteConnection } from './write/write-connection.ts';

export interface SpanStoreOptions extends SpanReaderOptions, SettlerHearers {
  /** Spans are refused when the disk has less than this free; 1 GiB unless given. */
  readonly freeBytesMin?: number;
  /** Page cache of the writing connection, in KiB. */
  readonly cacheKib?: number;
  /** The most pages of 4 KiB the file may have; no limit unless given. */
  readonly pagesMax?: number;
  /** Copy an existing database before its schema is upgraded; true unless given. */
  readonly backupBeforeUpgrade?: boolean;
  /** Called with each step of an upgrade as it begins. */
  readonly announce?: (what: string) => void;
  /**
   * Starts a thread for `packBlocks`, asked once much is written at a time; without it the caller's
   * own thread packs.
   */
  readonly startPackThread?: StartPackThread;
  /**
   * Starts a thread for `serveRepacking`, asked when old blocks are to be packed better; without it
   * the caller's own thread does that.
   */
  readonly startRepackThread?: StartRepackThread;
  /**
   * Awaited between the steps of long writes, so that spans are stored meanwhile; these steps
   * follow each other unless given.
   */
  readonly pause?: () => Promise<void>;
  /**
   * How stored spans are read again; as they are read when they arrive, without prices, unless
   * given.
   */
  readonly readSpans?: ReadStoredSpans;
  readonly eventWatch?: EventWatch;
  /** By which background work tells how long it took, and how long nothing came. */
  readonly clock?: Clock;
}

export interface OpenSpanStore extends Omit<OpenSpanReader, 'freeUnused'> {
  readonly writer: SpanWriter;
  readonly eraser: SpanEraser;
  readonly upkeep: Upkeep;
  readonly projectWriter: ProjectWriter;
  readonly annotationWriter: AnnotationWriter;
  readonly rereader: SpanRereader;
  /** The part of the log found damaged when the store was opened; null if none was. */
  readonly damagedLog: DamagedLog | null;
  /**
   * Writes a consistent copy to `<directory>/spans.db` while spans come in; resolves with its path.
   * Refuses to overwrite.
   */
  backupTo(directory: string): Promise<string>;
}

const WRITER_CACHE_KIB = 24 * 1024;
const BACKUP_PAGES = 1_024;
const FREE_BYTES_MIN = 1024 ** 3;
/**
 * Small enough that copying the log into the file pauses ingest for some tens of milliseconds,
 * large enough that hot pages are copied once for many commits.
 */
const CHECKPOINT_BYTES = 16 * 1024 ** 2;
/**
 * Read at a start in a tenth of a second. Under queries that overlap without end the log stays near
 * this, without them at a quarter.
 */
const LOG_BYTES_MAX = 64 * 1024 ** 2;

/** Opens (and creates or upgrades) the span store for the one thread that writes. */
export function openSpanStore(path: string, options: SpanStoreOptions): OpenSpanStore {
  try {
    return openStore(path, options);
  } catch (error) {
    throw openFailure(path, error);
  }
}

function openStore(path: string, options: SpanStoreOptions): OpenSpanStore {
  const connection = new WriteConnection({
    path,
    cacheKib: options.cacheKib ?? WRITER_CACHE_KIB,
    freeBytesMin: options.freeBytesMin ?? FREE_BYTES_MIN,
    checkpointBytes: CHECKPOINT_BYTES,
    logBytesMax: LOG_BYTES_MAX,
    pagesMax: options.pagesMax ?? null,
    packer: new BlockPacker(options.startPackThread ?? null),
    readSpans: options.readSpans ?? storedSpanReading(NO_PRICES),
    onEventsLeft: (events) => options.eventWatch?.gaveUp(events, 'span_too_large'),
  });
  const repacker = new BlockRepacker(options.startRepackThread ?? null);
  try {
    const damagedLog = keepDamagedLog(path, connection.framesInLog());
    if (damagedLog !== null) connection.truncateLog();
    migrate(connection.db, SPAN_MIGRATIONS, {
      path,
      backup: options.backupBeforeUpgrade ?? true,
      announce: options.announce ?? (() => undefined),
    });
    markReading(connection.db);
    retryDamagedBlocks(connection.db);
    const reading = openSpanReader(path, options);
    return {
      ...reading,
      writer: new SqliteSpanWriter(connection),
      eraser: new SqliteSpanEraser(connection),
      upkeep: settlerOf(connection, repacker, options),
      projectWriter: new SqliteProjectWriter(connection),
      annotationWriter: new SqliteAnnotationWriter(
        connection,
        options.pause ?? (() => Promise.resolve()),
      ),
      rereader: new SqliteSpanRereader(
        connection,
        options.readSpans ?? storedSpanReading(NO_PRICES),
      ),
      damagedLog,
      backupTo: (directory) => backUp(connection, directory),
      rest: () => {
        reading.rest();
        connection.rest();
      },
      close: () => {
        repacker.close();
        reading.close();
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function settlerOf(
  connection: WriteConnection,
  repacker: BlockRepacker,
  { eventWatch, clock, ...hearers }: SpanStoreOptions,
): Settler {
  return new Settler(connection, repacker, eventWatch, clock, hearers);
}

/**
 * The copy is made in steps of BACKUP_PAGES on the writing connection: commits made meanwhile are
 * included, so the copy is a snapshot of one moment, at or after the call, and never starts over.
 * It gets its final name only once it is complete.
 */
async function backUp(connection: WriteConnection, directory: string): Promise<string> {
  mkdirSync(directory, { recursive: true });
  const target = join(directory, 'spans.db');
  if (existsSync(target))
    throw new AppError('conflict', `${target} exists: choose another directory for the backup.`);
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  await connection.db.backup(partial, { progress: () => BACKUP_PAGES });
  renameSync(partial, target);
  return target;
}
