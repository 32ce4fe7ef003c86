import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { JOB_CANCELLED, type Job } from '#contracts/jobs/job.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';

/** A job as the table has it. */
export interface JobFields {
  readonly id: number;
  readonly name: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly progress: string | null;
  readonly result: string | null;
  readonly last_error: string | null;
  readonly error_line: number | null;
  readonly created_at_ms: number;
  readonly finished_at_ms: number | null;
}

/** A job as replies show it. */
export function jobReply(row: JobFields): Job {
  return {
    id: encodeGlobalId('Job', row.id),
    kind: row.name,
    state: isCancelled(row) ? 'cancelled' : row.state,
    progress: row.progress === null ? null : progressOf(row.progress),
    result:
      row.result === null || row.state !== 'done'
        ? null
        : (JSON.parse(row.result) as Job['result']),
    error:
      row.last_error === null || isCancelled(row)
        ? null
        : { detail: row.last_error, line: row.error_line },
    created_at: isoFromUnixMs(row.created_at_ms),
    finished_at: row.finished_at_ms === null ? null : isoFromUnixMs(row.finished_at_ms),
  };
}

/** Some kinds store fields that replies omit. */
function progressOf(text: string): Job['progress'] {
  // as: every handler reports these two.
  const { rows_done, rows_total } = JSON.parse(text) as NonNullable<Job['progress']>;
  return { rows_done, rows_total };
}

function isCancelled({
  state,
  last_error: error,
}: Pick<JobFields, 'state' | 'last_error'>): boolean {
  return state === 'failed' && error === JOB_CANCELLED;
}
