import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
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

/** A chart that is read cell by cell, by pointer and by keyboard: a click opens a cell, a drag chooses several bands. */
export function Hover(props: HoverProps) {
  const { label, count, rows = 1, cursor, onCursor, reading, hint, placeOf, onOpen, onDrag, children } = props;
  const [from, setFrom] = useState<number | null>(null);
  const [isOwn, setOwn] = useState(false);
  const read = (at: number | null): void => {
    setOwn(at !== null);
    onCursor(at);
  };
  const cellAt = (event: PointerEvent): number => cellUnder(event, count, rows);
  const drop = (at: number): void => {
    if (from === null) return;
    setFrom(null);
    if (at === from) onOpen?.(at);
    else onDrag?.(Math.min(from, at), Math.max(from, at));
  };
  const dragged = from === null || onDrag === undefined ? cursor : from;
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
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(cellAt(event));
        read(cellAt(event));
      }}
      onPointerMove={(event) => read(cellAt(event))}
      onPointerLeave={() => {
        if (from === null) read(null);
      }}
      onPointerUp={(event) => drop(cellAt(event))}
      onPointerCancel={() => setFrom(null)}
      onBlur={() => read(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setFrom(null);
        readByKey(event, { ...props, onCursor: read });
      }}
    >
      {children}
      {cursor !== null && dragged !== null && (
        <Cursor {...{ count, rows }} placeOf={isOwn ? placeOf : null} first={Math.min(dragged, cursor)} last={Math.max(dragged, cursor)} />
      )}
    </div>
  );
}

function cellUnder({ clientX, clientY, currentTarget }: PointerEvent, count: number, rows: number): number {
  const box = currentTarget.getBoundingClientRect();
  return bands(count).at(shareAt(clientX, box)) * rows + bands(rows).at((box.bottom - clientY) / box.height);
}

interface CursorProps {
  readonly count: number;
  readonly rows: number;
  /** Null where another chart is looked at. */
  readonly placeOf: HoverProps['placeOf'] | null;
  readonly first: number;
  readonly last: number;
}

/** What is read or dragged over: a line, a frame round a cell, or an area; in the chart under the pointer also where that is. */
function Cursor({ count, rows, first, last, placeOf }: CursorProps) {
  const { start, centre } = bands(count);
  const [low, high] = [Math.floor(first / rows), Math.floor(last / rows)];
  const isArea = low !== high;
  const [left, right] = [start(low), start(high + 1)];
  const row = first % rows;
  const isLate = left + right > 1;
  // The label of a line is beside it, that of an area in it.
  const edge = isArea === isLate ? right : left;
  const percent = (share: number): string => `${share * 100}%`;
  return (
    <span className="pointer-events-none absolute inset-0" aria-hidden="true">
      <span
        className={`absolute ${isArea ? 'inset-y-0 bg-focus opacity-25' : rows > 1 ? 'outline outline-focus' : 'inset-y-0 border-l border-text2'}`}
        style={{
          left: percent(isArea || rows > 1 ? left : centre(low)),
          right: percent(1 - right),
          ...(rows > 1 ? { bottom: percent(row / rows), height: percent(1 / rows) } : {}),
        }}
      />
      {placeOf !== null && (
        <span
          className="nums absolute top-0 w-max rounded-chip bg-bg3 px-4 text-11 text-text1"
          style={isLate ? { right: percent(1 - edge), maxWidth: percent(edge) } : { left: percent(edge), maxWidth: percent(1 - edge) }}
        >
          {placeOf(first, last)}
        </span>
      )}
    </span>
  );
}

/** Arrows, Home and End read the cells, Enter opens the one that is read, Escape leaves it. The first arrow reads the last of the lowest. */
function readByKey(event: KeyboardEvent, { count, rows = 1, cursor, onCursor, onOpen }: HoverProps): void {
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
