import path from 'node:path';
import { EvaluationFrames } from '#server/evaluations/evaluation-frames.ts';
import { UploadSpool } from '#server/files/upload-spool.ts';
import type { Log } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import type { UploadLimits } from './uploads.ts';
import { threadEntry } from './thread-entry.ts';
import { spoolLimits } from './uploads.ts';

const MEBIBYTE = 1024 * 1024;
const TURN_WAIT_MS = 30_000;
const THREAD_MEMORY_MB = 256;
/** Each limit is there so that the thread's memory stays bounded whatever comes. */
const FRAME_LIMITS = {
  recordBytesMax: 16 * MEBIBYTE,
  rowsMax: 1_000_000,
  inflatedBytesMax: 2 * 1024 * MEBIBYTE,
  batchBytesMax: 64 * MEBIBYTE,
};

/** What reads frames of evaluations, one at a time. `directory` is that of all data. */
export function composeEvaluationFrames(
  limits: Pick<UploadLimits, 'bodyBytesPerSecondMin' | 'requestTimeoutMs' | 'uploadBytesMax'>,
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
    limits: FRAME_LIMITS,
  });
}
