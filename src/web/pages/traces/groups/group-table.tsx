import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { grainOf, useFigureFilter } from '../../../api/list-filter.ts';
import type { FigureGroup } from '../../../api/model.ts';
import { useGrowth } from '../../../api/use-growth.ts';
import { useWholeGroups } from '../../../api/whole-figures.ts';
import { EmptyNote, ErrorNote, SkeletonRows } from '../../../components/states.tsx';
import { conditionOnNone } from '../../../lib/filter/condition.ts';
import { narrowTo, narrowedBy } from '../../../lib/filter/edit.ts';
import { compactCount, countedShare, exactCount, formatCost } from '../../../lib/format-number.ts';
import { formatDuration } from '../../../lib/format-time.ts';
import { fieldOf, groupingName, groupingTitle, withoutGroup } from '../../../lib/grouping.ts';
import type { Grouping } from '../../../lib/grouping.ts';
import type { Changes, ListSearch } from '../../../lib/search-params.ts';
import { groupSortOf, groupSortText, nextGroupSort, sortedGroups } from '../../../lib/group-sort.ts';
import type { GroupColumn } from '../../../lib/group-sort.ts';
import { shownText } from '../../../lib/shown-name.ts';
import type { RangeText } from '../../../lib/time-range.ts';
import { GroupHead } from './group-head.tsx';

interface GroupTableProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly by: Grouping;
  /** Rises with every commit: the groups are asked for again. */
  readonly generation: number;
  readonly onChange: (changes: Changes<Pick<ListSearch, 'q' | 'group' | 'groupsort'>>) => void;
}

const NO_GROUPS: readonly FigureGroup[] = [];
/** As many as the server names. */
const GROUPS_MAX = 200;

/** What matches, by what it has in common. A group opens the list of what is in it. */
export function GroupTable({ project, range, search, by, generation, onChange }: GroupTableProps) {
  const grain = grainOf(search);
  const { data, counting, quick } = useWholeGroups(project, range, useFigureFilter(project)(search), by);
  const { error, isPlaceholderData, refetch } = quick;
  const client = useQueryClient();
  const grow = useGrowth(() => client.invalidateQueries({ queryKey: ['groups', project] }), project);
  useEffect(() => {
    if (generation > 0) grow();
  }, [generation, grow]);
  /** In the order they had when somebody came to point at them. */
  const [order, setOrder] = useState<readonly (string | null)[]>([]);
  const sort = groupSortOf(search.groupsort);
  const groups = inOrder(sortedGroups(data?.groups ?? NO_GROUPS, sort), order);
  if (error !== null && data === undefined)
    return <ErrorNote what="The groups could not be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={12} height={30} />;
  if (data.groups.length === 0) return <EmptyNote title={`No ${grain} match`} />;
  const most = Math.max(...groups.map((group) => group.count));
  const none = conditionOnNone(fieldOf(by), grain);
  const open = (value: string | null): void => {
    const q = search.q ?? '';
    onChange({ q: value === null ? narrowedBy(q, grain, none ?? '') : narrowTo(q, grain, fieldOf(by), value), group: undefined });
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
              onOpen={group.value === null && none === null ? null : () => open(group.value)}
            />
          ))}
        </tbody>
      </table>
      {groups.length === GROUPS_MAX && (
        <p className="px-12 py-8 text-11 text-text3">The {GROUPS_MAX} most frequent. Others are found by narrowing the list.</p>
      )}
      {!data.coverage.complete && (
        <p className="nums sticky bottom-0 bg-bg0 px-12 py-8 text-11 text-text3" aria-live="polite">
          Counted over the newest {compactCount(data.coverage.scanned)}
          {counting !== null && ` · counting the others, ${countedShare(counting)}`}
        </p>
      )}
    </div>
  );
}

/** Those that are in an order stay in it though their counts rise; the others come behind. */
function inOrder(groups: readonly FigureGroup[], order: readonly (string | null)[]): readonly FigureGroup[] {
  if (order.length === 0) return groups;
  const places = new Map(order.map((value, place) => [value, place]));
  const placeOf = ({ value }: FigureGroup): number => places.get(value) ?? order.length;
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface GroupRowProps {
  readonly group: FigureGroup;
  readonly none: string;
  readonly share: number;
  /** Null for what no condition leads to. */
  readonly onOpen: (() => void) | null;
}

function GroupRow({ group, none, share, onOpen }: GroupRowProps) {
  const { value, count, errors } = group;
  const cell = 'nums px-12 text-right whitespace-nowrap text-text2';
  const look = value === null ? 'text-text3' : 'text-text1';
  return (
    // The whole row is the pointer's target; the name in it is the button, for keys and readers, and its click comes up here.
    <tr className={`h-row border-b border-line1 ${onOpen === null ? '' : 'cursor-pointer hover:bg-bg2'}`} onClick={onOpen ?? undefined}>
      <td className="max-w-0 w-1/2 px-12">
        <span className="relative block">
          {onOpen === null ? (
            <span className={`clip block ${look}`}>{none}</span>
          ) : (
            <button type="button" title={value ?? none} className={`clip block w-full text-left hover:underline ${look}`}>
              {value === null ? none : shownText(value)}
            </button>
          )}
          <span
            className="absolute -bottom-2 left-0 h-2 rounded-chip bg-track opacity-70"
            style={{ width: `${share * 100}%` }}
            aria-hidden="true"
          />
        </span>
      </td>
      <td className={cell} title={exactCount(count)}>
        {compactCount(count)}
      </td>
      <td className={`${cell} ${errors > 0 ? 'tone-error text-tone' : ''}`}>{errors === 0 ? '' : compactCount(errors)}</td>
      <td className={`${cell} max-md:hidden`}>{formatDuration(group.latency_p50_ms)}</td>
      <td className={cell}>{formatDuration(group.latency_p99_ms)}</td>
      <td className={`${cell} max-md:hidden`}>{group.token_count_total === 0 ? '' : compactCount(group.token_count_total)}</td>
      <td className={`${cell} max-md:hidden`}>{group.cost_usd === 0 ? '' : formatCost(group.cost_usd)}</td>
    </tr>
  );
}
