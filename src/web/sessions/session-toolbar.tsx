import { ReviewMenu } from '#web/annotations/review-menu.tsx';
import { FilterBar } from '#web/filter/bar/filter-bar.tsx';
import type { Changes, SessionListSearch } from '#web/lists/search-params.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { SessionMatchCount } from './session-count.tsx';
import { SessionFilterMenu } from './session-filter-menu.tsx';
import { SessionSortMenu } from './session-sort-menu.tsx';

/** Changes the address of the list; `replace` where that is no step to go back to. */
export type ChangeSessions = (changes: Changes<SessionListSearch>, how?: { readonly replace: boolean }) => void;

interface SessionToolbarProps {
  readonly project: string;
  readonly search: SessionListSearch;
  readonly onChange: ChangeSessions;
}

/** The condition on what is listed, and its order. */
export function SessionToolbar({ project, search, onChange }: SessionToolbarProps) {
  const { range = RANGE_DEFAULT, q = '' } = search;
  return (
    <div className="flex shrink-0 items-center gap-12 border-b border-line1 px-12 py-6 max-md:flex-col max-md:items-stretch">
      <div className="flex min-w-0 flex-1 max-md:flex-none">
        <FilterBar
          project={project}
          range={range}
          of="sessions"
          value={q}
          onApply={(text, how) => onChange({ q: text === '' ? undefined : text }, how)}
          aside={<SessionMatchCount project={project} range={range} q={q} />}
        />
      </div>
      <div className="flex shrink-0 items-center gap-8 max-md:-my-8 max-md:gap-4 max-md:overflow-x-auto max-md:py-8">
        <ReviewMenu project={project} list={{ ...search, of: 'sessions' }} />
        <SessionSortMenu search={search} onChange={onChange} />
        <SessionFilterMenu project={project} search={search} onChange={onChange} />
      </div>
    </div>
  );
}
