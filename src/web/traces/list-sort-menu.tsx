import { useConfigsByName } from '#web/annotations/trace-annotations.ts';
import { SortMenu } from '#web/ui/sort-menu.tsx';
import { scoreNamesOf } from '#web/annotations/score-names.ts';
import { SORT_DEFAULT, sortOfText, sortText } from '#web/lists/list-sort.ts';
import type { ListSort } from '#web/lists/list-sort.ts';
import type { Changes, ListSearch } from '#web/lists/search-params.ts';

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
export function ListSortMenu({ project, search, onChange }: ListSortMenuProps) {
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
