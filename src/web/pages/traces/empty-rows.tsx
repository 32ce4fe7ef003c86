import { useQuery } from '@tanstack/react-query';
import { grainOf } from '../../api/list-filter.ts';
import { FIRST_PAGE, readRows } from '../../api/rows.ts';
import { Button } from '../../components/button.tsx';
import { EmptyNote } from '../../components/states.tsx';
import { clearedBefore, usePendingDeletes } from '../../lib/deferred-delete.ts';
import { withoutSegment } from '../../lib/filter/edit.ts';
import { readFilterText } from '../../lib/filter/filter-text.ts';
import { exactCount } from '../../lib/format-number.ts';
import { withChanges } from '../../lib/search-params.ts';
import type { ListSearch } from '../../lib/search-params.ts';
import { labelOfRange } from '../../lib/time-range.ts';
import type { RangeText } from '../../lib/time-range.ts';
import type { ChangeSearch } from './use-list.ts';

interface EmptyRowsProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly range: RangeText;
  readonly onChange: ChangeSearch;
}

/** Without each of so many conditions the list is asked for once. */
const ASKED_MAX = 8;
const COUNTED_MAX = 200;
const WIDEST = 'all';

/** Why nothing is listed, and the two ways out: without the condition that excludes most, or over more time. */
export function EmptyRows({ project, search, range, onChange }: EmptyRowsProps) {
  const isFiltered = search.q !== undefined;
  const isCleared = clearedBefore(usePendingDeletes(), project) !== null;
  const { data } = useQuery({
    queryKey: ['why-empty', project, range, search.scope ?? 'traces', search.q],
    queryFn: async ({ signal }) => await waysOut(project, range, search, signal),
    enabled: isFiltered,
  });
  const most = data?.[0];
  const what = search.scope === undefined ? 'traces' : search.scope === 'llm' ? 'LLM calls' : 'spans';
  return (
    <EmptyNote title={isFiltered ? `No ${what} match` : `No ${what} in this range`}>
      <p>
        {labelOfRange(range, Date.now())}: {!isFiltered && (isCleared ? 'what was there is being deleted.' : 'nothing was received.')}
        {isFiltered && data === undefined && 'nothing meets the filter.'}
        {data !== undefined && most === undefined && 'nothing meets all conditions, nor without any one of them.'}
        {most !== undefined && (
          <>
            <code className="mono rounded-chip bg-bg2 px-4">{most.condition}</code> excludes most: without it{' '}
            {most.count >= COUNTED_MAX ? `more than ${COUNTED_MAX}` : exactCount(most.count)} match.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-8">
        {most !== undefined && (
          <Button look="accent" onClick={() => onChange({ q: most.rest })}>
            Drop this condition
          </Button>
        )}
        {isFiltered && <Button onClick={() => onChange({ q: undefined })}>Drop all conditions</Button>}
        {range !== WIDEST && <Button onClick={() => onChange({ range: WIDEST })}>Look at all time</Button>}
      </div>
    </EmptyNote>
  );
}

interface WayOut {
  readonly condition: string;
  /** The filter without it. */
  readonly rest: string | undefined;
  /** Rows that match then, up to `COUNTED_MAX`. */
  readonly count: number;
}

/** What the filter would let through without each of its conditions, most first; those that change nothing are left out. */
async function waysOut(project: string, range: RangeText, search: ListSearch, signal: AbortSignal): Promise<readonly WayOut[]> {
  const read = readFilterText(search.q ?? '', grainOf(search));
  const ways = await Promise.all(
    read.segments.slice(0, ASKED_MAX).map(async (segment, at): Promise<WayOut> => {
      const text = withoutSegment(search.q ?? '', at, grainOf(search)).trim();
      const rest = text === '' ? undefined : text;
      const wish = { ...FIRST_PAGE, limit: COUNTED_MAX, bare: true as const };
      const page = await readRows(project, range, withChanges<ListSearch>(search, { q: rest, cols: undefined }), wish, signal);
      return { condition: segment.text, rest, count: page.rows.length };
    }),
  );
  return ways.filter((one) => one.count > 0).toSorted((a, b) => b.count - a.count);
}
