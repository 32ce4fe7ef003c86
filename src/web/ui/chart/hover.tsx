import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { hasModifier } from '#web/platform/keys/keys.ts';
import { bands, shareAt } from './scale.ts';

interface HoverProps {
  /** The chart's name. */
  readonly label: string;
  /** Its bands, from left to right. */
  readonly count: number;
  /** The cells of each band, from the bottom up: cells are counted band by band. */
  readonly rows?: number;
  /** The cell that is read, which charts side by side share; null for none. */
  readonly cursor: number | null;
  readonly onCursor: (at: number | null) => void;
  /** All that is read at the cursor, as text. */
  readonly reading: string;
  /** The keys, while nothing is read. */
  readonly hint: string;
  /** Where the cells from the first to the last are, for the label at the cursor. */
  readonly placeOf: (first: number, last: number) => string;
  /** A click on a cell, or Enter; without it there is only to read. */
  readonly onOpen?: (at: number) => void;
  /** A drag from the first of the bands to the last, both inside. */
  readonly onDrag?: (first: number, last: number) => void;
  readonly children: ReactNode;
}

/**
 * A chart that is read cell by cell, by pointer and by keyboard: a click opens a cell, a drag
 * chooses several bands.
 */
export function Hover(props: HoverProps) {
  const {
    label,
    count,
    rows = 1,
    cursor,
    onCursor,
    reading,
    hint,
    placeOf,
    onDrag,
    children,
  } = props;
  const [isOwn, setOwn] = useState(false);
  const read = (at: number | null): void => {
    setOwn(at !== null);
    onCursor(at);
  };
  const { from, ...handlers } = useHands(props, read);
  const at = cursor ?? 0;
  const other = onDrag === undefined ? at : (from ?? at);
  const [first, last] = [Math.min(at, other), Math.max(at, other)];
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, count * rows - 1)}
      aria-valuenow={cursor ?? 0}
      aria-valuetext={cursor === null ? hint : reading}
      className={`relative min-h-0 flex-1 cursor-crosshair rounded-chip select-none ${onDrag === undefined ? '' : 'touch-pan-y'}`}
      {...handlers}
    >
      {children}
      {cursor !== null && (
        <Cursor
          count={count}
          first={Math.floor(first / rows)}
          last={Math.floor(last / rows)}
          place={isOwn ? placeOf(first, last) : ''}
        />
      )}
    </div>
  );
}

/** What pointer and keys do, and the cell where a drag began. */
function useHands(props: HoverProps, read: (at: number | null) => void) {
  const { count, rows = 1, onOpen, onDrag } = props;
  const [from, setFrom] = useState<number | null>(null);
  const cellAt = ({ clientX, clientY, currentTarget }: PointerEvent): number => {
    const box = currentTarget.getBoundingClientRect();
    return (
      bands(count).at(shareAt(clientX, box)) * rows +
      bands(rows).at((box.bottom - clientY) / box.height)
    );
  };
  return {
    from,
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setFrom(cellAt(event));
      read(cellAt(event));
    },
    onPointerMove: (event: PointerEvent): void => read(cellAt(event)),
    onPointerLeave: (): void => {
      if (from === null) read(null);
    },
    onPointerUp: (event: PointerEvent): void => {
      if (from === null) return;
      const to = cellAt(event);
      setFrom(null);
      if (to === from) onOpen?.(to);
      else onDrag?.(Math.min(from, to), Math.max(from, to));
    },
    onPointerCancel: (): void => setFrom(null),
    onBlur: (): void => read(null),
    onKeyDown: (event: KeyboardEvent): void => {
      if (hasModifier(event)) return;
      if (event.key === 'Escape') setFrom(null);
      readByKey(event, { ...props, onCursor: read });
    },
  };
}

interface CursorProps {
  readonly count: number;
  /** Bands. */
  readonly first: number;
  readonly last: number;
  /** Where that is; empty in a chart that only goes along with the one that is looked at. */
  readonly place: string;
}

/** What is read or dragged over: a line, or an area. */
function Cursor({ count, first, last, place }: CursorProps) {
  const { start, centre } = bands(count);
  const isArea = first !== last;
  const [left, right] = [start(first), start(last + 1)];
  const isLate = left + right > 1;
  // The label of a line is beside it, that of an area in it.
  const edge = isArea === isLate ? right : left;
  const percent = (share: number): string => `${share * 100}%`;
  return (
    <span className="pointer-events-none absolute inset-0" aria-hidden="true">
      <span
        className={`absolute inset-y-0 ${isArea ? 'bg-focus opacity-25' : 'border-l border-text2'}`}
        style={{ left: percent(isArea ? left : centre(first)), right: percent(1 - right) }}
      />
      {place !== '' && (
        <span
          className="nums absolute top-0 w-max rounded-chip bg-bg3 px-4 text-11 text-text1"
          style={
            isLate
              ? { right: percent(1 - edge), maxWidth: percent(edge) }
              : { left: percent(edge), maxWidth: percent(1 - edge) }
          }
        >
          {place}
        </span>
      )}
    </span>
  );
}

/**
 * Arrows, Home and End read the cells, Enter opens the one that is read, Escape leaves it. The
 * first arrow reads the last of the lowest.
 */
function readByKey(
  event: KeyboardEvent,
  { count, rows = 1, cursor, onCursor, onOpen }: HoverProps,
): void {
  const last = count - 1;
  const [band, row] = cursor === null ? [last, 0] : [Math.floor(cursor / rows), cursor % rows];
  const by = cursor === null ? 0 : 1;
  const cells: Readonly<Record<string, readonly [band: number, row: number]>> = {
    ArrowLeft: [Math.max(0, band - by), row],
    ArrowRight: [Math.min(last, band + by), row],
    ArrowUp: [band, Math.min(rows - 1, row + by)],
    ArrowDown: [band, Math.max(0, row - by)],
    Home: [0, row],
    End: [last, row],
  };
  const cell = cells[event.key];
  if (cell !== undefined && count > 0) onCursor(cell[0] * rows + cell[1]);
  else if (cursor === null) return;
  else if (event.key === 'Escape') onCursor(null);
  else if (event.key === 'Enter') onOpen?.(cursor);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
