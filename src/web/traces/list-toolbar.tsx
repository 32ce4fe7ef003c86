import { Link, useRouter } from '@tanstack/react-router';
import { grainOf, spanFilterOf, traceFilterOf, useFigureFilter } from '#web/lists/list-filter.ts';
import { ReviewMenu } from '#web/annotations/review-menu.tsx';
import { FilterBar } from '#web/filter/bar/filter-bar.tsx';
import { ScopeSwitch } from '#web/lists/scope-switch.tsx';
import { rescoped } from '#web/filter/language/rescope.ts';
import { sessionsPath } from '#web/platform/address/paths.ts';
import { reviewedList } from '#web/annotations/review-search.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useHash } from '#web/platform/address/use-hash.ts';
import { FacetList } from './facets/facet-panel.tsx';
import { AttributeItems } from '#web/filter/attribute-items.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import {
  GROUPINGS,
  groupingByAttribute,
  groupingName,
  groupingTitle,
  type Grouping,
} from '#web/lists/grouping.ts';
import { useState, type ComponentProps } from 'react';
import { windowParams } from '#web/projects/projects.calls.ts';
import { searchOfView, viewOfList } from '#web/lists/views/views.calls.ts';
import { FilterMenu } from '#web/filter/menu/filter-menu.tsx';
import { restCall } from '#web/filter/menu/rest-call.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import type { ListSearch, Scope } from '#web/lists/search-params.ts';
import { presentParts, type Changes } from '#web/platform/address/search-schema.ts';
import { useConfigsByName } from '#web/annotations/trace-annotations.ts';
import { SortMenu } from '#web/ui/sort-menu.tsx';
import { scoreNamesOf } from '#web/annotations/score-names.ts';
import { SORT_DEFAULT, sortOfText, sortText, type ListSort } from '#web/lists/list-sort.ts';
import { compactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { useWholeSeries } from '#web/metrics/whole-figures.calls.ts';
import type { SeriesReply } from '#contracts/metrics/series.ts';

const ORDERS: readonly { readonly sort: ListSort; readonly label: string }[] = [
  { sort: SORT_DEFAULT, label: 'Newest first' },
  { sort: { by: 'started', order: 'asc' }, label: 'Oldest first' },
  { sort: { by: 'duration', order: 'desc' }, label: 'Slowest first' },
  { sort: { by: 'duration', order: 'asc' }, label: 'Fastest first' },
  { sort: { by: 'tokens', order: 'desc' }, label: 'Most tokens first' },
  { sort: { by: 'tokens', order: 'asc' }, label: 'Fewest tokens first' },
  { sort: { by: 'cost', order: 'desc' }, label: 'Most expensive first' },
  { sort: { by: 'cost', order: 'asc' }, label: 'Cheapest first' },
];

const ORDERS_OF_SPANS: typeof ORDERS = [
  ...ORDERS,
  { sort: { by: 'ttft', order: 'desc' }, label: 'Slowest to first token' },
  { sort: { by: 'ttft', order: 'asc' }, label: 'Fastest to first token' },
  { sort: { by: 'speed', order: 'asc' }, label: 'Fewest tokens per second' },
  { sort: { by: 'speed', order: 'desc' }, label: 'Most tokens per second' },
];

interface ListSortMenuProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly onChange: (changes: Changes<ListSearch>) => void;
}

/** The order of traces or spans, by a menu: also by the score of an annotation name. */
function ListSortMenu({ project, search, onChange }: ListSortMenuProps) {
  const current = sortOfText(search.sort);
  const configs = useConfigsByName(project);
  const names = scoreNamesOf([], configs.keys(), current.by === 'score' ? current.name : null);
  const byScore = names.flatMap((name) => [
    { sort: { by: 'score', name, order: 'desc' } as const, label: `Highest ${name} first` },
    { sort: { by: 'score', name, order: 'asc' } as const, label: `Lowest ${name} first` },
  ]);
  const orders = search.scope === undefined ? ORDERS : ORDERS_OF_SPANS;
  const choices = [...orders, ...byScore].map(({ sort, label }) => ({
    key: sortText(sort) ?? '',
    label,
    onChoose: () => onChange({ sort: sortText(sort) }),
  }));
  return <SortMenu choices={choices} current={sortText(current) ?? ''} />;
}

const SavedViews = lazyPart(async () => ({
  default: (await import('#web/lists/views/saved-views.tsx')).SavedViews,
}));

interface ListFilterMenuProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly onChange: (changes: Changes<ListSearch>) => void;
}

