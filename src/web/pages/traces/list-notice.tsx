import { ApiError } from '../../api/client.ts';
import { grainOf } from '../../api/list-filter.ts';
import { Button } from '../../components/button.tsx';
import { FailureMarks } from '../../components/failure-marks.tsx';
import { readFilterText } from '../../lib/filter/filter-text.ts';
import type { ListSearch } from '../../lib/search-params.ts';

interface ListNoticeProps {
  readonly error: Error;
  /** What was asked for: its filter may be what was refused. */
  readonly search: ListSearch;
  readonly onRetry: () => void;
}

/** Whether the server understood and refused what was typed, rather than failed. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

/** A refusal or a failure in one line below the filter; the rows that were read before stay. */
export function ListNotice({ error, search, onRetry }: ListNoticeProps) {
  const refused = search.q !== undefined && isRefusal(error);
  // The bar above says what is wrong with such a filter, and where.
  if (refused && readFilterText(search.q ?? '', grainOf(search)).problem !== null) return null;
  return (
    <div
      role="alert"
      className="tone-error flex min-h-32 shrink-0 flex-wrap items-center gap-x-12 gap-y-4 border-b border-line1 bg-tint px-12 py-4 text-12"
    >
      <span className="verbatim min-w-0 text-tone">
        <strong className="font-semibold">{refused ? 'The filter was refused' : 'The list could not be read'}</strong> {error.message}
      </span>
      {!refused && <Button onClick={onRetry}>Retry</Button>}
      <FailureMarks error={error} />
    </div>
  );
}
