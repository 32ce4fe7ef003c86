import type Database from 'better-sqlite3';

const WIPE_AFTER_MS = 20_000;
/** A reader at that moment, such as a backup, keeps the log as it is; it is tried again. */
const READERS_WAIT_MS = 100;

/**
 * Empties the log of `meta.db` soon after a write. SQLite copies the log into the file when it has
 * grown, and even then keeps its bytes until they are overwritten: in a rarely written database,
 * never. Deleted or replaced data, such as a password's hash or an example, would stay in the log
 * as long.
 */
export class MetaLogWiper {
  readonly #db: Database.Database;
  readonly #busyTimeoutMs: number;
  #timer: NodeJS.Timeout | null = null;

  /** `busyTimeoutMs` is what the connection waits for locks otherwise. */
  constructor(db: Database.Database, busyTimeoutMs: number) {
    this.#db = db;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  /** Something was written; within half a minute none of what it replaced is left. */
  written(): void {
    this.#timer ??= setTimeout(() => this.#wipe(), WIPE_AFTER_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wipe(): void {
    this.#timer = null;
    if (this.#db.inTransaction || !this.#truncateLog()) this.written();
  }

  /**
   * False when another connection blocked it, or on a disk error, which the next write will report.
   */
  #truncateLog(): boolean {
    this.#db.pragma(`busy_timeout = ${READERS_WAIT_MS}`);
    try {
      const [row] = this.#db
        .prepare<[], [busy: number]>('PRAGMA wal_checkpoint(TRUNCATE)')
        .raw(true)
        .all();
      return row?.[0] === 0;
    } catch {
      return false;
    } finally {
      this.#db.pragma(`busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }
}
