import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useState,
} from 'react';
import type { Style } from '#web/ui/style.ts';
import type { ListRow } from '#web/lists/list-row.ts';
import { fixedWidth, gridOf } from './column-grid.ts';
import { type Fit, ColumnFitter } from './fitted-columns.ts';
import { leastWidth, SELECT_WIDTH, type ListColumn } from '#web/lists/list-columns.ts';
import type { ListSort } from '#web/lists/list-sort.ts';
import { usePreferences } from '#web/platform/storage/preferences.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { slowDuration } from './slow-duration.ts';
import { latestMs, useRecentTick } from '#web/lists/use-recent-tick.ts';
import { useRowWindow, type RowWindow } from '#web/ui/list/use-row-window.ts';
import type { FilterByCell } from './cell-actions.tsx';
import { chipValues, type CellValue } from './cell-filter.ts';
import { RowFilters } from './row-filters.tsx';
import { cellColumn, fullTextOf, type CellColumn, cellValue, measuredText } from './row-cells.tsx';
import { RowLine } from './row-line.tsx';
import { HEAD_PX, RowsHead } from './rows-head.tsx';
import { figurePx, textPx } from '#web/ui/text-width.ts';

export const ROW_NARROW = 52;
/**
 * The next page is fetched when this few rows are left below: two pages, so that it arrives before
 * it is visible.
 */
const AHEAD = 400;
/** Until something is scrolled, the first page is enough. */
const AHEAD_AT_TOP = 40;
/** Rows drawn beyond each edge of what is seen: a fast wheel turns some ten rows a frame. */
const BEYOND = 12;
/** Rows among which those of this minute are, in the usual order. */
const RECENT = 200;
const HEAD_LOOK: Style = { '--row-height': `${HEAD_PX}px` };

export interface RowsTableProps {
  readonly label: string;
  readonly rows: readonly ListRow[];
  /** The place in the list of the first of `rows`: those before it were let go. */
  readonly base: number;
  readonly rowHeight: number;
  readonly columns: readonly ListColumn[];
  readonly onColumns: (columns: readonly ListColumn[]) => void;
  readonly sort: ListSort;
  readonly scoreNames: readonly string[];
  readonly onSort: (column: string) => void;
  /** Old rows stay while new ones load, dimmed. */
  readonly dimmed: boolean;
  readonly activeId: string | null;
  readonly selected: ReadonlyMap<string, unknown>;
  /** Rows that came in just now. */
  readonly newIds: ReadonlySet<string>;
  readonly firstOffset: number;
  readonly control: RefObject<TableControl | null>;
  readonly onOpen: (index: number) => void;
  /** A click on a row's check box, or with Shift on the row: all from the last one to this. */
  readonly onSelect: (index: number, through: boolean) => void;
  readonly onSelectLoaded: () => void;
  readonly onEdge: (edge: 'start' | 'end') => void;
  /** Pixels, and the place in the list of the row at the top. */
  readonly onScrolled: (offset: number, index: number) => void;
  /** The pointer moved over the rows. */
  readonly onTouched: () => void;
  /** Narrows the list by what a cell says. */
  readonly onFilter: FilterByCell;
}

/** The page's handle on the table. */
export interface TableControl {
  /** Brings the row at a place in the list into view. */
  readonly show: (index: number) => void;
  readonly toTop: () => void;
}

/** A virtual table of traces or spans: some fifty rows in the document, however many there are. */
export function RowsTable(props: RowsTableProps) {
  const { rows, base, columns, rowHeight, onScrolled } = props;
  const narrow = useNarrow();
  const height = narrow ? ROW_NARROW : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const count = base + rows.length;
  const { follow, ...view } = useRowWindow(scroller, {
    count,
    rowHeight: height,
    firstOffset: props.firstOffset,
    beyond: BEYOND,
  });
  useTableControl(scroller, height, narrow, props.control, props.firstOffset);
  useEdges(props, view);
  const fit = useColumnFit(columns, rows);
  const cells = useCells(columns, rows, fit);
  const { grid, look } = useGrid(columns, fit, rowHeight);
  const onMove = usePointer(cells, rows, base, props.onTouched);
  const activeIndex =
    props.activeId === null ? -1 : rows.findIndex((row) => row.id === props.activeId);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="grid"
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-multiselectable="true"
        aria-activedescendant={activeIndex >= 0 ? `row-${base + activeIndex}` : undefined}
        tabIndex={0}
        className={`relative min-h-0 flex-1 overflow-auto outline-offset-[-2px] [overflow-anchor:none] ${view.width < grid.leastWidth ? 'rows-sideways' : ''}`}
        style={look}
        onScroll={(event) => {
          follow(event.currentTarget);
          onScrolled(
            event.currentTarget.scrollTop,
            Math.floor(event.currentTarget.scrollTop / height),
          );
        }}
      >
        {!narrow && (
          <TableHead
            {...props}
            {...{ cells, fit }}
            onWidthPreview={(template) =>
              scroller.current?.style.setProperty('--row-grid', template)
            }
          />
        )}
        <Rows
          {...props}
          view={view}
          height={height}
          narrow={narrow}
          cells={cells}
          leastWidth={narrow ? 0 : grid.leastWidth}
          onMove={onMove}
        />
      </div>
      <RowFilters
        {...{ scroller, rows, base, columns, activeIndex, narrow, height }}
        onFilter={props.onFilter}
      />
    </div>
  );
}

