import type Database from 'better-sqlite3';
import { invariant } from '#contracts/wire/errors.ts';
import { LogCopier, type StartLogThread } from './log-copier.ts';

type CheckpointMode = 'NOOP' | 'PASSIVE' | 'RESTART' | 'TRUNCATE';
type CheckpointCells = [busy: number, log: number, copied: number];

export interface LogOptions {
  readonly path: string;
  /** The write-ahead log is copied into the file whenever it has grown by this much. */
  readonly checkpointBytes: number;
  /**
   * A log larger than this is started over, waiting for readers that use it and began since it last
   * grew by `checkpointBytes`.
   */
  readonly logBytesMax: number;
  /**
   * Starts a thread that copies the log beside the writer; without it the writer's own thread
   * copies.
   */
  readonly startLogThread?: StartLogThread | null;
}

/** For another process's lock; this one locks for no longer than it takes. Requests wait as long. */
export const LOCK_WAIT_MS = 1_000;
/**
 * For readers of a log that is too large, and of one that is much too large: longer than nearly all
 * of our own statements take.
 */
const READERS_WAIT_MS = 50;
const READERS_WAIT_LONG_MS = 200;
const MUCH_TOO_LARGE = 4;
/** A wait in vain is repeated when the log has grown by so much. */
const GROWTH_UNTIL_NEXT_WAIT = 1.25;
/** A log that grows by `checkpointBytes` within this time is copied by the thread. */
const FAST_MS = 10_000;
/** The writer copies the last part itself once it is no larger than this share of `checkpointBytes`. */
const LAST_PART = 1 / 8;
/** Each leaves what was written meanwhile, a fraction of what it copied; more would gain nothing. */
const THREAD_COPIES_MAX = 3;
/** For a copy that is being made while the log has reached its limit, or is to be emptied. */
const COPY_WAIT_MS = 200;

/**
 * Keeps the log of the writing connection short. Under load another thread copies it into the file
 * while commits go on; what was written during one copy is left for the next, which is shorter, and
 * when little is left the writer copies that between two commits, since SQLite starts its log over
 * only when all of it was copied.
 */
