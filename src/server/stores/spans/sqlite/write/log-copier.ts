import type Database from 'better-sqlite3';
import { openConnection } from '../both/connection.ts';

/**
 * Copies of the log into the file (PASSIVE checkpoints), made by a second thread with a connection
 * of its own while the writer commits. The two share a few words of memory: the number of the copy
 * that was last asked for, the number of the one last made, whether that one failed, whether the
 * thread is to end, and whether it has ended.
 */
const ASKED = 0;
const MADE = 1;
const FAILED = 2;
const CLOSED = 3;
const ENDED = 4;
const WORDS = 5;

/** A copy takes a tenth of a second; a thread that has held one for so long is given up. */
const GIVEN_UP_AFTER_MS = 5_000;
/** How long to wait for the end of the thread: it ends after the copy it is at. */
const END_MS = 2_000;
/** It writes pages and reads none. */
const CACHE_KIB = 64;

/** What the thread is started with. */
export interface LogCopying {
  readonly memory: SharedArrayBuffer;
  readonly path: string;
}

/** Starts a thread that runs `serveLogCopies`; `onEnd` is called when it is gone. */
export type StartLogThread = (copying: LogCopying, onEnd: () => void) => void;

/**
 * The writer's end. It never depends on the thread: while there is none, the caller copies the log
 * itself.
 */
export class LogCopier {
  readonly #path: string;
  readonly #startThread: StartLogThread | null;
  readonly #giveUpAfterMs: number;
  /** Null while no thread runs. */
  #words: Int32Array | null = null;
  #isLost = false;
  #waitedMs = 0;

  constructor(path: string, startThread: StartLogThread | null, giveUpAfterMs = GIVEN_UP_AFTER_MS) {
    this.#path = path;
    this.#startThread = startThread;
    this.#giveUpAfterMs = giveUpAfterMs;
  }

  /** Whether there is a thread, or one could be started. */
  get isThere(): boolean {
    return this.#startThread !== null && !this.#isLost;
  }

  get isRunning(): boolean {
    return this.#words !== null;
  }

  /** Whether a copy that was asked for is not made yet. */
  get isBusy(): boolean {
    const words = this.#words;
    if (words === null) return false;
    if (Atomics.load(words, ENDED) === 1) this.#lose();
    return this.#words !== null && Atomics.load(words, MADE) !== Atomics.load(words, ASKED);
  }

  /** Whether the last copy failed, or was lost with its thread. */
  get hasFailed(): boolean {
    return this.#words === null || Atomics.load(this.#words, FAILED) === 1;
  }

  /** Asks for a copy; starts the thread if need be. */
  begin(): void {
    if (this.#words === null) this.#start();
    const words = this.#words;
    if (words === null) return;
    this.#waitedMs = 0;
    Atomics.add(words, ASKED, 1);
    Atomics.notify(words, ASKED);
  }

  /** Waits for the copy that was asked for, no longer than that; then whether it still runs. */
  isBusyAfter(waitMs: number): boolean {
    const words = this.#words;
    if (words === null || !this.isBusy) return false;
    const before = performance.now();
    Atomics.wait(words, MADE, Atomics.load(words, ASKED) - 1, waitMs);
    this.#waitedMs += performance.now() - before;
    if (!this.isBusy) return false;
    if (this.#waitedMs >= this.#giveUpAfterMs) this.#lose();
    return this.isBusy;
  }

  /** Ends the thread, until there is another copy to make; its connection is closed then. */
  close(): void {
    const words = this.#words;
    this.#words = null;
    if (words === null) return;
    Atomics.store(words, CLOSED, 1);
    Atomics.add(words, ASKED, 1);
    Atomics.notify(words, ASKED);
    Atomics.wait(words, ENDED, 0, END_MS);
  }

  #start(): void {
    const memory = new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT);
    const words = new Int32Array(memory);
    this.#words = words;
    this.#startThread?.({ memory, path: this.#path }, () => {
      if (this.#words === words) this.#lose();
    });
  }

  /** The thread ended, or hangs: no other is started. */
  #lose(): void {
    this.#words = null;
    this.#isLost = true;
  }
}

/** The thread's whole life: copies the log each time it is asked, until it is to end. */
export function serveLogCopies({ memory, path }: LogCopying): void {
  const words = new Int32Array(memory);
  let db: Database.Database | null = null;
  try {
    for (let made = 0; Atomics.load(words, CLOSED) === 0;) {
      const asked = Atomics.load(words, ASKED);
      if (asked === made) {
        Atomics.wait(words, ASKED, asked);
        continue;
      }
      db = copyLog(db, path);
      Atomics.store(words, FAILED, db === null ? 1 : 0);
      made = asked;
      Atomics.store(words, MADE, made);
      Atomics.notify(words, MADE);
    }
  } finally {
    db?.close();
    Atomics.store(words, ENDED, 1);
    Atomics.notify(words, ENDED);
  }
}

/**
 * Copies what the log holds now. When that fails, the connection is closed and the answer is null:
 * a descriptor that failed to sync is not used again, and the writer, which then copies the log
 * itself, meets the error.
 */
function copyLog(db: Database.Database | null, path: string): Database.Database | null {
  let open = db;
  try {
    open ??= openConnection(path, { readonly: false, cacheKib: CACHE_KIB });
    open.pragma('wal_checkpoint(PASSIVE)');
    return open;
  } catch {
    try {
      open?.close();
    } catch {
      // A connection that cannot even be closed is left to the process's end.
    }
    return null;
  }
}
