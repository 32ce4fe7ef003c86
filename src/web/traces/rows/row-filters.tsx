import type { RefObject } from 'react';
import type { ListRow } from '#web/lists/list-row.ts';
import type { ListColumn } from '#web/lists/list-columns.ts';
import { CellActions } from './cell-actions.tsx';
import type { FilterByCell } from './cell-actions.tsx';
import { cellValue, rowValues } from './cell-filter.ts';
import { RowFilterMenu } from './row-filter-menu.tsx';
import { HEAD_PX } from './rows-head.tsx';

interface RowFiltersProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: readonly ListRow[];
  readonly base: number;
  readonly columns: readonly ListColumn[];
  /** Among `rows`; -1 before the keys went anywhere. */
  readonly activeIndex: number;
  readonly narrow: boolean;
  readonly height: number;
  readonly onFilter: FilterByCell;
}

/** Filtering a table's list by its rows' values: buttons for the pointer, a menu for the keyboard. */
export function RowFilters({ scroller, rows, base, columns, activeIndex, narrow, height, onFilter }: RowFiltersProps) {
  const at = Math.max(0, activeIndex);
  return (
    <>
      {!narrow && (
        <CellActions
          scroller={scroller}
          valueAt={(index, child) => {
            const [row, column] = [rows[index - base], columns[child - 1]];
            return row === undefined || column === undefined ? null : cellValue(column.id, row);
          }}
          onFilter={onFilter}
        />
      )}
      <RowFilterMenu
        values={() => {
          const row = rows[at];
          return row === undefined
            ? null
            : rowValues(
                columns.map(({ id }) => id),
                row,
              );
        }}
        top={() => (narrow ? 0 : HEAD_PX) + (base + at + 1) * height - (scroller.current?.scrollTop ?? 0)}
        onFilter={onFilter}
        focusAfter={() => scroller.current?.focus()}
      />
    </>
  );
}
