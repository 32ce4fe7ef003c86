import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { grainOf, useFigureFilter } from '#web/lists/list-filter.ts';
import type { FigureCoverage, Group } from '#contracts/metrics/figures.ts';
import { useGrowth } from '#web/platform/http/use-growth.ts';
import { useWholeGroups } from '#web/metrics/groups.calls.ts';
import type { Counting } from '#web/metrics/whole-figures.calls.ts';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { conditionOnErrors, conditionOnNone } from '#web/filter/language/condition.ts';
import { narrowTo, narrowedBy } from '#web/filter/language/edit.ts';
import { compactCount, countedShare } from '#web/platform/text/format-number.ts';
import {
  fieldOf,
  groupingName,
  groupingTitle,
  withoutGroup,
  type Grouping,
} from '#web/lists/grouping.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import {
  groupSortOf,
  groupSortText,
  nextGroupSort,
  sortedGroups,
  type GroupColumn,
  type GroupSort,
} from '#web/lists/group-sort.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { GroupRow } from './group-row.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The grouping, and the figures of each group. */
const COLUMNS: readonly {
  readonly by: GroupColumn;
  readonly label: string;
  readonly isWide?: true;
}[] = [
  { by: 'value', label: '' },
  { by: 'count', label: 'Count' },
  { by: 'errors', label: 'Errors' },
  { by: 'p50', label: 'p50', isWide: true },
  { by: 'p99', label: 'p99' },
  { by: 'tokens', label: 'Tokens', isWide: true },
  { by: 'cost', label: 'Cost', isWide: true },
];

interface GroupHeadProps {
  /** The grouping. */
  readonly title: string;
  readonly sort: GroupSort;
  readonly onSort: (by: GroupColumn) => void;
}

