import { useState } from 'react';
import { useKeys } from '#web/platform/keys/keys.ts';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import type { FilterByCell } from './cell-actions.tsx';
import type { CellValue } from './cell-filter.ts';

interface RowFilterMenuProps {
  /** The conditions of the current row; null without one. */
  readonly values: () => readonly CellValue[] | null;
  /** Where that row ends, in pixels below the top of the table. */
  readonly top: () => number;
  readonly onFilter: FilterByCell;
  readonly focusAfter: () => void;
}

/** The same as `CellActions` for keys: F opens the values of the row, to keep only one or leave it out. */
export function RowFilterMenu({ values, top, onFilter, focusAfter }: RowFilterMenuProps) {
  const [shown, setShown] = useState<{ readonly values: readonly CellValue[]; readonly top: number } | null>(null);
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
      <MenuItem key={`${cell.label} ${String(negate)}`} hint={cell.label} onSelect={() => onFilter(cell, negate)}>
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
        <button type="button" tabIndex={-1} aria-label="Values of the row" className="absolute left-40 size-1" style={{ top: shown.top }} />
      }
    >
      <MenuLabel>Keep only</MenuLabel>
      {items(false)}
      <MenuLabel>Leave out</MenuLabel>
      {items(true)}
    </Menu>
  );
}
