import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import { RowError } from '#core/dataset/row-error.ts';
import type { FileLimits } from '#server/files/file-limits.ts';
import type { LeasedThreads } from '#server/threads/leased-threads.ts';
import type { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { decodeRows } from './row-batch-codec.ts';
import type { OpenUpload, UploadBody } from './open-upload.ts';
import type { NextRows, OpenUploadParams, UploadOpened } from './upload-server.ts';

/**
 * Reads uploads in threads of their own: hostile input can hang or exhaust one of them and nothing
 * else.
 */
export class UploadThreads {
  readonly #threads: LeasedThreads;
  readonly #callMsMax: number;
  readonly #limits: FileLimits;

  /**
   * `callMsMax` is for opening an upload, which reads a JSON body once, and for each batch of rows.
   * A thread that takes longer is ended.
   */
  constructor(threads: LeasedThreads, limits: FileLimits, callMsMax: number) {
    this.#limits = limits;
    this.#threads = threads;
    this.#callMsMax = callMsMax;
  }

  /**
   * Opens an upload in its own thread, which is held until its rows are read or it is closed.
   * Rejects as an `UploadReader` does.
   */
  async open(body: UploadBody): Promise<OpenUpload & { readonly close: () => Promise<void> }> {
    const params: OpenUploadParams = { body, limits: this.#limits };
    const lease = await this.#threads.lease();
    const close = (): Promise<void> => lease.end();
    try {
      const { head, rowsTotal } = typedReply<UploadOpened>(
        await this.#call(lease.thread, 'open', params),
      );
      let leftOutLines: number | null = null;
      const rows = this.#rows(lease.thread, close, (lines) => (leftOutLines = lines));
      return { head, rowsTotal, rows, leftOutLines: () => leftOutLines, close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.#threads.stop();
  }

  /** The next rows are read while the last ones are stored. */
  async *#rows(
    thread: ThreadClient,
    close: () => Promise<void>,
    onEnd: (leftOutLines: number | null) => void,
  ): AsyncGenerator<readonly DatasetRow[]> {
    const ask = (): Promise<unknown> => {
      const answer = this.#call(thread, 'next', null);
      answer.catch(() => undefined);
      return answer;
    };
    try {
      let coming = ask();
      for (;;) {
        const next = typedReply<NextRows>(await coming);
        if (next.kind === 'end') return onEnd(next.leftOutLines);
        if (next.kind === 'refused') throw new RowError(next.line, next.detail);
        coming = ask();
        yield decodeRows(next.batch);
      }
    } finally {
      await close();
    }
  }

  #call(thread: ThreadClient, method: string, params: unknown): Promise<unknown> {
    return thread.call(method, params, { deadlineMs: this.#callMsMax });
  }
}
