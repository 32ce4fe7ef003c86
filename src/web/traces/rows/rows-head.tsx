import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Fit } from './fitted-columns.ts';
import {
  attributeOfColumn,
  clampWidth,
  columnSpec,
  isEndAligned,
  labelOfColumn,
  leastWidth,
  type ListColumn,
} from '#web/lists/list-columns.ts';
import { SORTABLE, sortText, type ListSort } from '#web/lists/list-sort.ts';
import { shownText } from '#web/platform/text/shown-name.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { CellColumn } from './row-cells.tsx';
import { ScoreHead } from '#web/lists/score-head.tsx';
import { useColumnDrop } from './use-column-drop.ts';

const SCORE_COLUMN = 'annotations';
const KEY_STEP = 16;
export const HEAD_PX = 30;

interface RowsHeadProps {
  readonly columns: readonly ListColumn[];
  readonly cells: readonly CellColumn[];
  readonly fit: Fit;
  readonly sort: ListSort;
  /** Names of annotations that the list can be sorted by. */
  readonly scoreNames: readonly string[];
  readonly onSort: (column: string) => void;
  readonly onColumns: (columns: readonly ListColumn[]) => void;
  /** While a width is dragged: shown at once, kept when the hand lets go. */
  readonly onWidthPreview: (columns: readonly ListColumn[]) => void;
  readonly checked: 'true' | 'false' | 'mixed';
  readonly onCheck: () => void;
}

/**
 * The heads of the columns: click to sort, drag to order, drag the edge (or arrow keys on it) for
 * the width. The head of a folded column shows the value of all rows; a click unfolds it.
 */
export function RowsHead({
  columns,
  cells,
  fit,
  sort,
  scoreNames,
  onSort,
  onColumns,
  onWidthPreview,
  checked,
  onCheck,
}: RowsHeadProps) {
  const takes = useColumnDrop(columns, onColumns, 'x');
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="row-wide sticky top-0 z-10 min-w-min border-b border-line1 bg-bg0"
    >
      <div role="columnheader" className="row-select">
        <button
          type="button"
          role="checkbox"
          aria-checked={checked}
          aria-label="Select the loaded rows"
          onClick={onCheck}
          className="row-check"
        />
      </div>
      {columns.map((column, index) => (
        <div
          key={column.id}
          role="columnheader"
          aria-sort={isSortable(column.id, scoreNames) ? sortState(sort, column.id) : undefined}
          {...takes(column.id, index)}
          // At the end of the last one is the button that chooses columns.
          className={`falls-x group relative flex min-w-0 items-center px-8 text-11 text-text3 ${isEndAligned(column.id) ? (index < columns.length - 1 ? 'justify-end' : 'justify-end pr-32') : ''} ${column.pinned ? 'sticky z-2 bg-bg0' : ''}`}
          style={cells[index]?.style}
          title={foldedTitle(column.id, fit) ?? labelOfColumn(column.id)}
        >
          {column.id === SCORE_COLUMN ? (
            <ScoreHead
              names={scoreNames}
              sorted={sort.by === 'score' ? sort : null}
              onSort={(name) => onSort(sortText({ by: 'score', name, order: 'desc' }) ?? '')}
            />
          ) : (
            <HeadLabel
              column={column}
              folded={fit.get(column.id)?.folded ?? null}
              sort={sort}
              onSort={onSort}
              onUnfold={() => onColumns(withWidth(columns, column.id, unfoldedWidth(column, fit)))}
            />
          )}
          <WidthHandle
            column={column}
            onPreview={(width) => onWidthPreview(withWidth(columns, column.id, width))}
            onWidth={(width) => onColumns(withWidth(columns, column.id, width))}
          />
        </div>
      ))}
      <div role="columnheader">
        <span className="sr-only">Open</span>
      </div>
    </div>
  );
}

interface HeadLabelProps {
  readonly column: ListColumn;
  /** The one value of all rows; null where the column is not folded. */
  readonly folded: string | null;
  readonly sort: ListSort;
  readonly onSort: (column: string) => void;
  readonly onUnfold: () => void;
}

