import type { RefObject } from 'react';
import { useKeys } from './keys.ts';

/** J, K and the arrows walk through the links of a table's rows, on from the row that has the focus; Enter is the link's own. */
export function useRowFocus(table: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1): void => {
    const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>('[role="row"] a') ?? [])].toSorted(
      (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
    );
    const focused = links.findIndex((link) => link === document.activeElement);
    const at = focused < 0 ? links.findIndex((link) => link.closest('[role="row"]')?.contains(document.activeElement)) : focused;
    links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  const down = { what: 'Move', run: () => move(1) };
  const up = { what: 'Move', run: () => move(-1) };
  useKeys({ ArrowDown: down, ArrowUp: up, j: down, k: up });
}
