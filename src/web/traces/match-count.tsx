import { useFigureFilter } from '#web/lists/list-filter.ts';
import { compactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { useWholeSeries } from '#web/metrics/whole-figures.calls.ts';
import type { Series } from '#web/platform/http/model.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';

/** How much of the range matches, and how long it took to count: "64 of 208 · 9 ms". */
export function MatchCount({ project, range, search }: { project: string; range: RangeText; search: ListSearch }) {
  const figureFilterOf = useFigureFilter(project);
  const found = useWholeSeries(project, range, figureFilterOf(search));
  const all = useWholeSeries(project, range, figureFilterOf(search.scope === undefined ? {} : { scope: search.scope }));
  if (found.data === undefined || all.data === undefined || found.quick.isError) return null;
  const [matching, total] = [countOf(found.data, search), countOf(all.data, search)];
  const isAsked = found.quick.isPlaceholderData;
  const text =
    search.q === undefined ? total : isAsked ? `… of ${total}` : `${matching} of ${total} · ${formatDuration(found.data.tookMs)}`;
  const note = found.data.coverage.complete
    ? undefined
    : found.counting === null
      ? 'Counting stopped after a while; there are more.'
      : 'There are more; they are being counted.';
  return (
    <span className={`nums shrink-0 text-12 text-text3 max-md:hidden ${isAsked ? 'opacity-60' : ''}`} title={note} aria-live="polite">
      {text}
    </span>
  );
}

function countOf({ totals, coverage }: Series, search: ListSearch): string {
  const count = (search.scope === undefined ? totals?.traces : totals?.spans) ?? 0;
  return `${compactCount(count)}${coverage.complete ? '' : '+'}`;
}
