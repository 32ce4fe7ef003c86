import type { RefObject } from 'react';
import { useKeys } from '#web/platform/keys/keys.ts';

/**
 * J, K and the arrows walk through the rows of a table, on from the one that has the focus, by the
 * first link of each; Enter is the link's own.
 */
export function useRowFocus(table: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1): void => {
    const rows = [...(table.current?.querySelectorAll('[role="row"]:has(a)') ?? [])].toSorted(
      (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
    );
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))]?.querySelector('a')?.focus();
  };
  const down = { what: 'Move', run: () => move(1) };
  const up = { what: 'Move', run: () => move(-1) };
  useKeys({ ArrowDown: down, ArrowUp: up, j: down, k: up });
}