function HeadLabel({ column, folded, sort, onSort, onUnfold }: HeadLabelProps) {
  const label = labelOfColumn(column.id);
  if (folded !== null)
    return (
      <button
        type="button"
        aria-label={`Show the column ${label}, which is ${folded === '' ? 'empty' : folded} in every row`}
        onClick={onUnfold}
        className="cell-button inline-flex min-w-0 items-center gap-1 hover:text-text1"
      >
        <span className={`clip ${folded === '' ? '' : 'text-text2'}`}>
          {folded === '' ? label : shownText(folded)}
        </span>
        <Icon name="chevronRight" size={10} />
      </button>
    );
  if (column.id === 'status') return <span className="sr-only">Status</span>;
  if (attributeOfColumn(column.id) !== null) return <KeyLabel text={label} />;
  if (!SORTABLE.includes(column.id)) return <span className="clip">{label}</span>;
  const on = sort.by === column.id;
  return (
    <button
      type="button"
      onClick={() => onSort(column.id)}
      className={`cell-button inline-flex min-w-0 items-center gap-1 hover:text-text1 ${on ? 'text-text1' : ''}`}
    >
      <span className="clip">{label}</span>
      {on && <Icon name={sort.order === 'desc' ? 'arrowDown' : 'arrowUp'} size={11} />}
    </button>
  );
}

/** The tooltip of a folded column; null for others. */
function foldedTitle(id: string, fit: Fit): string | null {
  const value = fit.get(id)?.folded ?? null;
  return value === null
    ? null
    : `${labelOfColumn(id)}: ${value === '' ? 'empty' : value} in every row`;
}

/** Unfolded by hand, a column has a width of its own, and stays open. */
function unfoldedWidth(column: ListColumn, fit: Fit): number {
  return Math.max(
    fit.get(column.id)?.natural ?? 0,
    columnSpec(column.id).share === undefined ? 96 : 200,
  );
}

interface WidthHandleProps {
  readonly column: ListColumn;
  readonly onPreview: (width: number) => void;
  readonly onWidth: (width: number | null) => void;
}

function WidthHandle({ column, onPreview, onWidth }: WidthHandleProps) {
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthAt = (event: PointerEvent): number =>
    clampWidth((drag.current?.width ?? 0) + event.clientX - (drag.current?.x ?? 0));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = event.key === 'ArrowRight' ? KEY_STEP : event.key === 'ArrowLeft' ? -KEY_STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(clampWidth((event.currentTarget.parentElement?.clientWidth ?? 0) + by));
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${labelOfColumn(column.id)}`}
      aria-valuenow={column.width ?? leastWidth(column)}
      aria-valuemin={26}
      aria-valuemax={900}
      tabIndex={0}
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          x: event.clientX,
          width: event.currentTarget.parentElement?.clientWidth ?? 0,
        };
      }}
      onPointerMove={(event) => {
        if (drag.current !== null) onPreview(widthAt(event));
      }}
      onPointerUp={(event) => {
        const moved = drag.current !== null && Math.abs(event.clientX - drag.current.x) > 1;
        if (moved) onWidth(widthAt(event));
        drag.current = null;
      }}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
      className="absolute inset-y-0 right-0 z-1 w-8 cursor-col-resize after:absolute after:inset-y-6 after:right-0 after:w-1 after:bg-line1 hover:after:bg-focus"
    />
  );
}

function withWidth(
  columns: readonly ListColumn[],
  id: string,
  width: number | null,
): readonly ListColumn[] {
  return columns.map((one) => (one.id === id ? { ...one, width } : one));
}

function isSortable(column: string, scoreNames: readonly string[]): boolean {
  return column === SCORE_COLUMN ? scoreNames.length > 0 : SORTABLE.includes(column);
}

function sortState(sort: ListSort, column: string): 'ascending' | 'descending' | 'none' {
  if ((sort.by === 'score' ? SCORE_COLUMN : sort.by) !== column) return 'none';
  return sort.order === 'desc' ? 'descending' : 'ascending';
}

/**
 * The key of an attribute on one line. Keys of one family begin alike (resource.service.name,
 * resource.service.version), so what is cut for want of room is cut before the last part, which
 * tells them apart.
 */
function KeyLabel({ text }: { readonly text: string }) {
  const last = text.lastIndexOf('.');
  if (last <= 0) return <span className="clip">{text}</span>;
  return (
    <>
      <span className="sr-only">{text}</span>
      <span className="flex min-w-0" aria-hidden="true">
        <span className="clip min-w-0">{text.slice(0, last)}</span>
        <span className="clip max-w-full shrink-0">{text.slice(last)}</span>
      </span>
    </>
  );
}
