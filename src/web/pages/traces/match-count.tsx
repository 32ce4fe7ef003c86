import { useFigureFilter } from '../../api/list-filter.ts';
import { compactCount } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { useWholeSeries } from '../../api/whole-figures.ts';
import type { Series } from '../../api/model.ts';
import type { ListSearch } from '../../lib/search-params.ts';
import type { RangeText } from '../../lib/time-range.ts';

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
