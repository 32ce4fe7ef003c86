import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { FailedLine } from '#web/ui/failed-line.tsx';
import type { FigureFilter } from '#web/lists/list-filter.ts';
import type { LatencyHeatmap } from '#contracts/metrics/figures.ts';
import { useWholeHeatmap } from '#web/metrics/whole-figures.calls.ts';
import { compactCount, countedShare } from '#web/platform/text/format-number.ts';
import { formatClockSeconds, formatDuration } from '#web/platform/time/format-time.ts';
import type { RangeText, TimeWindow } from '#web/platform/time/time-range.ts';
import { slotWindow } from '#web/platform/time/slot-window.ts';

interface LatencyMapProps {
  readonly project: string;
  readonly range: RangeText;
  readonly filter: FigureFilter;
  /** Narrows the list to one cell: its time, and its latency as a condition. */
  readonly onChoose: (window: TimeWindow, condition: string) => void;
}

interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Latencies over time, slow ones on top, the fuller the brighter. A click or Enter on a cell lists what is in it. */
export function LatencyMap({ project, range, filter, onChoose }: LatencyMapProps) {
  const { data, counting, quick } = useWholeHeatmap(project, range, filter);
  const [pointed, setCell] = useState<Cell | null>(null);
  const cell = withinMap(data, pointed);
  const canvas = useDrawn(data, cell);
  if (data === undefined) return <FailedLine what="The latency map" error={quick.error} onRetry={() => void quick.refetch()} />;
  const columns = data.columns.length;
  const rows = Math.max(0, data.edges_ms.length - 1);
  const choose = ({ column, row }: Cell): void => {
    const [window, low, high] = spanOf(data, { column, row });
    onChoose(window, `${low} <= latency_ms < ${high}`);
  };
  const cellAt = (event: PointerEvent): Cell | null => {
    const box = canvas.current?.getBoundingClientRect();
    if (box === undefined || rows === 0) return null;
    const column = Math.min(columns - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * columns)));
    const row = Math.min(rows - 1, Math.max(0, rows - 1 - Math.floor(((event.clientY - box.top) / box.height) * rows)));
    return { column, row };
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moved(cell ?? { column: columns - 1, row: 0 }, event.key, columns, rows);
    if (next === null && !(event.key === 'Enter' && cell !== null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null && cell !== null) choose(cell);
    else setCell(next);
  };
  const reading = cell === null || rows === 0 ? '' : textOf(data, cell);
  return (
    <div className="flex h-full gap-8 py-2 pl-12">
      <div className="nums flex w-52 shrink-0 flex-col justify-between py-2 text-right text-11 text-text3" aria-hidden="true">
        <span>{formatDuration(data.edges_ms.at(-1))}</span>
        <span>{formatDuration(data.edges_ms[0])}</span>
      </div>
      <div className="relative min-w-0 flex-1">
        <canvas
          ref={canvas}
          role="slider"
          tabIndex={0}
          aria-label={`Latency map: ${summaryOf(data)}`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, columns * rows - 1)}
          aria-valuenow={cell === null ? 0 : cell.column * rows + cell.row}
          aria-valuetext={reading === '' ? 'Arrow keys read the cells, Enter lists what is in one' : reading}
          className="size-full cursor-crosshair rounded-chip text-focus"
          onPointerMove={(event) => setCell(cellAt(event))}
          onPointerLeave={() => setCell(null)}
          onBlur={() => setCell(null)}
          onClick={() => {
            if (cell !== null) choose(cell);
          }}
          onKeyDown={onKeyDown}
        />
        {reading !== '' && (
          <span className="nums pointer-events-none absolute top-2 right-2 rounded-chip bg-bg2 px-6 text-12 text-text1" aria-hidden="true">
            {reading}
          </span>
        )}
        {!data.coverage.complete && (
          <span className="nums absolute bottom-0 left-2 text-11 text-text3">
            the newest {compactCount(data.coverage.scanned)} counted
            {counting !== null && ` · ${countedShare(counting)}`}
          </span>
        )}
        {rows === 0 && <span className="absolute inset-0 grid place-items-center text-12 text-text3">No latency in this range</span>}
      </div>
    </div>
  );
}

