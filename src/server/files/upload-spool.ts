import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#contracts/wire/errors.ts';

export interface SpoolOptions {
  /** Beside the databases: a queued upload is as durable as they are. */
  readonly directory: string;
  /** A sender slower than this, on average over so much waiting for it, is cut off. */
  readonly bytesPerSecondMin: number;
  readonly measuredMs: number;
}

/** A body on disk. */
export interface SpooledFile {
  readonly path: string;
  readonly bytes: number;
}

const LOOK_EVERY_MS = 500;

/**
 * Bodies of uploads, written to files as they arrive: an upload of any size takes disk, not memory.
 */
export class UploadSpool {
  readonly #options: SpoolOptions;
  #isMade = false;

  constructor(options: SpoolOptions) {
    this.#options = options;
  }

  /**
   * Writes a body to its own file, synced to disk when `durable`. Rejects with `too_large` (the
   * text is `tooLarge`), `deadline_exceeded` for a body that arrives too slowly, `invalid_request`
   * for one that breaks off; the file is removed then.
   */
  async receive(
    stream: Readable,
    options: {
      readonly bytesMax: number;
      readonly tooLarge: () => AppError;
      readonly durable: boolean;
    },
  ): Promise<SpooledFile> {
    // A client that hangs up while the file is created is noticed when it is read.
    stream.on('error', () => undefined);
    this.#makeDirectory();
    const file = this.pathOf(`${randomUUID()}.upload`);
    const handle = await open(file, 'wx', 0o600);
    try {
      const bytes = await this.#copy(stream, (chunk) => writeWhole(handle, chunk), options);
      if (options.durable) {
        await handle.sync();
        await this.#syncDirectory();
      }
      await handle.close();
      return { path: file, bytes };
    } catch (error) {
      await handle.close().catch(() => undefined);
      await this.remove(file);
      throw isFull(error)
        ? new AppError('storage_full', 'The disk is full: free some space, or delete data.', {
            cause: error,
          })
        : error;
    }
  }

  async remove(file: string): Promise<void> {
    await rm(file, { force: true });
  }

  /** Removes what an earlier process left, but for the files named; those of them that are there. */
  async removeOthers(names: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const present = await readdir(this.#options.directory).catch(() => []);
    for (const name of present)
      if (name.endsWith('.upload') && !names.has(name)) await this.remove(this.pathOf(name));
    return new Set(present.filter((name) => names.has(name)));
  }

  pathOf(name: string): string {
    return path.join(this.#options.directory, path.basename(name));
  }

  async #copy(
    stream: Readable,
    write: (chunk: Buffer) => Promise<unknown>,
    { bytesMax, tooLarge }: { readonly bytesMax: number; readonly tooLarge: () => AppError },
  ): Promise<number> {
    const pace = new SenderPace(this.#options);
    // Left as it is when this ends early: destroying a request closes its connection, and its
    // sender would read no answer.
    const pieces = stream.iterator({ destroyOnReturn: false });
    let bytes = 0;
    try {
      for (;;) {
        const next = await pace.wait(pieces.next());
        if (next.done === true) return bytes;
        const chunk = Buffer.isBuffer(next.value) ? next.value : Buffer.from(String(next.value));
        bytes += chunk.length;
        if (bytes > bytesMax) throw tooLarge();
        pace.came(chunk.length);
        await write(chunk);
      }
    } catch (error) {
      // The sender gets to read the answer while the rest is thrown away.
      pieces.return?.().then(
        () => stream.resume(),
        () => undefined,
      );
      if (error instanceof AppError || isFull(error)) throw error;
      throw new AppError('invalid_request', 'The connection closed before the body was complete.', {
        cause: error,
      });
    } finally {
      pace.end();
    }
  }

  #makeDirectory(): void {
    if (this.#isMade) return;
    mkdirSync(this.#options.directory, { recursive: true, mode: 0o700 });
    this.#isMade = true;
  }

  /** Without this, the file's name might not outlive a power cut, though its bytes would. */
  async #syncDirectory(): Promise<void> {
    const handle = await open(this.#options.directory, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** A disk that is nearly full takes a part of a chunk without a word; only the next write fails. */
async function writeWhole(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten;
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  );
}

interface PaceLimits {
  readonly bytesPerSecondMin: number;
  /** Over so much waiting a sender's pace is measured. */
  readonly measuredMs: number;
}

/**
 * Cuts off senders that are too slow. Only the time spent waiting for the sender counts: a body
 * stalled by the server's own disk is not slow, nor is one whose pieces wait in the socket while
 * the thread is busy.
 */
export class SenderPace {
  readonly #limits: PaceLimits;
  readonly #timer: NodeJS.Timeout;
  #refuse: ((error: AppError) => void) | null = null;
  #lookedAt = 0;
  #waitedMs = 0;
  #bytes = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /**
   * Waits for a piece; rejects with `deadline_exceeded` for a sender that was too slow for a while.
   */
  async wait<Piece>(piece: Promise<Piece>): Promise<Piece> {
    // A sender that is cut off may still break the connection, which is not awaited any more.
    piece.catch(() => undefined);
    const slow = new Promise<never>((_resolve, reject) => (this.#refuse = reject));
    this.#lookedAt = performance.now();
    try {
      return await Promise.race([piece, slow]);
    } finally {
      this.#count();
      this.#refuse = null;
    }
  }

  /** So many bytes came. */
  came(bytes: number): void {
    this.#bytes += bytes;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#refuse === null) return;
    this.#count();
    const { bytesPerSecondMin, measuredMs } = this.#limits;
    if (this.#waitedMs < measuredMs) return;
    const bytesDue = (bytesPerSecondMin * this.#waitedMs) / 1_000;
    if (this.#bytes >= bytesDue) {
      this.#waitedMs = 0;
      this.#bytes = 0;
      return;
    }
    const refuse = this.#refuse;
    // Pieces that arrived while this thread was busy are read before this runs; the awaited piece
    // has then changed.
    setImmediate(() => {
      if (this.#refuse === refuse) refuse(tooSlow(bytesPerSecondMin));
    });
  }

  /** A stall of this thread counts as one look at most. */
  #count(): void {
    const now = performance.now();
    this.#waitedMs += Math.min(now - this.#lookedAt, 2 * LOOK_EVERY_MS);
    this.#lookedAt = now;
  }
}

function tooSlow(bytesPerSecondMin: number): AppError {
  return new AppError(
    'deadline_exceeded',
    `The body arrives too slowly: fewer than ${bytesPerSecondMin} bytes a second.`,
  );
}
