import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { Button } from '#web/ui/button.tsx';
import type { Found } from './use-found.ts';

/** How many were found, and how far a search that takes long has come. */
export function FoundStatus({ found }: { found: Found }) {
  const { hits, searched, isSearching, hasMore, isFull } = found;
  const backTo = searched?.back_to ?? null;
  const more = hasMore || isSearching ? '+' : '';
  return (
    <span className="flex items-center gap-8 text-12 text-text2">
      <span role="status" className="nums">
        {hits.length > 0 ? `${foundText(hits, more)}, newest first` : noneText(found)}
        {backTo !== null && !isFull && ` · searched back to ${formatWhen(backTo, Date.now())}`}
        {isSearching && ' …'}
      </span>
      {isSearching && (
        <Button look="quiet" onClick={found.stop}>
          Stop
        </Button>
      )}
    </span>
  );
}

function noneText({ isSearching, hasMore, error }: Found): string {
  if (isSearching) return 'Searching';
  if (hasMore) return 'No results yet';
  // Below, the page says what failed.
  return error === null ? 'No results' : '';
}

/** “4 spans”, “120+ spans in 9 traces”. */
function foundText(hits: Found['hits'], more: '+' | ''): string {
  const traces = new Set(hits.map(({ trace_id: trace }) => trace)).size;
  const spans = more === '' ? plural(hits.length, 'span') : `${exactCount(hits.length)}+ spans`;
  return traces === hits.length ? spans : `${spans} in ${plural(traces, 'trace')}`;
}
