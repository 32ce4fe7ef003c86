import type { RefObject } from 'react';
import { useKeys } from './keys.ts';

/** The arrows walk through the links of a table's rows; Enter is the link's own. */
export function useRowFocus(table: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1): void => {
    const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>('[role="row"] a') ?? [])].toSorted(
      (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
    );
    const at = links.findIndex((link) => link === document.activeElement);
    links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useKeys({ ArrowDown: { what: 'Move', run: () => move(1) }, ArrowUp: { what: 'Move', run: () => move(-1) } });
}
