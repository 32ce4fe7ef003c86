import { Link } from '@tanstack/react-router';
import { grainOf } from '#web/lists/list-filter.ts';
import { ReviewMenu } from '#web/annotations/review-menu.tsx';
import { FilterBar } from '#web/filter/bar/filter-bar.tsx';
import { ScopeSwitch } from '#web/lists/scope-switch.tsx';
import { rescoped } from '#web/filter/language/rescope.ts';
import { sessionsPath } from '#web/platform/address/paths.ts';
import { reviewedList } from '#web/annotations/review-search.ts';
import type { Changes, ListSearch, Scope } from '#web/lists/search-params.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { FacetSheet } from './facets/facet-sheet.tsx';
import { GroupMenu } from './groups/group-menu.tsx';
import { ListFilterMenu } from './list-filter-menu.tsx';
import { ListSortMenu } from './list-sort-menu.tsx';
import { MatchCount } from './match-count.tsx';

interface ListToolbarProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly range: RangeText;
  readonly onChange: (changes: Changes<ListSearch>, options?: { readonly replace: boolean }) => void;
}

/** The kind of row, and the filter. */
export function ListToolbar({ project, range, search, onChange }: ListToolbarProps) {
  const scope = search.scope ?? 'traces';
  const switchTo = (one: Scope): void => {
    const next: Pick<ListSearch, 'scope'> = one === 'traces' ? {} : { scope: one };
    const q = rescoped(search.q ?? '', grainOf(search), grainOf(next));
    onChange({ scope: next.scope, q: q === '' ? undefined : q, sort: undefined });
  };
  return (
    <div className="flex shrink-0 items-center gap-12 border-b border-line1 px-12 py-6 max-lg:flex-wrap max-md:flex-col max-md:flex-nowrap max-md:items-stretch">
      <ScopeSwitch label="Listed rows" scope={scope} onScope={switchTo}>
        <Link
          to={sessionsPath(project)}
          className="touch grid h-24 place-items-center px-10 text-12 font-medium text-text2 hover:text-text1 md:hidden"
        >
          Sessions
        </Link>
      </ScopeSwitch>
      <div className="flex min-w-0 flex-1 max-md:flex-none md:max-lg:order-last md:max-lg:basis-full">
        <FilterBar
          project={project}
          range={range}
          of={scope === 'traces' ? 'traces' : 'spans'}
          value={search.q ?? ''}
          onApply={(text, options) => onChange({ q: text === '' ? undefined : text }, options)}
          aside={<MatchCount project={project} range={range} search={search} />}
        />
      </div>
      <div className="flex shrink-0 items-center gap-8 max-md:-my-8 max-md:gap-4 max-md:overflow-x-auto max-md:py-8 max-[359px]:[&_svg]:hidden max-md:[&_button]:px-6 md:max-lg:ml-auto">
        <ReviewMenu project={project} list={reviewedList(search)} />
        <GroupMenu project={project} of={grainOf(search)} group={search.group} onChange={(group) => onChange({ group })} />
        {search.group === undefined && <ListSortMenu {...{ project, search, onChange }} />}
        <ListFilterMenu {...{ project, range, search, onChange }} />
        <FacetSheet project={project} range={range} search={search} generation={0} onChange={onChange} />
      </div>
    </div>
  );
}
