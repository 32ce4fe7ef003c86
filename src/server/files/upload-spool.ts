import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#contracts/wire/errors.ts';
import { SenderPace } from './sender-pace.ts';

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

/** Bodies of uploads, written to files as they arrive: an upload of any size takes disk, not memory. */
export class UploadSpool {
  readonly #options: SpoolOptions;
  #isMade = false;

  constructor(options: SpoolOptions) {
    this.#options = options;
  }

  /**
   * Writes a body to its own file, synced to disk when `durable`. Rejects with `too_large` (the text is `tooLarge`), `deadline_exceeded`
   * for a body that arrives too slowly, `invalid_request` for one that breaks off; the file is removed then.
   */
  async receive(
    stream: Readable,
    options: { readonly bytesMax: number; readonly tooLarge: () => AppError; readonly durable: boolean },
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
      throw isFull(error) ? new AppError('storage_full', 'The disk is full: free some space, or delete data.', { cause: error }) : error;
    }
  }

  async remove(file: string): Promise<void> {
    await rm(file, { force: true });
  }

  /** Removes what an earlier process left, but for the files named. */
  async removeOthers(names: ReadonlySet<string>): Promise<void> {
    const present = await readdir(this.#options.directory).catch(() => []);
    for (const name of present) if (name.endsWith('.upload') && !names.has(name)) await this.remove(this.pathOf(name));
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
    // Left as it is when this ends early: destroying a request closes its connection, and its sender would read no answer.
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
      throw new AppError('invalid_request', 'The connection closed before the body was complete.', { cause: error });
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
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
