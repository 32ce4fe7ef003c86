import type { Reread } from '#contracts/rereads/reread.ts';
import { exactCount, exactRate, plural } from '#web/platform/text/format-number.ts';

/** A reread's result so far, or its preview. */
export function rereadResult({
  spans_read: read,
  spans_changed: changed,
  spans_unreadable: unreadable,
  traces_moved: moved,
  cost_usd_before: before,
  cost_usd_after: after,
  dry_run: isPreview,
}: Reread): string {
  const spans = plural(changed, 'span');
  return [
    changed === 0
      ? `No changes among ${plural(read, 'span')}`
      : isPreview
        ? `${spans} would change`
        : `${spans} changed`,
    ...(moved === 0
      ? []
      : [`${plural(moved, 'trace')} ${isPreview ? 'would get' : 'got'} another session`]),
    before === after ? `cost ${dollars(after)}` : `cost ${dollars(before)} → ${dollars(after)}`,
    ...(unreadable === 0 ? [] : [`${plural(unreadable, 'span')} can't be read`]),
  ].join('; ');
}

/** To the cent, and what is less than a dollar to three digits. */
function dollars(usd: number): string {
  return exactRate(Math.abs(usd) >= 1 ? Math.round(usd * 100) / 100 : Number(usd.toPrecision(3)));
}

/** Of what a reread is, as a heading. */
export function rereadTitle({
  state,
  dry_run: isPreview,
  is_automatic: isAutomatic,
}: Reread): string {
  const what = isPreview ? 'Preview' : isAutomatic ? 'Reread after the upgrade' : 'Reread';
  return `${what} ${{ queued: 'queued', running: 'running', stopped: 'stopped', done: 'done', failed: 'failed' }[state]}`;
}

export function rereadProgress({ rows_done: done, rows_total: total }: Reread): string {
  return total === null ? 'Counting spans…' : `${exactCount(done)} of ${plural(total, 'span')}`;
}
