import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { REREAD_STOPPED, type Reread } from '#contracts/rereads/reread.ts';
import { isoFromUnixMs, isoFromUnixNano } from '#contracts/wire/time.ts';
import type { JobPayload } from '#server/jobs/catalogue.ts';
import { NO_PROGRESS, progressOf } from '#server/stores/meta/reread-progress.ts';
import type { JobRow } from '#server/stores/meta/meta-db.ts';

/** A job that reads stored spans again, as replies show it. */
export function rereadReply(row: JobRow): Reread {
  // as: written by the route that starts one, and by the server itself.
  const payload = JSON.parse(row.payload) as JobPayload<'spans.reread'>;
  const progress = progressOf(row.progress) ?? NO_PROGRESS;
  const isStopped = row.state === 'failed' && row.last_error === REREAD_STOPPED;
  return {
    id: encodeGlobalId('Job', row.id),
    state: isStopped ? 'stopped' : row.state,
    dry_run: payload.isTrial,
    is_automatic: payload.isAutomatic,
    what: payload.what,
    project_id: payload.projectId === null ? null : encodeGlobalId('Project', payload.projectId),
    start_time: timeOrNull(payload.startUnixNano),
    end_time: timeOrNull(payload.endUnixNano),
    rows_done: progress.rows_done,
    rows_total: progress.rows_total,
    spans_read: progress.read,
    spans_changed: progress.changed,
    spans_unreadable: progress.unreadable,
    traces_moved: progress.traces,
    cost_usd_before: progress.costUsdBefore,
    cost_usd_after: progress.costUsdAfter,
    waiting: row.state === 'running' ? progress.waiting : null,
    error: isStopped ? null : row.last_error,
    created_at: isoFromUnixMs(row.created_at_ms),
    finished_at: row.finished_at_ms === null ? null : isoFromUnixMs(row.finished_at_ms),
  };
}

function timeOrNull(unixNano: string | null): string | null {
  return unixNano === null ? null : isoFromUnixNano(BigInt(unixNano));
}
