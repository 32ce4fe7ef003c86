import path from 'node:path';
import { EvaluationFrames } from '#server/evaluations/evaluation-frames.ts';
import { UploadSpool } from '#server/files/upload-spool.ts';
import type { Log } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import { threadEntry } from './threads/thread-entry.ts';
import { fileLimits, spoolLimits, type UploadLimits } from './uploads.ts';

const MEBIBYTE = 1024 * 1024;
const TURN_WAIT_MS = 30_000;
const THREAD_MEMORY_MB = 256;
/** Of a batch of a frame: its thread has less memory than those that read uploads. */
const BATCH_BYTES_MAX = 64 * MEBIBYTE;

/** Reads frames of evaluations, one at a time. `directory` is the data directory. */
export function composeEvaluationFrames(
  limits: Pick<UploadLimits, 'bodyBytesPerSecondMin' | 'fileInflatedBytesMax' | 'fileRowsMax' | 'requestTimeoutMs' | 'uploadBytesMax'>,
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
