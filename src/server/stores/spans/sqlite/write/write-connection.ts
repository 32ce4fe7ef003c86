import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { AppError, invariant } from '#contracts/wire/errors.ts';
import type { BlockPacker } from '../blocks/block-packer.ts';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { Writability } from '#core/ports/writability.ts';
import { openConnection } from '../both/connection.ts';
import { DAMAGE_ADVICE, isDamage } from '#server/stores/damaged-data.ts';
import type { TraceIdFilters } from '../index/trace-id-filters.ts';
import { knownIds, WriteParts, type KnownIds } from './write-parts.ts';

type CheckpointMode = 'NOOP' | 'PASSIVE' | 'RESTART' | 'TRUNCATE';
type CheckpointCells = [busy: number, log: number, copied: number];

export interface WriteConnectionOptions {
  readonly path: string;
  readonly cacheKib: number;
  /** No spans are taken in when the disk has less than this free; deletes still work. */
  readonly freeBytesMin: number;
  /** The write-ahead log is copied into the file whenever it has grown by this much. */
  readonly checkpointBytes: number;
  /**
   * A log larger than this is started over, waiting for readers that use it and began since it last
   * grew by `checkpointBytes`.
   */
  readonly logBytesMax: number;
  /** The most pages the file may have, or null. */
  readonly pagesMax: number | null;
  readonly packer: BlockPacker;
  /** Reads the bytes of spans as ingest does. */
  readonly readSpans: ReadStoredSpans;
  /** Receives the number of events that didn’t fit into their spans, after the commit. */
  readonly onEventsLeft?: (events: number) => void;
}

const STEP_SQL = (sign: '+' | '-'): string =>
  `UPDATE counters SET next = next ${sign} 1 WHERE name = 'span'`;
const RETRY_AFTER_MS = 1_000;
const DISK_CHECK_MS = 1_000;
/**
 * For another process's lock; this one locks for no longer than it takes. Requests wait as long.
 */
const LOCK_WAIT_MS = 1_000;
/**
 * For readers of a log that is too large, and of one that is much too large: longer than nearly all
 * of our own statements take.
 */
const READERS_WAIT_MS = 50;
const READERS_WAIT_LONG_MS = 200;
const MUCH_TOO_LARGE = 4;
/** A wait in vain is repeated when the log has grown by so much. */
const GROWTH_UNTIL_NEXT_WAIT = 1.25;
/**
 * Work in the background copies the log when there is that share of what ingest may leave in it: all
 * of it takes longer than a step.
 */
const STEP_LOG_SHARE = 0.25;
/** Page cache for work that meets no page twice. */
const CACHE_KIB_FEW = 4 * 1024;

/**
 * The one connection that writes, and its state: `ok`, or `failed` with a reason after a full disk
 * or an I/O error. After a failed fsync nothing may be acknowledged on the same descriptor, since
 * the kernel reports such an error once and then forgets it: so a failed connection is closed, and
 * another proves itself with a small durable transaction before spans are taken again.
 */
export class WriteConnection {
  readonly #options: WriteConnectionOptions;
  #db: Database.Database | null;
  #parts: WriteParts | null = null;
  /** Deletes change nothing in what these remember, so they outlive the rest. */
  #ids: KnownIds | null = null;
  /** Asked after each commit: compiled each time, it would be work and garbage. */
  #lookAtLog: Database.Statement<[], CheckpointCells> | null = null;
  #pageBytes = 0;
  #cacheKib: number;
  #failure: string | null = null;
  /** Of the last failure: whether pages of the file were found damaged. */
  #isDamaged = false;
  #triedAt = 0;
  /**
   * How large the log was when it was last copied as far as its readers allowed, and from what size
   * on they are waited for.
   */
  #triedAtBytes = 0;
  #waitFromBytes: number;
  #diskCheckedAt = Number.NEGATIVE_INFINITY;
  #diskFree = Number.POSITIVE_INFINITY;

  constructor(options: WriteConnectionOptions) {
    this.#options = options;
    this.#cacheKib = options.cacheKib;
    this.#waitFromBytes = options.logBytesMax;
    this.#db = this.#open();
  }

  get readSpans(): ReadStoredSpans {
    return this.#options.readSpans;
  }

  get db(): Database.Database {
    this.#db ??= this.#open();
    return this.#db;
  }

  /** In which runs trace ids may be. */
  get traceIds(): TraceIdFilters {
    this.#ids ??= knownIds(this.db);
    return this.#ids.traceIds;
  }