/** Other figures may have fewer cells than those that were pointed at. */
function withinMap(data: LatencyHeatmap | undefined, cell: Cell | null): Cell | null {
  return cell !== null && data?.columns[cell.column] !== undefined && data.edges_ms[cell.row + 1] !== undefined ? cell : null;
}

/** A canvas that shows the counts, whatever its size and the theme. */
function useDrawn(data: LatencyHeatmap | undefined, cell: Cell | null): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || data === undefined) return undefined;
    const draw = (): void => drawCells(element, data.columns, cell);
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
    };
  }, [data, cell]);
  return canvas;
}

function moved({ column, row }: Cell, key: string, columns: number, rows: number): Cell | null {
  if (rows === 0) return null;
  if (key === 'ArrowLeft') return { column: Math.max(0, column - 1), row };
  if (key === 'ArrowRight') return { column: Math.min(columns - 1, column + 1), row };
  if (key === 'ArrowUp') return { column, row: Math.min(rows - 1, row + 1) };
  return key === 'ArrowDown' ? { column, row: Math.max(0, row - 1) } : null;
}

/** A cell's area: its time, and its latency in milliseconds from (inclusive) and to. */
function spanOf(data: LatencyHeatmap, { column, row }: Cell): [TimeWindow, number, number] {
  const startMs = Date.parse(data.start_time);
  const stepMs = (Date.parse(data.end_time) - startMs) / data.columns.length;
  const window = slotWindow(startMs, stepMs, column, column, data.coverage.source);
  return [window, data.edges_ms[row] ?? 0, data.edges_ms[row + 1] ?? 0];
}

function textOf(data: LatencyHeatmap, cell: Cell): string {
  const [{ startMs }, low, high] = spanOf(data, cell);
  const count = data.columns[cell.column]?.[cell.row] ?? 0;
  return `${formatClockSeconds(startMs)} · ${formatDuration(low)} to ${formatDuration(high)} · ${compactCount(count)}`;
}

function summaryOf(data: LatencyHeatmap): string {
  if (data.edges_ms.length === 0) return 'nothing in this range';
  const total = data.columns.reduce((sum, counts) => sum + counts.reduce((column, count) => column + count, 0), 0);
  return `${formatDuration(data.edges_ms[0])} to ${formatDuration(data.edges_ms.at(-1))}, ${compactCount(total)} counted`;
}

/** Draws counts as a grid in the canvas's own colour: first column left, first row at the foot, the fuller the brighter. */
function drawCells(
  canvas: HTMLCanvasElement,
  columns: readonly (readonly number[])[],
  marked: { readonly column: number; readonly row: number } | null,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = devicePixelRatio;
  const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.clearRect(0, 0, width, height);
  const rows = columns[0]?.length ?? 0;
  const most = columns.reduce((max, counts) => Math.max(max, ...counts), 0);
  if (most === 0) return;
  context.fillStyle = getComputedStyle(canvas).color;
  const edge = (share: number, length: number): number => Math.round(share * length);
  columns.forEach((counts, column) => {
    const left = edge(column / columns.length, width);
    const right = edge((column + 1) / columns.length, width);
    counts.forEach((count, row) => {
      if (count === 0) return;
      const top = edge(1 - (row + 1) / rows, height);
      const bottom = edge(1 - row / rows, height);
      // A root, so that a single slow one is seen beside thousands.
      context.globalAlpha = 0.25 + 0.75 * Math.sqrt(count / most);
      context.fillRect(left, top, Math.max(1, right - left - 1), Math.max(1, bottom - top - (bottom - top > 2 ? 1 : 0)));
    });
  });
  context.globalAlpha = 1;
  if (marked === null) return;
  context.strokeStyle = context.fillStyle;
  context.lineWidth = scale;
  const left = edge(marked.column / columns.length, width);
  const top = edge(1 - (marked.row + 1) / rows, height);
  context.strokeRect(left, top, width / columns.length, height / rows);
}
