import type { Readable } from 'node:stream';
import type { DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';

/** Who sends an upload. */
export interface UploadSender {
  /** Aborted when they hang up. */
  readonly signal: AbortSignal;
  /** Null without authentication. */
  readonly userNumber: number | null;
}

/** Stores uploads; `server/datasets` does. */
export interface UploadRunner {
  /** Stores the body's examples, all or none. Rejects with the error to answer. */
  run(body: Readable, contentType: string, sender: UploadSender): Promise<DatasetUploadOutcome>;
  /** Takes the body to be stored later, durably; the number of the job. */
  queue(body: Readable, contentType: string, sender: UploadSender): Promise<number>;
  /**
   * Cancels a queued or running upload by its job's number. `not_found`, or `conflict` when the job
   * has ended.
   */
  cancel(jobId: number): Promise<void>;
}

/** The dependencies of the dataset routes. */
export interface DatasetDeps {
  readonly store: MetaStore;
  readonly uploads: UploadRunner;
  /** Looks at the jobs now: one was added. */
  readonly wakeJobs: () => void;
}
