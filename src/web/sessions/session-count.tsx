import { useQuery } from '@tanstack/react-query';
import { sessionCountOptions } from './sessions.calls.ts';
import { compactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';

/** How many sessions of the range match, and how long it took to count them: "64 of 208 · 9 ms". */
export function SessionMatchCount({ project, range, q }: { project: string; range: RangeText; q: string }) {
  const found = useQuery(sessionCountOptions(project, range, q));
  const all = useQuery(sessionCountOptions(project, range, ''));
  if (found.data === undefined || all.data === undefined || found.isError) return null;
  const isAsked = found.isPlaceholderData;
  const total = textOf(all.data);
  const text = q === '' ? total : isAsked ? `… of ${total}` : `${textOf(found.data)} of ${total} · ${formatDuration(found.data.tookMs)}`;
  const note = found.data.complete && all.data.complete ? undefined : 'Counting ends after half a second; there may be more.';
  return (
    <span className={`nums shrink-0 text-12 text-text3 max-md:hidden ${isAsked ? 'opacity-60' : ''}`} title={note} aria-live="polite">
      {text}
    </span>
  );
}

function textOf({ count, complete }: { readonly count: number; readonly complete: boolean }): string {
  return `${compactCount(count)}${complete ? '' : '+'}`;
}
