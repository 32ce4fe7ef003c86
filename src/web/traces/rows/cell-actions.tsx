import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { CellValue } from './cell-filter.ts';

/** A pointer on its way over the rows shows nothing. */
const REST_MS = 120;
const WIDTH = 44;
/** Cells narrower than the buttons have them at their right. */
const CELL_LEAST = 22;

export type FilterByCell = (cell: CellValue, negate: boolean) => void;

interface CellActionsProps {
  /** The scroller of rows: elements with `data-index`, whose children are the cells. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** The condition of the cell at a position among its row's children; null if it can't be one. */
  readonly valueAt: (index: number, child: number) => CellValue | null;
  readonly onFilter: FilterByCell;
}

interface Shown {
  readonly cell: CellValue;
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/**
 * Two buttons at the end of the cell under the pointer: keep only rows with its value, or exclude
 * them. One for all cells, beside the rows and not in them, because rows are reused while scrolling
 * and must stay cheap. Keyboard users have `RowFilterMenu`.
 */
export function CellActions({ scroller, valueAt, onFilter }: CellActionsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, hide] = useHoveredCell(scroller, valueAt, box);
  if (shown === null) return null;
  const { cell, left, top, height } = shown;
  const click = (negate: boolean): void => {
    hide();
    onFilter(cell, negate);
  };
  const what = `${cell.label}: ${cell.value}`;
  return (
    <div
      ref={box}
      className="absolute z-10 flex items-center bg-bg2 pl-2"
      style={{ left, top, height, width: WIDTH }}
      onMouseLeave={hide}
    >
      <CellButton label={`Keep only ${what}`} onClick={() => click(false)}>
        <Icon name="filter" size={12} />
      </CellButton>
      <CellButton label={`Leave out ${what}`} onClick={() => click(true)}>
        ≠
      </CellButton>
    </div>
  );
}

/** The cell that the pointer rests on, and how to forget it. */
function useHoveredCell(
  scroller: CellActionsProps['scroller'],
  valueAt: CellActionsProps['valueAt'],
  box: RefObject<HTMLElement | null>,
): readonly [Shown | null, () => void] {
  const [shown, setShown] = useState<Shown | null>(null);
  const last = useRef<Element | null>(null);
  const read = useRef(valueAt);
  useEffect(() => {
    read.current = valueAt;
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = (): void => {
      clearTimeout(timer);
      last.current = null;
      setShown(null);
    };
    const onMove = (event: MouseEvent): void => {
      const found = cellUnder(event);
      if (found !== null && found.element === last.current) return;
      hide();
      last.current = found?.element ?? null;
      const cell = found === null ? null : read.current(found.index, found.child);
      if (found === null || cell === null) return;
      timer = setTimeout(() => setShown({ cell, ...placeIn(element, found.element) }), REST_MS);
    };
    const onLeave = (event: MouseEvent): void => {
      if (
        !(
          event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget) === true
        )
      )
        hide();
    };
    element.addEventListener('mousemove', onMove);
    element.addEventListener('mouseleave', onLeave);
    element.addEventListener('scroll', hide, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('mousemove', onMove);
      element.removeEventListener('mouseleave', onLeave);
      element.removeEventListener('scroll', hide);
    };
  }, [scroller, box]);
  const hide = (): void => {
    last.current = null;
    setShown(null);
  };
  return [shown, hide];
}

function CellButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      // Keys have a menu of the row's values: a stop in the order of the page that comes and goes
      // would only be in the way.
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-20 place-items-center rounded-chip text-text2 hover:bg-bg3 hover:text-text1"
    >
      {children}
    </button>
  );
}

/** The cell under the pointer; the link that lies over a row hides it from `event.target`. */
function cellUnder(
  event: MouseEvent,
): { readonly element: Element; readonly index: number; readonly child: number } | null {
  const line =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  if (line === null) return null;
  const cells = [...line.children];
  const child = cells.findIndex((cell) => event.clientX < cell.getBoundingClientRect().right);
  const element = cells[child];
  return element === undefined ? null : { element, index: Number(line.dataset['index']), child };
}

function placeIn(scroller: HTMLElement, cell: Element): Omit<Shown, 'cell'> {
  const outer = scroller.getBoundingClientRect();
  const { left, right, top, height } = cell.getBoundingClientRect();
  const seen = Math.min(right, outer.right) - outer.left;
  return {
    left: Math.max(seen - WIDTH, left - outer.left + CELL_LEAST),
    top: top - outer.top,
    height: height - 1,
  };
}