  /**
   * Whether spans can be taken now. A failed connection is tried again here, at most once a second.
   */
  canWrite(): Writability {
    const now = performance.now();
    if (this.#failure !== null && now - this.#triedAt >= RETRY_AFTER_MS) this.#recover(now);
    if (this.#failure !== null)
      return { ok: false, reason: this.#failure, ...(this.#isDamaged ? { isDamaged: true } : {}) };
    if (now - this.#diskCheckedAt >= DISK_CHECK_MS) {
      this.#diskCheckedAt = now;
      const disk = statfsSync(dirname(this.#options.path));
      this.#diskFree = disk.bavail * disk.bsize;
    }
    if (this.#diskFree >= this.#options.freeBytesMin) return { ok: true };
    return {
      ok: false,
      reason: `The disk has ${this.#diskFree} bytes free, less than the ${this.#options.freeBytesMin} kept in reserve: free some space.`,
    };
  }

  /**
   * Runs the work as one durable transaction: when this returns, it is on disk. When it throws,
   * nothing happened. With `few` pages kept, which drops those that are: work that goes through old
   * pages once would fill the cache, and a server that is at rest otherwise would hold them.
   */
  transaction<Result>(
    work: (parts: WriteParts) => Result,
    pagesKept: 'many' | 'few' = 'many',
  ): Result {
    const result = this.#transaction(work, pagesKept);
    this.#copyLog(1);
    return result;
  }

  /**
   * The same for a step of work in the background, with few pages kept. It leaves the log as it is:
   * `copyLogForStep` is for that, as a step of its own.
   */
  stepTransaction<Result>(work: (parts: WriteParts) => Result): Result {
    return this.#transaction(work, 'few');
  }

  /** Copies the log into the file if that is soon due; whether it was. */
  copyLogForStep(): boolean {
    return this.#failure === null && this.#copyLog(STEP_LOG_SHARE);
  }

  #transaction<Result>(work: (parts: WriteParts) => Result, pagesKept: 'many' | 'few'): Result {
    if (this.#failure !== null)
      throw new AppError('unavailable', this.#failure, { retryAfterSeconds: 1 });
    try {
      const { db } = this;
      this.#keepPages(
        pagesKept === 'many'
          ? this.#options.cacheKib
          : Math.min(CACHE_KIB_FEW, this.#options.cacheKib),
      );
      this.#parts ??= new WriteParts(db, this.#options, this.#ids ?? undefined);
      this.#ids = this.#parts;
      db.exec('BEGIN IMMEDIATE');
      const result = work(this.#parts);
      this.#parts.flush();
      db.exec('COMMIT');
      const left = this.#parts?.events.takeLeft() ?? 0;
      if (left > 0) this.#options.onEventsLeft?.(left);
      return result;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /**
   * Forgets what is remembered of rows between transactions; for work that changed rows behind its
   * back.
   */
  forget(): void {
    this.#parts = null;
  }

  /** Frames of the log that SQLite takes for whole. */
  framesInLog(): number {
    return Math.max(0, this.#checkpoint('NOOP')[1]);
  }

  /**
   * Copies the whole log into the file and empties it, so that nothing deleted lingers there. False
   * when a reader was in the way.
   */
  truncateLog(): boolean {
    try {
      // A reader in the middle of a scan would hold ingest up for seconds.
      return this.#checkpointWaiting('TRUNCATE', 0);
    } catch (error) {
      // A descriptor that failed to sync is not used again, by whatever it was that needed the
      // sync.
      throw this.#failed(error);
    }
  }

  /**
   * Lets go of cached pages, and of the thread that packs: both come back when there is much to
   * write.
   */
  rest(): void {
    this.#options.packer.close();
    this.#db?.pragma('shrink_memory');
  }

  close(): void {
    this.#options.packer.close();
    this.#parts = null;
    this.#db?.close();
    this.#db = null;
  }

  #open(): Database.Database {
    const db = openConnection(this.#options.path, { readonly: false, cacheKib: this.#cacheKib });
    db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
    db.pragma(`journal_size_limit = ${4 * this.#options.checkpointBytes}`);
    if (this.#options.pagesMax !== null) db.pragma(`max_page_count = ${this.#options.pagesMax}`);
    this.#pageBytes = Number(db.pragma('page_size', { simple: true }));
    this.#lookAtLog = null;
    this.#ids = null;
    return db;
  }

  #keepPages(cacheKib: number): void {
    if (cacheKib === this.#cacheKib) return;
    this.db.pragma(`cache_size = -${cacheKib}`);
    this.#cacheKib = cacheKib;
  }

  /**
   * Committed data is on disk and stays there, whatever the outcome of the checkpoint: refusing it
   * now would be wrong. The connection has failed all the same, and the next transaction gets the
   * error.
   */
  #copyLog(share: number): boolean {
    try {
      return this.#checkpointWhenDue(share);
    } catch (error) {
      if (!(this.#failed(error) instanceof AppError)) throw error;
      return true;
    }
  }

  /**
   * SQLite starts its log over only when a write finds that all of it was copied and no reader uses
   * it. While queries overlap without a gap that never comes true, and the log would grow for as
   * long as they last. So past its limit the writer waits for the current readers, but not for
   * long: a reader that never ends, such as another process's, must not block ingest. Readers that
   * begin meanwhile read from the file, so the writer doesn't wait for them. Pages held by a reader
   * can't be copied before it ends: the copy isn't retried with every commit, and no write waits
   * for a query that has run since the last attempt and may run for seconds.
   *
   * It is due once there is that share of what ingest may leave in the log; tells whether it was.
   */
  #checkpointWhenDue(share: number): boolean {
    const [, log, copied] = this.#checkpoint('NOOP');
    const { checkpointBytes, logBytesMax } = this.#options;
    const logBytes = log * this.#pageBytes;
    if (logBytes < this.#triedAtBytes) {
      this.#triedAtBytes = 0;
      this.#waitFromBytes = logBytesMax;
    }
    const lastTryBytes = this.#triedAtBytes;
    if (logBytes - Math.max(copied * this.#pageBytes, lastTryBytes) < share * checkpointBytes)
      return false;
    this.#triedAtBytes = logBytes;
    const copiedNow = this.#checkpoint('PASSIVE')[2];
    if (logBytes < this.#waitFromBytes || copiedNow * this.#pageBytes < lastTryBytes) return true;
    const waitMs = logBytes < MUCH_TOO_LARGE * logBytesMax ? READERS_WAIT_MS : READERS_WAIT_LONG_MS;
    if (!this.#checkpointWaiting('RESTART', waitMs))
      this.#waitFromBytes = GROWTH_UNTIL_NEXT_WAIT * logBytes;
    return true;
  }

  /**
   * A checkpoint that waits for readers, no longer than that; false when one was still in the way.
   */
  #checkpointWaiting(mode: 'RESTART' | 'TRUNCATE', waitMs: number): boolean {
    this.db.pragma(`busy_timeout = ${waitMs}`);
    try {
      return this.#checkpoint(mode)[0] === 0;
    } finally {
      this.#db?.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
    }
  }

  #checkpoint(mode: CheckpointMode): CheckpointCells {
    const statement =
      mode === 'NOOP'
        ? (this.#lookAtLog ??= this.#checkpointStatement(mode))
        : this.#checkpointStatement(mode);
    const row = statement.get();
    invariant(row !== undefined, 'wal_checkpoint answers with a row');
    return row;
  }

  #checkpointStatement(mode: CheckpointMode): Database.Statement<[], CheckpointCells> {
    return this.db.prepare<[], CheckpointCells>(`PRAGMA wal_checkpoint(${mode})`).raw(true);
  }

  #failed(error: unknown): unknown {
    this.#parts?.discard();
    this.#parts = null;
    this.#ids = null;
    try {
      if (this.#db?.inTransaction === true) this.#db.exec('ROLLBACK');
    } catch {
      // The connection is beyond use; what follows closes it.
    }
    if (!(error instanceof Database.SqliteError)) return error;
    if (error.code.startsWith('SQLITE_BUSY')) {
      this.#failure = 'Another process holds the span store locked.';
      this.#isDamaged = false;
      this.#triedAt = performance.now();
      return new AppError('unavailable', this.#failure, { cause: error, retryAfterSeconds: 1 });
    }
    const isFull = error.code === 'SQLITE_FULL';
    this.#isDamaged = isDamage(error);
    if (!isFull && !/^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)/.test(error.code))
      return error;
    this.#failure = isFull
      ? 'The disk is full: free some space.'
      : this.#isDamaged
        ? `spans.db is damaged: what was to be written cannot be (${error.code}). ${DAMAGE_ADVICE}`
        : `The span store cannot write (${error.code}): look at the disk and its file system.`;
    this.#triedAt = performance.now();
    this.#discard();
    return new AppError(isFull ? 'storage_full' : 'unavailable', this.#failure, {
      cause: error,
      retryAfterSeconds: 2,
    });
  }

  #recover(now: number): void {
    this.#triedAt = now;
    try {
      this.#discard();
      // Changed and changed back: writing a row with its own values is no change to SQLite, and
      // nothing would reach the disk.
      this.db.exec(`BEGIN IMMEDIATE; ${STEP_SQL('+')}; ${STEP_SQL('-')}; COMMIT`);
      this.#failure = null;
    } catch {
      this.#discard();
    }
  }

  #discard(): void {
    try {
      this.#db?.close();
    } catch {
      // A connection that cannot even be closed is left to the process's end.
    }
    this.#db = null;
  }
}
