import type { Readable } from 'node:stream';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { JOB_CANCELLED } from '#contracts/jobs/job.ts';
import type { DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import { RowError } from '#core/dataset/row-error.ts';
import { FinalJobError, type JobContext, type JobPayload } from '#server/jobs/catalogue.ts';
import { cancelJob, findJob, unfinishedJobs } from '#server/stores/meta/jobs.queries.ts';
import {
  adoptUploads,
  endedUploads,
  endLostUploads,
  queueUpload,
} from '#server/stores/meta/datasets/upload-queue.queries.ts';
import { assertMayCreate } from '#server/stores/meta/datasets/change.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { DatasetChanges } from './dataset-changes.ts';
import type { UploadBody } from './open-upload.ts';
import { readerOf } from './upload-server.ts';
import type { UploadSpool } from '#server/files/upload-spool.ts';
import type { UploadThreads } from './upload-threads.ts';

export interface DatasetUploadsOptions {
  readonly store: MetaStore;
  readonly changes: DatasetChanges;
  readonly threads: UploadThreads;
  readonly spool: UploadSpool;
  /** Largest body of one JSON document, and of files. */
  readonly jsonBytesMax: number;
  readonly fileBytesMax: number;
  /** Queued uploads that are not finished yet. */
  readonly queuedMax: number;
  /** A job was added. */
  readonly wakeJobs: () => void;
  /** Ends what runs for a job that was cancelled. */
  readonly endJob: (id: number) => void;
  /** This server among those that share the database; absent of one that is alone. */
  readonly serverId?: () => number;
  readonly now: () => number;
}

/** Who sends an upload. */
export interface Sender {
  /** Aborted when they hang up. */
  readonly signal: AbortSignal;
  /** Null without authentication. */
  readonly userNumber: number | null;
}

/** How long a request waits while others change the same dataset, and how long a job does. */
const SYNC_WAIT_MS = 30_000;
const JOB_WAIT_MS = 600_000;
const REPORT_MS = 500;

const SERVER_ENDED = 'The server that received this file ended; upload it again.';

/**
 * Uploads of datasets, from the request's body to the published version. The server that received a
 * body has it in a file, and stores it, whichever others there are.
 */
export class DatasetUploads {
  readonly #options: DatasetUploadsOptions;
  /** Files of queued uploads by job. Without other servers, what ends an upload removes its file. */
  readonly #files = new Map<number, string>();

  constructor(options: DatasetUploadsOptions) {
    this.#options = options;
  }

  /**
   * Stores an upload while its client waits. If the client disconnects, the upload is rolled back.
   */
  async run(
    stream: Readable,
    contentType: string,
    { signal, userNumber }: Sender,
  ): Promise<DatasetUploadOutcome> {
    const body = await this.#receive(stream, contentType, false);
    try {
      return await this.#apply(body, { waitMsMax: SYNC_WAIT_MS, signal, userNumber });
    } finally {
      await this.#options.spool.remove(body.path);
    }
  }

  /**
   * Queues an upload to be stored later, durably; returns the job's number. The upload's options
   * are validated first; `conflict` when it creates what exists. `rate_limited` when too many are
   * queued.
   */
  async queue(
    stream: Readable,
    contentType: string,
    { signal, userNumber }: Sender,
  ): Promise<number> {
    const { queuedMax, spool, store, threads } = this.#options;
    const body = await this.#receive(stream, contentType, true);
    try {
      const upload = await threads.open(body);
      await upload.close();
      await assertMayCreate(store.db, upload.head);
      // Who hung up does not learn of the job, and could not cancel it.
      signal.throwIfAborted();
      const payload: JobPayload<'dataset.upload'> = {
        file: fileName(body.path),
        bytes: body.bytes,
        contentType,
        userNumber,
      };
      const nowMs = this.#options.now();
      const serverId = this.#options.serverId?.() ?? null;
      const id = await queueUpload(store.db, payload, queuedMax, { nowMs, serverId });
      if (id === null) {
        const detail = `Too many requests. ${queuedMax} uploads wait already; try again later, or upload with sync=true.`;
        throw new AppError('rate_limited', detail, { retryAfterSeconds: 5 });
      }
      if (serverId !== null) this.#files.set(id, body.path);
      this.#options.wakeJobs();
      return id;
    } catch (error) {
      await spool.remove(body.path);
      throw error;
    }
  }

  /**
   * Cancels an upload that is queued or being stored: none of it is kept. `not_found` when there is
   * no such job, `conflict` for a finished job or one that isn't an upload. Cancelling twice is
   * allowed.
   */
  async cancel(id: number): Promise<void> {
    const { endJob, now, spool, store } = this.#options;
    const job = await findJob(store.db, id);
    if (job === null)
      throw new AppError('not_found', `Job '${encodeGlobalId('Job', id)}' not found`);
    if (job.name !== 'dataset.upload')
      throw new AppError(
        'conflict',
        `Jobs of the kind '${job.name}' cannot be cancelled; uploads ('dataset.upload') can.`,
      );
    if (await cancelJob(store.db, id, now())) {
      endJob(id);
      // Should this fail, the next start removes it. If another server has it, that one does.
      await spool.remove(spool.pathOf(uploadFile(JSON.parse(job.payload)))).catch(() => undefined);
      return;
    }
    const ended = await findJob(store.db, id);
    if (ended?.last_error === JOB_CANCELLED) return;
    const detail =
      ended?.state === 'failed'
        ? 'The upload already failed. Nothing was stored.'
        : 'The upload is done already: what it brought is stored. Delete the dataset, or revert it, to be rid of that.';
    throw new AppError('conflict', detail);
  }

  /**
   * The handler of `dataset.upload`. The outcome is written where the change is published, so a
   * second run after that does nothing.
   */
  async runJob(payload: JobPayload<'dataset.upload'>, context: JobContext): Promise<void> {
    const { spool } = this.#options;
    const path = spool.pathOf(payload.file);
    if (!context.hasResult) {
      try {
        await this.#applyQueued(
          { path, bytes: payload.bytes, contentType: payload.contentType },
          payload.userNumber ?? null,
          context,
        );
      } catch (error) {
        const final = finalError(error);
        if (final !== null) await spool.remove(path);
        throw final ?? error;
      }
    }
    await spool.remove(path);
  }

  /**
   * Rolls back changes left open when the server ended, removes files of uploads that are no longer
   * queued, and goes on with those whose files are here.
   */
  async recover(): Promise<void> {
    const { changes, serverId, spool, store } = this.#options;
    await changes.recover();
    // All of them: the limit may have been higher when they were accepted.
    const jobs = await unfinishedJobs(store.db, 'dataset.upload', null);
    const files = new Map(jobs.map(({ id, payload }) => [id, uploadFile(JSON.parse(payload))]));
    const present = await spool.removeOthers(new Set(files.values()));
    if (serverId === undefined) return;
    for (const [id, file] of files) if (present.has(file)) this.#files.set(id, spool.pathOf(file));
    await adoptUploads(store.db, [...this.#files.keys()], serverId());
  }

  /**
   * Finishes what servers that are gone left behind: their changes are rolled back and their
   * uploads fail, for no other server has the files.
   */
  async recoverOthers(): Promise<void> {
    const { changes, now, spool, store } = this.#options;
    await endLostUploads(store.db, SERVER_ENDED, now());
    await changes.recover();
    for (const id of await endedUploads(store.db, [...this.#files.keys()])) {
      await spool.remove(this.#files.get(id) ?? '');
      this.#files.delete(id);
    }
  }

  async #applyQueued(
    body: UploadBody,
    userNumber: number | null,
    context: JobContext,
  ): Promise<void> {
    let reportedAt = 0;
    const onProgress = (rowsDone: number, rowsTotal: number | null): void => {
      const now = this.#options.now();
      if (now - reportedAt < REPORT_MS) return;
      reportedAt = now;
      // Only progress for readers: the upload continues without it.
      context.report({ rows_done: rowsDone, rows_total: rowsTotal }).catch(() => undefined);
    };
    await this.#apply(body, {
      waitMsMax: JOB_WAIT_MS,
      signal: context.signal,
      jobId: context.id,
      userNumber,
      onProgress,
    });
  }

  async #apply(
    body: UploadBody,
    options: {
      readonly waitMsMax: number;
      readonly signal: AbortSignal;
      readonly jobId?: number;
      readonly userNumber: number | null;
      readonly onProgress?: (rowsDone: number, rowsTotal: number | null) => void;
    },
  ): Promise<DatasetUploadOutcome> {
    const { changes, threads } = this.#options;
    const { head, rowsTotal, rows, leftOutLines, close } = await threads.open(body);
    try {
      const onProgress = (rowsDone: number): void => options.onProgress?.(rowsDone, rowsTotal);
      return await changes.apply(head, rows, { ...options, leftOutLines, onProgress });
    } finally {
      await close();
    }
  }

  async #receive(stream: Readable, contentType: string, durable: boolean): Promise<UploadBody> {
    const { fileBytesMax, jsonBytesMax, spool } = this.#options;
    readerOf(contentType);
    const isJson = contentType.toLowerCase().startsWith('application/json');
    const bytesMax = isJson ? jsonBytesMax : fileBytesMax;
    return {
      contentType,
      ...(await spool.receive(stream, {
        bytesMax,
        durable,
        tooLarge: () => tooLarge(isJson, bytesMax),
      })),
    };
  }
}

function tooLarge(isJson: boolean, bytesMax: number): AppError {
  const wayOut = isJson
    ? 'Send the rows as a JSON lines file instead (multipart/form-data), which may be far larger, or raise SERVICE_MAX_DATASET_JSON_BODY_BYTES.'
    : 'Send it in several parts with action=append, or raise SERVICE_MAX_UPLOAD_BYTES.';
  return new AppError('too_large', `The body is larger than ${bytesMax} bytes. ${wayOut}`);
}

/** The error to report if a retry can't help; null if it might. */
function finalError(error: unknown): FinalJobError | null {
  if (error instanceof RowError) return new FinalJobError(error.detail, error.line);
  if (
    error instanceof AppError &&
    !['unavailable', 'storage_full', 'deadline_exceeded', 'internal', 'rate_limited'].includes(
      error.code,
    )
  )
    return new FinalJobError(error.detail, null);
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new FinalJobError('The file of the upload is gone; upload it again.', null);
  return null;
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function uploadFile(payload: unknown): string {
  return typeof payload === 'object' &&
    payload !== null &&
    'file' in payload &&
    typeof payload.file === 'string'
    ? payload.file
    : '';
}
