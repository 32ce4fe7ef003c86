import Database from 'better-sqlite3';
import { invariant } from '#contracts/wire/errors.ts';

export interface ConnectionOptions {
  readonly readonly: boolean;
  /** Page cache of this connection, in KiB. */
  readonly cacheKib: number;
}

/** How long a connection waits for another's lock. */
const BUSY_TIMEOUT_MS = 5_000;
/**
 * Measured with blocks of 13 KB: 565 bytes a span on 4 KiB pages against 656 on 8 KiB, at less CPU.
 */
const PAGE_BYTES = 4096;
/**
 * Below this version two connections that write and checkpoint at once can corrupt a WAL database.
 */
const SQLITE_VERSION_MIN = [3, 51, 3] as const;

/**
 * Opens a connection to spans.db. `synchronous` is set and asserted here because better-sqlite3 is
 * compiled with NORMAL for WAL databases, which loses acknowledged transactions at a power cut.
 * Freed space is zeroed (`secure_delete`): deleted text must leave the file.
 */
export function openConnection(path: string, options: ConnectionOptions): Database.Database {
  const db = new Database(path, {
    readonly: options.readonly,
    fileMustExist: options.readonly,
    timeout: BUSY_TIMEOUT_MS,
  });
  try {
    assertVersion(db);
    // Before anything that may write: a commit without fsync would be lost with the next fsync that
    // fails, and take later commits along.
    db.pragma('synchronous = FULL');
    if (!options.readonly) {
      if (db.pragma('page_count', { simple: true }) === 0) {
        db.pragma(`page_size = ${PAGE_BYTES}`);
        db.pragma('auto_vacuum = INCREMENTAL');
      }
      db.pragma('journal_mode = WAL');
      db.pragma('wal_autocheckpoint = 0');
      db.pragma('secure_delete = ON');
    }
    invariant(
      db.pragma('synchronous', { simple: true }) === 2,
      'every connection to spans.db runs with synchronous=FULL',
    );
    invariant(db.pragma('journal_mode', { simple: true }) === 'wal', 'spans.db is in WAL mode');
    db.pragma('foreign_keys = OFF');
    db.pragma('trusted_schema = OFF');
    db.pragma('temp_store = MEMORY');
    db.pragma(`cache_size = -${options.cacheKib}`);
    // SQLite's own `lower` knows ASCII only.
    db.function('folded', { deterministic: true }, foldedText);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A text as names are compared without case; also the function `folded` of SQL. */
export function foldedText(text: string): string {
  return text.toLowerCase();
}

function assertVersion(db: Database.Database): void {
  const version = String(db.prepare('SELECT sqlite_version()').pluck().get());
  const parts = version.split('.').map(Number);
  const difference =
    SQLITE_VERSION_MIN.map((least, i) => (parts[i] ?? 0) - least).find((d) => d !== 0) ?? 0;
  invariant(
    difference >= 0,
    `SQLite is at least ${SQLITE_VERSION_MIN.join('.')}, found ${version}`,
  );
}