/** The menu of a list's filter, with the project's views. */
function ListFilterMenu({ project, range, search, onChange }: ListFilterMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  return (
    <FilterMenu
      project={project}
      of={grainOf(search)}
      q={search.q ?? ''}
      name="Views"
      title="Views, history, explain, copy"
      views={
        <SavedViews
          project={project}
          listed={viewOfList(search)}
          onOpen={(view) => {
            setOpen(false);
            onChange(searchOfView(view));
          }}
          hrefOf={(view) => {
            const of = presentParts<ListSearch>({ range: search.range, ...searchOfView(view) });
            return router.buildLocation({
              to: '/projects/$project/traces',
              params: { project },
              search: of,
            }).publicHref;
          }}
        />
      }
      call={() =>
        grainOf(search) === 'traces'
          ? restCall(project, 'trace_rows', { ...windowParams(range), ...traceFilterOf(search) })
          : restCall(project, 'span_rows', { ...windowParams(range), ...spanFilterOf(search) })
      }
      onChoose={(q) => onChange({ q })}
      open={isOpen}
      onOpenChange={setOpen}
    />
  );
}

const FACETS_HASH = 'facets';

/** The facets where there is no room beside the list: a sheet over it, which Back closes. */
function FacetSheet(props: ComponentProps<typeof FacetList>) {
  const [hash, setHash] = useHash();
  return (
    <>
      <Button className="lg:hidden" aria-label="Facets" onClick={() => setHash(FACETS_HASH)}>
        <Icon name="filter" size={14} /> Facets
      </Button>
      {hash === FACETS_HASH && (
        <Dialog title="Facets" onClose={() => setHash(null)}>
          <div className="max-h-[70dvh] overflow-y-auto">
            <FacetList {...props} />
          </div>
        </Dialog>
      )}
    </>
  );
}

interface ListToolbarProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly range: RangeText;
  readonly onChange: (
    changes: Changes<ListSearch>,
    options?: { readonly replace: boolean },
  ) => void;
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
        <GroupMenu
          project={project}
          of={grainOf(search)}
          group={search.group}
          onChange={(group) => onChange({ group })}
        />
        {search.group === undefined && <ListSortMenu {...{ project, search, onChange }} />}
        <ListFilterMenu {...{ project, range, search, onChange }} />
        <FacetSheet
          project={project}
          range={range}
          search={search}
          generation={0}
          onChange={onChange}
        />
      </div>
    </div>
  );
}

interface GroupMenuProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly group: Grouping | undefined;
  readonly onChange: (group: Grouping | undefined) => void;
}

/** Shows groups in place of rows. */
function GroupMenu({ project, of, group, onChange }: GroupMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button
          aria-label={group === undefined ? 'Group by' : `Grouped by ${groupingName(group)}`}
          className="max-w-240"
        >
          <span className="clip">
            {group === undefined ? 'Group by' : `By ${groupingName(group)}`}
          </span>{' '}
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuItem checked={group === undefined} onSelect={() => onChange(undefined)}>
        No groups
      </MenuItem>
      {GROUPINGS.map((one) => (
        <MenuItem key={one} checked={group === one} onSelect={() => onChange(one)}>
          {groupingTitle(one)}
        </MenuItem>
      ))}
      <AttributeItems
        project={project}
        of={of}
        asChoice={groupingByAttribute}
        chosen={group}
        onChoose={onChange}
      />
    </Menu>
  );
}

/** How much of the range matches, and how long it took to count: "64 of 208 · 9 ms". */
function MatchCount({
  project,
  range,
  search,
}: {
  project: string;
  range: RangeText;
  search: ListSearch;
}) {
  const figureFilterOf = useFigureFilter(project);
  const found = useWholeSeries(project, range, figureFilterOf(search));
  const all = useWholeSeries(
    project,
    range,
    figureFilterOf(search.scope === undefined ? {} : { scope: search.scope }),
  );
  if (found.data === undefined || all.data === undefined || found.quick.isError) return null;
  const [matching, total] = [countOf(found.data, search), countOf(all.data, search)];
  const isAsked = found.quick.isPlaceholderData;
  const text =
    search.q === undefined
      ? total
      : isAsked
        ? `… of ${total}`
        : `${matching} of ${total} · ${formatDuration(found.data.tookMs)}`;
  const note = found.data.coverage.complete
    ? undefined
    : found.counting === null
      ? 'Counting stopped after a while; there are more.'
      : 'There are more; they are being counted.';
  return (
    <span
      className={`nums shrink-0 text-12 text-text3 max-md:hidden ${isAsked ? 'opacity-60' : ''}`}
      title={note}
      aria-live="polite"
    >
      {text}
    </span>
  );
}

function countOf({ totals, coverage }: SeriesReply, search: ListSearch): string {
  const count = (search.scope === undefined ? totals?.traces : totals?.spans) ?? 0;
  return `${compactCount(count)}${coverage.complete ? '' : '+'}`;
}
