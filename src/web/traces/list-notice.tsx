import { isRefusal } from '#web/platform/http/client.ts';
import { grainOf } from '#web/lists/list-filter.ts';
import { ListFailure } from '#web/lists/list-failure.tsx';
import { readFilterText } from '#web/filter/language/filter-text.ts';
import type { ListSearch } from '#web/lists/search-params.ts';

interface ListNoticeProps {
  readonly error: Error;
  /** The request: its filter may be the refused one. */
  readonly search: ListSearch;
  readonly onRetry: () => void;
}

/** A refusal or a failure in one line below the filter; the rows that were read before stay. */
export function ListNotice({ error, search, onRetry }: ListNoticeProps) {
  const refused = search.q !== undefined && isRefusal(error);
  // The bar above says what is wrong with such a filter, and where.
  if (refused && readFilterText(search.q ?? '', grainOf(search)).problem !== null) return null;
  const title = refused ? 'The filter was refused' : 'The list could not be read';
  return <ListFailure title={title} error={error} onRetry={refused ? undefined : onRetry} />;
}