export class LogKeeper {
  readonly #options: LogOptions;
  readonly #copier: LogCopier;
  /** Asked after each commit: compiled each time, it would be work and garbage. */
  #look: { readonly db: Database.Database; readonly statement: LookStatement } | null = null;
  #pageBytes = 0;
  /**
   * How large the log was when it was last copied as far as its readers allowed, and from what size
   * on they are waited for.
   */
  #triedAtBytes = 0;
  #waitFromBytes: number;
  #dueAt = Number.NEGATIVE_INFINITY;
  /** Copies that the thread has begun since the log was last due. */
  #threadCopies = 0;
  /** How large the log was when the last of them began. */
  #begunAtBytes = 0;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#waitFromBytes = options.logBytesMax;
    this.#copier = new LogCopier(options.path, options.startLogThread ?? null);
  }

  /** Frames of the log that SQLite takes for whole. */
  frames(db: Database.Database): number {
    return Math.max(0, this.#checkpoint(db, 'NOOP')[1]);
  }

  /** Has the log copied if it is due; to be called after each commit. */
  committed(db: Database.Database): void {
    let [logBytes, copiedBytes] = this.#sizes(db);
    if (logBytes < Math.max(this.#triedAtBytes, this.#begunAtBytes)) this.#startedOver();
    const { checkpointBytes, logBytesMax } = this.#options;
    if (this.#threadCopies > 0) {
      const waitMs = logBytes < logBytesMax ? 0 : COPY_WAIT_MS;
      if (this.#copier.isBusy && this.#copier.isBusyAfter(waitMs)) return;
      [logBytes, copiedBytes] = this.#sizes(db);
      if (this.#goesOn(logBytes, copiedBytes)) return this.#beginCopy(logBytes);
      return this.#copyHere(db, logBytes);
    }
    if (logBytes - Math.max(copiedBytes, this.#triedAtBytes) < checkpointBytes) return;
    if (this.#isWorthThread()) this.#beginCopy(logBytes);
    else this.#copyHere(db, logBytes);
  }

  /**
   * Copies the whole log into the file and empties it, so that nothing deleted lingers there. False
   * when a reader was in the way: one in the middle of a scan would hold ingest up for seconds.
   */
  truncate(db: Database.Database): boolean {
    this.#copier.isBusyAfter(COPY_WAIT_MS);
    return this.#checkpointWaiting(db, 'TRUNCATE', 0);
  }

  /** Ends the thread, until the log grows fast again. */
  close(): void {
    this.#threadCopies = 0;
    this.#copier.close();
  }

  #startedOver(): void {
    this.#triedAtBytes = 0;
    this.#begunAtBytes = 0;
    this.#threadCopies = 0;
    this.#waitFromBytes = this.#options.logBytesMax;
  }

  /** Whether the rest of the log is left to the thread as well. */
  #goesOn(logBytes: number, copiedBytes: number): boolean {
    const { checkpointBytes, logBytesMax } = this.#options;
    return (
      !this.#copier.hasFailed &&
      this.#threadCopies < THREAD_COPIES_MAX &&
      logBytes < logBytesMax &&
      // If not, a reader is in the way.
      copiedBytes >= this.#begunAtBytes &&
      logBytes - copiedBytes > LAST_PART * checkpointBytes
    );
  }

  #isWorthThread(): boolean {
    const now = performance.now();
    const isFast = now - this.#dueAt < FAST_MS;
    this.#dueAt = now;
    return this.#copier.isThere && (isFast || this.#copier.isRunning);
  }

  #beginCopy(logBytes: number): void {
    this.#threadCopies += 1;
    this.#begunAtBytes = logBytes;
    this.#copier.begin();
  }

  /**
   * SQLite starts its log over only when a write finds that all of it was copied and no reader uses
   * it. While queries overlap without a gap that never comes true, and the log would grow for as
   * long as they last. So past its limit the writer waits for the current readers, but not for
   * long: a reader that never ends, such as another process's, must not block ingest. Readers that
   * begin meanwhile read from the file, so the writer doesn't wait for them. Pages held by a reader
   * can't be copied before it ends: the copy isn't retried with every commit, and no write waits
   * for a query that has run since the last attempt and may run for seconds.
   */
  #copyHere(db: Database.Database, logBytes: number): void {
    const lastTryBytes = this.#triedAtBytes;
    const { logBytesMax } = this.#options;
    this.#threadCopies = 0;
    this.#begunAtBytes = 0;
    this.#triedAtBytes = logBytes;
    const copiedNow = this.#checkpoint(db, 'PASSIVE')[2];
    if (logBytes < this.#waitFromBytes || copiedNow * this.#pageBytes < lastTryBytes) return;
    const waitMs = logBytes < MUCH_TOO_LARGE * logBytesMax ? READERS_WAIT_MS : READERS_WAIT_LONG_MS;
    if (!this.#checkpointWaiting(db, 'RESTART', waitMs))
      this.#waitFromBytes = GROWTH_UNTIL_NEXT_WAIT * logBytes;
  }

  /** Of the log, and of what of it was copied. */
  #sizes(db: Database.Database): [logBytes: number, copiedBytes: number] {
    const [, log, copied] = this.#checkpoint(db, 'NOOP');
    return [log * this.#pageBytes, copied * this.#pageBytes];
  }

  /**
   * A checkpoint that waits for readers, no longer than that; false when one was still in the way.
   */
  #checkpointWaiting(db: Database.Database, mode: 'RESTART' | 'TRUNCATE', waitMs: number): boolean {
    db.pragma(`busy_timeout = ${waitMs}`);
    try {
      return this.#checkpoint(db, mode)[0] === 0;
    } finally {
      if (db.open) db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
    }
  }

  #checkpoint(db: Database.Database, mode: CheckpointMode): CheckpointCells {
    const row = (mode === 'NOOP' ? this.#lookOf(db) : checkpointStatement(db, mode)).get();
    invariant(row !== undefined, 'wal_checkpoint answers with a row');
    return row;
  }

  #lookOf(db: Database.Database): LookStatement {
    if (this.#look?.db !== db) {
      this.#look = { db, statement: checkpointStatement(db, 'NOOP') };
      this.#pageBytes = Number(db.pragma('page_size', { simple: true }));
    }
    return this.#look.statement;
  }
}

type LookStatement = Database.Statement<[], CheckpointCells>;

function checkpointStatement(db: Database.Database, mode: CheckpointMode): LookStatement {
  return db.prepare<[], CheckpointCells>(`PRAGMA wal_checkpoint(${mode})`).raw(true);
}
