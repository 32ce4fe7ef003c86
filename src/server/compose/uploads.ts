import path from 'node:path';
import { getSpanNumbers } from '#server/api/kit/spans/span-numbers.ts';
import { DatasetChanges } from '#server/datasets/dataset-changes.ts';
import { DatasetUploads } from '#server/datasets/dataset-uploads.ts';
import { UploadThreads } from '#server/datasets/upload-threads.ts';
import { EvaluationFrames } from '#server/evaluations/evaluation-frames.ts';
import { DEFAULT_FILE_LIMITS, type FileLimits } from '#server/files/file-limits.ts';
import { UploadSpool, type SpoolOptions } from '#server/files/upload-spool.ts';
import type { BulkPace } from '#server/ingest/wire/bulk-pace.ts';
import type { Replica } from '#server/jobs/replica.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { Log } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import { threadEntry } from './threads/thread-entry.ts';

/** How much may be uploaded, and how fast it must come. */
export interface UploadLimits {
  readonly bodyBytesPerSecondMin: number;
  readonly requestTimeoutMs: number;
  /** Of one JSON document, and of files. */
  readonly datasetJsonBodyBytesMax: number;
  readonly uploadBytesMax: number;
  /** Of one file, once it is inflated. */
  readonly fileRowsMax: number;
  readonly fileInflatedBytesMax: number;
  readonly queuedUploadsMax: number;
}

export interface UploadPartsOptions {
  readonly store: MetaStore;
  readonly queries: QueryRunner;
  readonly limits: UploadLimits;
  /** The directory of all data. */
  readonly directory: string;
  readonly wakeJobs: () => void;
  /** Ends what runs for a job that was cancelled. */
  readonly endJob: (id: number) => void;
  /** This server among those that share the metadata; null of one that is alone. */
  readonly replica: Pick<Replica, 'id' | 'now'> | null;
  /** When the steps of an upload may run. */
  readonly pace: BulkPace;
  readonly log: Log;
}

const UPLOADS_AT_ONCE = 2;
const TURN_WAIT_MS = 30_000;
const READ_DEADLINE_MS = 60_000;
/** Rows die young, a batch of a megabyte at a time. */
const UPLOAD_YOUNG_GENERATION_MB = 12;
const UPLOAD_MEMORY_MB = 512;
const MEBIBYTE = 1024 * 1024;
const THREAD_MEMORY_MB = 256;
/** Of a batch of a frame: its thread has less memory than those that read uploads. */
const BATCH_BYTES_MAX = 64 * MEBIBYTE;

/** The services that change datasets. */
export interface UploadParts {
  readonly uploads: DatasetUploads;
  readonly changes: DatasetChanges;
  readonly threads: UploadThreads;
}

/** The services that store uploads in datasets. */
export function composeUploads(options: UploadPartsOptions): UploadParts {
  const { limits, log, queries, store } = options;
  const { replica } = options;
  const now = replica?.now ?? (() => Date.now());
  const shared = replica === null ? {} : { serverId: () => replica.id };
  const threads = new UploadThreads(
    new LeasedThreads({
      name: 'upload thread',
      entry: threadEntry('datasets'),
      sizeMax: UPLOADS_AT_ONCE,
      waitMsMax: TURN_WAIT_MS,
      busyDetail: 'Other uploads are being read; try again, or upload with sync=false.',
      oldGenerationMb: UPLOAD_MEMORY_MB,
      youngGenerationMb: UPLOAD_YOUNG_GENERATION_MB,
      log,
    }),
    fileLimits(limits),
    READ_DEADLINE_MS,
  );
  const changes = new DatasetChanges({
    ...shared,
    store,
    log,
    now,
    step: (work) => options.pace.step(work),
    findSpans: async (spanIds) => new Map(await queries.value(getSpanNumbers, { spanIds })),
  });
  const spool = new UploadSpool({
    directory: path.join(options.directory, 'uploads'),
    ...spoolLimits(limits),
  });
  const uploads = new DatasetUploads({
    ...shared,
    store,
    changes,
    threads,
    spool,
    jsonBytesMax: limits.datasetJsonBodyBytesMax,
    fileBytesMax: limits.uploadBytesMax,
    queuedMax: limits.queuedUploadsMax,
    wakeJobs: options.wakeJobs,
    endJob: options.endJob,
    now,
  });
  return { uploads, changes, threads };
}

/** The limits of upload readers. */
function fileLimits({
  fileRowsMax,
  fileInflatedBytesMax,
}: Pick<UploadLimits, 'fileInflatedBytesMax' | 'fileRowsMax'>): FileLimits {
  return { ...DEFAULT_FILE_LIMITS, rowsMax: fileRowsMax, inflatedBytesMax: fileInflatedBytesMax };
}

/** A sender may pause for half the time that other requests have to arrive. */
function spoolLimits(
  limits: Pick<UploadLimits, 'bodyBytesPerSecondMin' | 'requestTimeoutMs'>,
): Omit<SpoolOptions, 'directory'> {
  return {
    bytesPerSecondMin: limits.bodyBytesPerSecondMin,
    measuredMs: limits.requestTimeoutMs / 2,
  };
}

/** Reads frames of evaluations, one at a time. `directory` is the data directory. */
export function composeEvaluationFrames(
  limits: Pick<
    UploadLimits,
    | 'bodyBytesPerSecondMin'
    | 'fileInflatedBytesMax'
    | 'fileRowsMax'
    | 'requestTimeoutMs'
    | 'uploadBytesMax'
  >,
  directory: string,
  log: Log,
): EvaluationFrames {
  return new EvaluationFrames({
    threads: new LeasedThreads({
      name: 'evaluation thread',
      entry: threadEntry('evaluations'),
      sizeMax: 1,
      waitMsMax: TURN_WAIT_MS,
      busyDetail: 'Other evaluations are being read; try again.',
      oldGenerationMb: THREAD_MEMORY_MB,
      log,
    }),
    // The same folder as for uploads of datasets, whose start removes what an earlier process left.
    spool: new UploadSpool({ directory: path.join(directory, 'uploads'), ...spoolLimits(limits) }),
    bytesMax: limits.uploadBytesMax,
    limits: { ...fileLimits(limits), batchBytesMax: BATCH_BYTES_MAX },
  });
}
