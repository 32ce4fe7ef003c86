import { isRefusal } from '../../api/client.ts';
import { grainOf } from '../../api/list-filter.ts';
import { ListFailure } from '../../components/rows/list-failure.tsx';
import { readFilterText } from '../../lib/filter/filter-text.ts';
import type { ListSearch } from '../../lib/search-params.ts';

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