/** The heads of the columns: a click sorts. */
function GroupHead({ title, sort, onSort }: GroupHeadProps) {
  return (
    <thead className="sticky top-0 z-10 bg-bg0 text-11 text-text3">
      <tr className="h-30">
        {COLUMNS.map(({ by, label, isWide }) => {
          const isSorted = sort.by === by;
          return (
            <th
              key={by}
              scope="col"
              aria-sort={!isSorted ? 'none' : sort.order === 'asc' ? 'ascending' : 'descending'}
              className={`relative px-12 font-normal ${by === 'value' ? 'text-left' : 'text-right'} ${isWide === true ? 'max-md:hidden' : ''}`}
            >
              <button
                type="button"
                onClick={() => onSort(by)}
                className={`cell-button inline-flex items-center gap-2 hover:text-text1 ${isSorted ? 'text-text1' : ''}`}
              >
                {label === '' ? title : label}
                {isSorted && (
                  <Icon name={sort.order === 'asc' ? 'arrowUp' : 'arrowDown'} size={11} />
                )}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface GroupTableProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly by: Grouping;
  /** Increases with every commit: the groups are fetched again. */
  readonly generation: number;
  readonly onChange: (changes: Changes<Pick<ListSearch, 'q' | 'group' | 'groupsort'>>) => void;
}

const NO_GROUPS: readonly Group[] = [];
/** As many as the server names. */
const GROUPS_MAX = 200;

/** The matches by a common value. A group opens the list of its rows. */
export function GroupTable({ project, range, search, by, generation, onChange }: GroupTableProps) {
  const grain = grainOf(search);
  const { data, counting, quick } = useWholeGroups(
    project,
    range,
    useFigureFilter(project)(search),
    by,
  );
  const { error, isPlaceholderData, refetch } = quick;
  useFreshGroups(project, generation);
  /** The order from when the pointer entered. */
  const [order, setOrder] = useState<readonly (string | null)[]>([]);
  const sort = groupSortOf(search.groupsort);
  const groups = inOrder(sortedGroups(data?.groups ?? NO_GROUPS, sort), order);
  if (error !== null && data === undefined)
    return (
      <ErrorNote what="The groups could not be read" error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SkeletonRows rows={12} height={30} />;
  if (data.groups.length === 0) return <EmptyNote title={`No ${grain} match`} />;
  const most = Math.max(...groups.map((group) => group.count));
  const q = search.q ?? '';
  const narrow = (condition: string): void =>
    onChange({ q: narrowedBy(q, grain, condition), group: undefined });
  const narrowToValue = (value: string): void =>
    onChange({ q: narrowTo(q, grain, fieldOf(by), value), group: undefined });
  /** Null for what no condition leads to. */
  const openerOf = (group: Group): (() => void) | null => {
    const condition = conditionOf(group, by, grain);
    if (condition === undefined) return () => narrowToValue(group.value ?? '');
    return condition === null ? null : () => narrow(condition);
  };
  const sortBy = (column: GroupColumn): void => {
    const next = nextGroupSort(sort, column);
    if (order.length > 0) setOrder(sortedGroups(groups, next).map(({ value }) => value));
    onChange({ groupsort: groupSortText(next) });
  };
  return (
    <div
      className={`min-h-0 flex-1 overflow-auto ${isPlaceholderData ? 'opacity-60' : ''}`}
      onPointerEnter={() => setOrder(groups.map(({ value }) => value))}
      onPointerLeave={() => setOrder([])}
    >
      <table className="w-full text-13">
        <caption className="sr-only">Groups by {groupingName(by)}</caption>
        <GroupHead title={groupingTitle(by)} sort={sort} onSort={sortBy} />
        <tbody>
          {groups.map((group) => (
            <GroupRow
              key={group.value ?? ' none'}
              group={group}
              none={withoutGroup(by)}
              share={group.count / most}
              onOpen={openerOf(group)}
              onVariant={narrowToValue}
            />
          ))}
        </tbody>
      </table>
      <GroupNotes count={groups.length} coverage={data.coverage} counting={counting} />
    </div>
  );
}

function useFreshGroups(project: string, generation: number): void {
  const client = useQueryClient();
  const grow = useGrowth(
    () => client.invalidateQueries({ queryKey: ['groups', project] }),
    project,
  );
  useEffect(() => {
    if (generation > 0) grow();
  }, [generation, grow]);
}

/**
 * The condition that a group stands for; undefined where it is its value, null for what no
 * condition leads to.
 */
function conditionOf(
  { value, variants }: Group,
  by: Grouping,
  grain: ReturnType<typeof grainOf>,
): string | null | undefined {
  if (value === null) return conditionOnNone(fieldOf(by), grain);
  return by === 'error' && isPattern(value, variants) ? conditionOnErrors(value, grain) : undefined;
}

interface GroupNotesProps {
  readonly count: number;
  readonly coverage: FigureCoverage;
  readonly counting: Counting;
}

/** What is not among the groups, and not in their figures. */
function GroupNotes({ count, coverage, counting }: GroupNotesProps) {
  return (
    <>
      {count === GROUPS_MAX && (
        <p className="px-12 py-8 text-11 text-text3">
          The {GROUPS_MAX} most frequent. Filter the list to find others.
        </p>
      )}
      {!coverage.complete && (
        <p className="nums sticky bottom-0 bg-bg0 px-12 py-8 text-11 text-text3" aria-live="polite">
          Counted over the newest {compactCount(coverage.scanned)}
          {counting !== null && ` · counting the others, ${countedShare(counting)}`}
        </p>
      )}
    </>
  );
}

/** Those that are in an order stay in it though their counts rise; the others come behind. */
function inOrder(groups: readonly Group[], order: readonly (string | null)[]): readonly Group[] {
  if (order.length === 0) return groups;
  const places = new Map(order.map((value, place) => [value, place]));
  const placeOf = ({ value }: Group): number => places.get(value) ?? order.length;
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A group of errors that is more than one message. */
function isPattern(value: string, variants: Group['variants']): boolean {
  return variants.length > 1 || variants[0]?.value !== value;
}
