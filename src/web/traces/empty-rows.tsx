import { grainOf } from '#web/lists/list-filter.ts';
import { FIRST_PAGE, readRows } from '#web/lists/rows.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { NothingMatches } from '#web/lists/nothing-matches.tsx';
import { EmptyNote } from '#web/ui/states.tsx';
import { clearedBefore, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { withChanges } from '#web/lists/search-params.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { labelOfRange } from '#web/platform/time/time-range.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import type { ChangeSearch } from './use-list.ts';

interface EmptyRowsProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly range: RangeText;
  readonly onChange: ChangeSearch;
}

const COUNTED_MAX = 200;
const WIDEST = 'all';

/** Why nothing is listed, and the ways out. */
export function EmptyRows({ project, search, range, onChange }: EmptyRowsProps) {
  const isCleared = clearedBefore(usePendingDeletes(), project) !== null;
  const what = search.scope === undefined ? 'traces' : search.scope === 'llm' ? 'LLM calls' : 'spans';
  if (search.q !== undefined)
    return (
      <NothingMatches
        project={project}
        range={range}
        of={grainOf(search)}
        what={what}
        q={search.q}
        count={async (q, signal) => {
          const wish = { ...FIRST_PAGE, limit: COUNTED_MAX, bare: true as const };
          return (await readRows(project, range, withChanges<ListSearch>(search, { q, cols: undefined }), wish, signal)).rows.length;
        }}
        countedMax={COUNTED_MAX}
        onFilter={(q) => onChange({ q })}
        onRange={(next) => onChange({ range: next })}
      />
    );
  return (
    <EmptyNote title={`No ${what} in this range`}>
      <p>
        {labelOfRange(range, Date.now())}:{' '}
        {isCleared ? 'they are being deleted.' : 'none were received, or they have been deleted or moved.'}
      </p>
      {range !== WIDEST && <Button onClick={() => onChange({ range: WIDEST })}>Search all time</Button>}
    </EmptyNote>
  );
}
