import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { formatSpan } from '#web/platform/text/format-span.ts';
import type { TimeWindow } from '#web/platform/time/time-range.ts';

const HINT = 'Arrow keys read the intervals, Enter zooms to one';

interface ChartAreaProps {
  readonly label: string;
  /** Intervals in the chart. */
  readonly count: number;
  /** The interval under the cursor, shared by all charts; null for none. */
  readonly cursor: number | null;
  /** How the interval under the cursor reads. */
  readonly cursorText: string;
  readonly onCursor: (at: number | null) => void;
  /** Keyboard hints while no interval is selected. */
  readonly hint?: string;
  /** From the first of the intervals to the last, both inside. */
  readonly onZoom: (first: number, last: number) => void;
  /** The time that they cover. */
  readonly windowOf: (first: number, last: number) => TimeWindow;
  readonly children: ReactNode;
}

/** A chart over time: the cursor is shared with its neighbours, a drag zooms, a click or Enter zooms to one interval. */
export function ChartArea({ label, count, cursor, cursorText, hint = HINT, onCursor, onZoom, windowOf, children }: ChartAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<number | null>(null);
  const intervalAt = (event: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect();
    const share = box === undefined ? 0 : (event.clientX - box.left) / box.width;
    return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  };
  const selected = from === null || cursor === null || from === cursor ? null : [Math.min(from, cursor), Math.max(from, cursor)];
  const [first = 0, last = 0] = selected ?? [];
  return (
    <div
      ref={area}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, count - 1)}
      aria-valuenow={cursor ?? 0}
      aria-valuetext={cursor === null ? hint : cursorText}
      className="relative min-h-0 flex-1 cursor-crosshair touch-pan-y rounded-chip select-none"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(intervalAt(event));
        onCursor(intervalAt(event));
      }}
      onPointerMove={(event) => onCursor(intervalAt(event))}
      onPointerLeave={() => {
        if (from === null) onCursor(null);
      }}
      onPointerUp={(event) => {
        if (from === null) return;
        const to = intervalAt(event);
        setFrom(null);
        onZoom(Math.min(from, to), Math.max(from, to));
      }}
      onPointerCancel={() => setFrom(null)}
      onBlur={() => onCursor(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setFrom(null);
        onChartKey(event, { count, cursor, onCursor, onZoom });
      }}
    >
      {children}
      {cursor !== null && (
        <span
          className="pointer-events-none absolute inset-y-0 w-1 bg-text2"
          style={{ left: `${((cursor + 0.41) / count) * 100}%` }}
          aria-hidden="true"
        />
      )}
      {selected !== null && <Dragged from={first / count} to={(last + 1) / count} window={windowOf(first, last)} />}
    </div>
  );
}

/** The dragged selection, as shares of the chart and as a time range. */
function Dragged({ from, to, window }: { from: number; to: number; window: TimeWindow }) {
  const isLate = from + to > 1;
  return (
    <span className="pointer-events-none absolute inset-0" aria-hidden="true">
      <span className="absolute inset-y-0 bg-focus opacity-25" style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
      <span
        className="nums absolute top-0 rounded-chip bg-bg3 px-4 text-11 whitespace-nowrap text-text1"
        style={isLate ? { right: `${(1 - to) * 100}%` } : { left: `${from * 100}%` }}
      >
        {formatSpan(window, Date.now())}
      </span>
    </span>
  );
}

/** Keys of a chart that has the focus: arrows, Home and End read its intervals, Enter goes into the one that is read, Escape leaves it. */
export function onChartKey(
  event: KeyboardEvent,
  { count, cursor, onCursor, onZoom }: Pick<ChartAreaProps, 'count' | 'cursor' | 'onCursor' | 'onZoom'>,
): void {
  const at = cursor ?? (event.key === 'ArrowLeft' ? count : -1);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => onCursor(Math.max(0, at - 1)),
    ArrowRight: () => onCursor(Math.min(count - 1, at + 1)),
    Home: () => onCursor(0),
    End: () => onCursor(count - 1),
    Enter: () => onZoom(Math.max(0, at), Math.max(0, at)),
    Escape: () => onCursor(null),
  };
  const action = keys[event.key];
  if (action === undefined || (event.key === 'Escape' && cursor === null)) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}