function useGrid(columns: readonly ListColumn[], fit: Fit, rowHeight: number) {
  const grid = useMemo(() => gridOf(columns, fit), [columns, fit]);
  const look: Style = {
    '--row-height': `${rowHeight}px`,
    '--row-grid': grid.template,
    '--duration-text': durationTextPx(fit),
  };
  return { grid, look };
}

/** Asks for the page beyond an edge that is near. */
function useEdges({ rows, base, onEdge }: RowsTableProps, view: RowWindow): void {
  const count = base + rows.length;
  const nearEnd = view.end > count - (view.first === 0 ? AHEAD_AT_TOP : AHEAD);
  const nearStart = base > 0 && view.first < base + AHEAD / 4;
  useEffect(() => {
    if (nearEnd) onEdge('end');
    if (nearStart) onEdge('start');
  }, [nearEnd, nearStart, count, rows, onEdge]);
}

interface TableHeadProps extends RowsTableProps {
  readonly cells: readonly CellColumn[];
  readonly fit: Fit;
  /** The grid of a width that is being drawn. */
  readonly onWidthPreview: (template: string) => void;
}

function TableHead({ cells, fit, onWidthPreview, ...table }: TableHeadProps) {
  const { rows, columns, selected } = table;
  return (
    <div role="rowgroup" className="contents" style={HEAD_LOOK}>
      <RowsHead
        columns={columns}
        cells={cells}
        fit={fit}
        sort={table.sort}
        scoreNames={table.scoreNames}
        onSort={table.onSort}
        onColumns={table.onColumns}
        onWidthPreview={(next) => onWidthPreview(gridOf(next, fit).template)}
        checked={
          selected.size === 0
            ? 'false'
            : rows.every((row) => selected.has(row.id))
              ? 'true'
              : 'mixed'
        }
        onCheck={table.onSelectLoaded}
      />
    </div>
  );
}

interface RowsProps extends RowsTableProps {
  readonly view: RowWindow;
  readonly height: number;
  readonly narrow: boolean;
  readonly cells: readonly CellColumn[];
  readonly leastWidth: number;
  readonly onMove: (event: MouseEvent<HTMLElement>) => void;
}

function Rows({
  rows,
  base,
  view,
  height,
  narrow,
  cells,
  leastWidth: least,
  activeId,
  selected,
  newIds,
  dimmed,
  onOpen,
  onSelect,
  onMove,
  onFilter,
}: RowsProps) {
  const slowMs = useMemo(() => slowDuration(rows.map(({ latencyMs }) => latencyMs)), [rows]);
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const target = event.target instanceof Element ? event.target : null;
    const line = target?.closest<HTMLElement>('[data-index]');
    if (target === null || line === null || line === undefined || event.button !== 0) return;
    const index = Number(line.dataset['index']);
    const chip = target.closest<HTMLElement>('[data-chip]')?.dataset['chip'];
    const value = chip === undefined ? undefined : chipValueOf(rows[index - base], chip);
    if (value !== undefined) onFilter(value, event.altKey);
    else if (target.closest('[data-select]') !== null) onSelect(index, event.shiftKey);
    else if (event.shiftKey) onSelect(index, true);
    else if (event.metaKey || event.ctrlKey || event.altKey) return;
    else onOpen(index);
    event.preventDefault();
  };
  const lines: ReactNode[] = [];
  for (let index = view.first; index < view.end; index += 1) {
    const row = rows[index - base] ?? null;
    lines[index % view.slots] = (
      <RowLine
        key={index % view.slots}
        row={row}
        index={index}
        height={height}
        narrow={narrow}
        active={row !== null && row.id === activeId}
        selected={row !== null && selected.has(row.id)}
        isNew={row !== null && newIds.has(row.id)}
        columns={cells}
        slowMs={slowMs}
      />
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the table's keys do the same
    <div
      role="rowgroup"
      className={`relative transition-opacity ${dimmed ? 'opacity-60' : ''}`}
      style={{ height: (base + rows.length) * height, minWidth: least }}
      onClick={onClick}
      // With Shift rows are chosen, and not the text between them.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onMouseMove={onMove}
    >
      {lines}
    </div>
  );
}

