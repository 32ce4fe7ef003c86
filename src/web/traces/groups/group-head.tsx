import { Icon } from '#web/ui/icon.tsx';
import type { GroupColumn, GroupSort } from '#web/lists/group-sort.ts';

/** The grouping, and the figures of each group. */
const COLUMNS: readonly { readonly by: GroupColumn; readonly label: string; readonly isWide?: true }[] = [
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
export function GroupHead({ title, sort, onSort }: GroupHeadProps) {
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
                {isSorted && <Icon name={sort.order === 'asc' ? 'arrowUp' : 'arrowDown'} size={11} />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
