import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import type { BlockPacker } from '../blocks/block-packer.ts';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { Writability } from '#core/ports/writability.ts';
import { openConnection } from '../both/connection.ts';
import { DAMAGE_ADVICE, isDamage } from '#server/stores/damaged-data.ts';
import type { SpanIdAppender } from '../index/span-id-index.ts';
import { LOCK_WAIT_MS, LogKeeper, type LogOptions } from './log-keeper.ts';
import { WriteParts } from './write-parts.ts';

export interface WriteConnectionOptions extends LogOptions {
  readonly cacheKib: number;
  /** No spans are taken in when the disk has less than this free; deletes still work. */
  readonly freeBytesMin: number;
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
  readonly #log: LogKeeper;
  #db: Database.Database | null;
  #parts: WriteParts | null = null;
  /** Deletes change nothing in what these remember, so they outlive the rest. */
  #spanIds: SpanIdAppender | null = null;
  #cacheKib: number;
  #failure: string | null = null;
  /** Of the last failure: whether pages of the file were found damaged. */
  #isDamaged = false;
  #triedAt = 0;
  #diskCheckedAt = Number.NEGATIVE_INFINITY;
  #diskFree = Number.POSITIVE_INFINITY;

  constructor(options: WriteConnectionOptions) {
    this.#options = options;
    this.#cacheKib = options.cacheKib;
    this.#log = new LogKeeper(options);
    this.#db = this.#open();
  }

  get readSpans(): ReadStoredSpans {
    return this.#options.readSpans;
  }

  get db(): Database.Database {
    this.#db ??= this.#open();
    return this.#db;
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
    if (this.#failure !== null)
      throw new AppError('unavailable', this.#failure, { retryAfterSeconds: 1 });
    try {
      const { db } = this;
      this.#keepPages(
        pagesKept === 'many'
          ? this.#options.cacheKib
          : Math.min(CACHE_KIB_FEW, this.#options.cacheKib),
      );
      this.#parts ??= new WriteParts(db, this.#options, this.#spanIds ?? undefined);
      this.#spanIds = this.#parts.spanIds;
      db.exec('BEGIN IMMEDIATE');
      const result = work(this.#parts);
      this.#parts.flush();
      db.exec('COMMIT');
      const left = this.#parts?.events.takeLeft() ?? 0;
      if (left > 0) this.#options.onEventsLeft?.(left);
      this.#checkpointAfterCommit();
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
    return this.#log.frames(this.db);
  }

  /**
   * Copies the whole log into the file and empties it, so that nothing deleted lingers there. False
   * when a reader was in the way.
   */
  truncateLog(): boolean {
    try {
      return this.#log.truncate(this.db);
    } catch (error) {
      // A descriptor that failed to sync is not used again, by whatever it was that needed the
      // sync.
      throw this.#failed(error);
    }
  }

  /**
   * Lets go of cached pages, and of the threads that pack and copy the log: all come back when there
   * is much to write.
   */
  rest(): void {
    this.#options.packer.close();
    this.#log.close();
    this.#db?.pragma('shrink_memory');
  }

  close(): void {
    this.#options.packer.close();
    // First, so that this is the last connection that writes, and empties the log into the file.
    this.#log.close();
    this.#parts = null;
    this.#db?.close();
    this.#db = null;
  }

  #open(): Database.Database {
    const db = openConnection(this.#options.path, { readonly: false, cacheKib: this.#cacheKib });
    db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
    db.pragma(`journal_size_limit = ${4 * this.#options.checkpointBytes}`);
    if (this.#options.pagesMax !== null) db.pragma(`max_page_count = ${this.#options.pagesMax}`);
    this.#spanIds = null;
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
  #checkpointAfterCommit(): void {
    try {
      this.#log.committed(this.db);
    } catch (error) {
      if (!(this.#failed(error) instanceof AppError)) throw error;
    }
  }

  #failed(error: unknown): unknown {
    this.#parts?.discard();
    this.#parts = null;
    this.#spanIds = null;
    try {
      if (this.#db?.inTransaction === true) this.#db.exec('ROLLBACK');
    } catch {
      // The connection is beyond use; what follows closes it.
    }
    if (!(error instanceof Database.SqliteError)) return error;
    if (error.code === 'SQLITE_BUSY') {
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
