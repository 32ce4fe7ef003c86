import { SortMenu } from '#web/ui/sort-menu.tsx';
import type { Changes, SessionListSearch, SessionSort } from '#web/lists/search-params.ts';

const ORDERS: readonly { readonly sort: SessionSort; readonly order?: 'asc'; readonly label: string }[] = [
  { sort: 'end_time', label: 'Latest first' },
  { sort: 'end_time', order: 'asc', label: 'Oldest first' },
  { sort: 'trace_count', label: 'Most turns first' },
  { sort: 'duration_ms', label: 'Longest first' },
  { sort: 'duration_ms', order: 'asc', label: 'Shortest first' },
  { sort: 'token_count', label: 'Most tokens first' },
  { sort: 'cost_usd', label: 'Most expensive first' },
  { sort: 'error_count', label: 'Most errors first' },
];

interface SessionSortMenuProps {
  readonly search: SessionListSearch;
  readonly onChange: (changes: Changes<SessionListSearch>) => void;
}

/** The order of sessions, by a menu. */
export function SessionSortMenu({ search, onChange }: SessionSortMenuProps) {
  const choices = ORDERS.map(({ sort, order, label }) => ({
    key: keyOf(sort, order),
    label,
    onChoose: () => onChange({ sort: sort === 'end_time' ? undefined : sort, order, annotation: undefined }),
  }));
  const byScore =
    search.sort === 'annotation_score' && search.annotation !== undefined
      ? [
          {
            key: keyOf('annotation_score', search.order),
            label: `${search.order === 'asc' ? 'Lowest' : 'Highest'} ${search.annotation} first`,
            onChoose: () => {},
          },
        ]
      : [];
  return <SortMenu choices={[...choices, ...byScore]} current={keyOf(search.sort ?? 'end_time', search.order)} />;
}

function keyOf(sort: SessionSort, order: 'asc' | undefined): string {
  return `${sort} ${order ?? 'desc'}`;
}