/** The condition of a name's chip. */
function chipValueOf(row: ListRow | undefined, name: string): CellValue | undefined {
  return row === undefined ? undefined : chipValues(row).find(({ label }) => label === name);
}

/**
 * The columns as rows draw them. Preferences and time change what cells say: new columns draw every
 * row again.
 */
function useCells(
  columns: readonly ListColumn[],
  rows: readonly ListRow[],
  fit: Fit,
): readonly CellColumn[] {
  const preferences = usePreferences();
  const tick = useRecentTick(
    useMemo(() => latestMs(rows.slice(0, RECENT).map((row) => row.startedAt)), [rows]),
  );
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  return useMemo(() => cellsOf(columns, fit), [columns, fit, preferences, tick]);
}

function cellsOf(columns: readonly ListColumn[], fit: Fit): readonly CellColumn[] {
  let left = SELECT_WIDTH;
  return columns.map((column) => {
    const cell = cellColumn(
      column,
      column.pinned ? left : null,
      typeof fit.get(column.id)?.folded === 'string',
    );
    left += fixedWidth(column, fit) ?? leastWidth(column);
    return cell;
  });
}

function useTableControl(
  scroller: RefObject<HTMLDivElement | null>,
  height: number,
  narrow: boolean,
  control: RefObject<TableControl | null>,
  firstOffset: number,
): void {
  const start = useRef(firstOffset);
  useLayoutEffect(() => {
    if (start.current > 0) scroller.current?.scrollTo({ top: start.current });
  }, [scroller]);
  useImperativeHandle(
    control,
    () => ({
      show: (index) => {
        const element = scroller.current;
        if (element === null) return;
        const top = index * height;
        const bottom = top + height + (narrow ? 0 : HEAD_PX);
        if (top < element.scrollTop) element.scrollTop = top;
        else if (bottom > element.scrollTop + element.clientHeight)
          element.scrollTop = bottom - element.clientHeight;
      },
      toTop: () => scroller.current?.scrollTo({ top: 0 }),
    }),
    [scroller, height, narrow],
  );
}

/**
 * Says that the pointer moved; the whole value of the cell under it becomes the title of the link
 * that lies over the cell.
 */
function usePointer(
  cells: readonly CellColumn[],
  rows: readonly ListRow[],
  base: number,
  onTouched: () => void,
): (event: MouseEvent<HTMLElement>) => void {
  const last = useRef('');
  return useCallback(
    (event) => {
      // Where rows move under a hand at rest, it did not move.
      if (event.movementX !== 0 || event.movementY !== 0) onTouched();
      const line =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
      const row = line === null ? undefined : rows[Number(line.dataset['index']) - base];
      if (line === null || row === undefined) return;
      const at = [...line.children].findIndex(
        (cell) => event.clientX < cell.getBoundingClientRect().right,
      );
      const column = cells[at - 1];
      const place = `${row.id} ${column?.id ?? ''}`;
      if (place === last.current) return;
      last.current = place;
      const link = line.querySelector('a');
      if (link !== null) link.title = column === undefined ? '' : fullTextOf(column.id, row);
    },
    [cells, rows, base, onTouched],
  );
}

const CELL_SIZE_PX = 13;
/** Pixels of a cell of durations that are not its text: padding, a gap, the shortest bar. */
const DURATION_BESIDE_PX = 44;
const READER = {
  text: measuredText,
  value: cellValue,
  px: (text: string, isFigure: boolean) => (isFigure ? figurePx : textPx)(text, CELL_SIZE_PX),
};

/** How wide the columns of one list are by what its rows hold. */
function useColumnFit(columns: readonly ListColumn[], rows: readonly ListRow[]): Fit {
  const [fitter] = useState(() => new ColumnFitter<ListRow>(READER));
  return useMemo(() => fitter.fit(columns, rows), [fitter, columns, rows]);
}

/** How wide the texts of durations are: behind the longest of them all bars begin at one place. */
function durationTextPx(fit: Fit): string {
  const px = fit.get('duration')?.natural;
  return px === undefined ? '58px' : `${px - DURATION_BESIDE_PX}px`;
}
