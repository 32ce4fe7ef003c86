import { AppError } from '#contracts/errors.ts';
import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import { RowError } from '#core/dataset/row-error.ts';
import type { Log } from '#server/telemetry/log.ts';
import { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { decodeRows } from './row-batch-codec.ts';
import type { OpenUpload, UploadBody } from './upload-reader.ts';
import type { NextRows, UploadOpened } from './upload-server.ts';

export interface UploadThreadsOptions {
  readonly entry: URL;
  /** Uploads that are read at the same time, each in a thread of its own; others wait. */
  readonly sizeMax: number;
  readonly waitMsMax: number;
  /** For opening an upload, which reads a JSON body once, and for each batch of rows. A thread that takes longer is ended. */
  readonly callMsMax: number;
  readonly log: Log;
}

/** How long a thread is kept for the next upload. */
const IDLE_MS = 60_000;
const CLOSE_MS = 1_000;
/** Memory of a thread's objects: a reader that would need more fails alone. */
const OLD_GENERATION_MB = 512;

/** Threads that read uploads: hostile input can hang or exhaust one of them and nothing else. Started when needed, one is kept for a while. */
export class UploadThreads {
  readonly #options: UploadThreadsOptions;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #idle: { readonly thread: ThreadClient; readonly timer: NodeJS.Timeout } | null = null;
  #closing = false;

  constructor(options: UploadThreadsOptions) {
    this.#options = options;
  }

  /** Opens an upload in a thread of its own, which is held until its rows were read or left. Rejects as an `UploadReader` does. */
  async open(body: UploadBody): Promise<OpenUpload & { readonly close: () => Promise<void> }> {
    await this.#takeTurn();
    let thread: ThreadClient;
    try {
      thread = await this.#thread();
    } catch (error) {
      this.#endTurn();
      throw error;
    }
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await this.#giveBack(thread);
    };
    try {
      const { head, rowsTotal } = typedReply<UploadOpened>(await this.#call(thread, 'open', body));
      return { head, rowsTotal, rows: this.#rows(thread, close), close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#closing = true;
    await this.#endIdle();
  }

  /** The next rows are read while the last ones are stored. */
  async *#rows(thread: ThreadClient, close: () => Promise<void>): AsyncGenerator<readonly DatasetRow[]> {
    const ask = (): Promise<unknown> => {
      const answer = this.#call(thread, 'next', null);
      answer.catch(() => undefined);
      return answer;
    };
    try {
      let coming = ask();
      for (;;) {
        const next = typedReply<NextRows>(await coming);
        if (next.kind === 'end') return;
        if (next.kind === 'refused') throw new RowError(next.line, next.detail);
        coming = ask();
        yield decodeRows(next.batch);
      }
    } finally {
      await close();
    }
  }

  #call(thread: ThreadClient, method: string, params: unknown): Promise<unknown> {
    return thread.call(method, params, { deadlineMs: this.#options.callMsMax });
  }

  async #takeTurn(): Promise<void> {
    if (this.#busy < this.#options.sizeMax) {
      this.#busy += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const grant = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(grant), 1);
        reject(
          new AppError('unavailable', 'Other uploads are being read; try again, or upload with sync=false.', { retryAfterSeconds: 5 }),
        );
      }, this.#options.waitMsMax);
      this.#waiting.push(grant);
    });
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#busy -= 1;
    else next();
  }

  async #thread(): Promise<ThreadClient> {
    const { entry, log } = this.#options;
    const idle = this.#idle;
    if (idle !== null) {
      this.#idle = null;
      clearTimeout(idle.timer);
      return idle.thread;
    }
    const thread = new ThreadClient({
      name: 'upload thread',
      entry,
      options: null,
      inFlightMax: 8,
      oldGenerationMb: OLD_GENERATION_MB,
      onCrash: (error) => log.warn({ err: error }, 'a thread that read an upload ended'),
    });
    await thread.start();
    return thread;
  }

  /** Keeps a thread that is at rest; ends one that hangs or is one too many. */
  async #giveBack(thread: ThreadClient): Promise<void> {
    try {
      if (this.#closing || this.#idle !== null || thread.inFlight > 1) throw new Error('not kept');
      await thread.call('close', null, { deadlineMs: CLOSE_MS });
      const timer = setTimeout(() => void this.#endIdle(), IDLE_MS);
      timer.unref();
      this.#idle = { thread, timer };
    } catch {
      await thread.close(0);
    } finally {
      this.#endTurn();
    }
  }

  async #endIdle(): Promise<void> {
    const idle = this.#idle;
    this.#idle = null;
    if (idle === null) return;
    clearTimeout(idle.timer);
    await idle.thread.close(CLOSE_MS);
  }
}
