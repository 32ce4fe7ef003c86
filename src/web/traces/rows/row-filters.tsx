import type { ListRow } from '#web/lists/list-row.ts';
import type { ListColumn } from '#web/lists/list-columns.ts';
import { CellActions, type FilterByCell } from './cell-actions.tsx';
import { cellValue, rowValues, type CellValue } from './cell-filter.ts';
import { HEAD_PX } from './rows-head.tsx';
import { useState, type RefObject } from 'react';
import { useKeys } from '#web/platform/keys/keys.ts';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';

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

/**
 * Filtering a table's list by its rows' values: buttons for the pointer, a menu for the keyboard.
 */
export function RowFilters({
  scroller,
  rows,
  base,
  columns,
  activeIndex,
  narrow,
  height,
  onFilter,
}: RowFiltersProps) {
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
        top={() =>
          (narrow ? 0 : HEAD_PX) + (base + at + 1) * height - (scroller.current?.scrollTop ?? 0)
        }
        onFilter={onFilter}
        focusAfter={() => scroller.current?.focus()}
      />
    </>
  );
}

interface RowFilterMenuProps {
  /** The conditions of the current row; null without one. */
  readonly values: () => readonly CellValue[] | null;
  /** Where that row ends, in pixels below the top of the table. */
  readonly top: () => number;
  readonly onFilter: FilterByCell;
  readonly focusAfter: () => void;
}

/**
 * The same as `CellActions` for keys: F opens the values of the row, to keep only one or leave it
 * out.
 */
function RowFilterMenu({ values, top, onFilter, focusAfter }: RowFilterMenuProps) {
  const [shown, setShown] = useState<{
    readonly values: readonly CellValue[];
    readonly top: number;
  } | null>(null);
  useKeys(
    {
      f: {
        what: 'Filter by a value of the row',
        run: () => {
          const found = values();
          if (found !== null && found.length > 0) setShown({ values: found, top: top() });
        },
      },
    },
    'List',
  );
  if (shown === null) return null;
  const items = (negate: boolean) =>
    shown.values.map((cell) => (
      <MenuItem
        key={`${cell.label} ${String(negate)}`}
        hint={cell.label}
        onSelect={() => onFilter(cell, negate)}
      >
        {cell.value}
      </MenuItem>
    ));
  return (
    <Menu
      open
      onOpenChange={(open) => {
        if (!open) setShown(null);
      }}
      focusAfter={focusAfter}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label="Values of the row"
          className="absolute left-40 size-1"
          style={{ top: shown.top }}
        />
      }
    >
      <MenuLabel>Keep only</MenuLabel>
      {items(false)}
      <MenuLabel>Leave out</MenuLabel>
      {items(true)}
    </Menu>
  );
}
