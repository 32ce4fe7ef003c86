import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, type RefObject, type ReactNode } from 'react';
import type { SessionRowItem } from '#contracts/sessions/session.ts';
import { useConfigsByName } from '#web/annotations/trace-annotations.ts';
import { ChipRow } from '#web/annotations/chip-row.tsx';
import type { ChipCondition } from '#web/annotations/annotation-filter.ts';
import { annotatedMark } from '#web/annotations/annotated-mark.ts';
import { ScoreHead } from '#web/lists/score-head.tsx';
import { scoreNamesOf } from '#web/annotations/score-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { useRowPx } from '#web/platform/storage/preferences.ts';
import type { SessionSort } from '#web/lists/search-params.ts';
import { scrollOffsetOf, useScrollMemory } from '#web/platform/browser/scroll-memory.ts';
import { latestMs, useRecentTick } from '#web/lists/use-recent-tick.ts';
import { useListActivity } from '#web/lists/use-list-activity.ts';
import { useRowFocus } from '#web/ui/list/use-row-focus.ts';
import { SESSION_COLUMNS, SESSION_GRID, type SessionColumn } from './session-columns.ts';
import { exactCount, formatCost } from '#web/platform/text/format-number.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { durationSoFar } from '#web/platform/time/open-duration.ts';
import { AnnotationColours } from '#web/annotations/annotation-colours.ts';
import { NarrowChips } from '#web/annotations/row-chips.tsx';
import { SessionLink } from './session-link.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useKeys } from '#web/platform/keys/keys.ts';

const NARROW_ROW_PX = 64;

interface SessionTableProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Names what is listed and its order: how far it was scrolled is remembered under it. */
  readonly name: string;
  readonly project: string;
  readonly rows: readonly SessionRowItem[];
  /** The place in the list of the first of `rows`: those before it were let go. */
  readonly base: number;
  readonly sort: SessionSort;
  readonly order: 'asc' | 'desc';
  /** Rows of the question before, while the answer is on its way. */
  readonly stale: boolean;
  readonly selected: ReadonlyMap<string, unknown>;
  /** The name of the annotations by whose score it is sorted. */
  readonly annotation: string | null;
  readonly onSort: (sort: SessionSort, name?: string) => void;
  /**
   * A click on a row's check box, by its place among `rows`; with Shift all from the last one to
   * this.
   */
  readonly onSelect: (at: number, through: boolean) => void;
  readonly onSelectLoaded: () => void;
  readonly onEdge: (edge: 'start' | 'end') => void;
  readonly onScrolled: (px: number) => void;
  /** The pointer moved over the rows, or they were walked by key. */
  readonly onTouched: () => void;
  /** Narrows the list by what a chip says. */
  readonly onFilter: (condition: ChipCondition, negate: boolean) => void;
}

/** Sessions as rows, as many as there are: those near the screen are drawn. */
export function SessionTable(props: SessionTableProps) {
  const {
    scroller,
    project,
    rows,
    base,
    stale,
    selected,
    onSelect,
    onEdge,
    onScrolled,
    onTouched,
    onFilter,
  } = props;
  useListActivity(scroller, onScrolled, onTouched);
  useRowFocus(scroller);
  useSelectKey((index, through) => onSelect(index - base, through));
  const narrow = useNarrow();
  const rowPx = useRowPx();
  const height = narrow ? NARROW_ROW_PX : rowPx;
  const virtual = useSessionWindow(scroller, props.name, base + rows.length, height);
  useRecentTick(useMemo(() => latestMs(rows.map((row) => row.end_time)), [rows]));
  const items = virtual.getVirtualItems();
  useEdges(items, base, rows, onEdge);
  return (
    <div
      ref={scroller}
      role="table"
      aria-label="Sessions"
      aria-busy={stale}
      tabIndex={0}
      className={`min-h-0 flex-1 overflow-auto transition-opacity ${stale ? 'opacity-60' : ''}`}
    >
      <SessionHead {...props} />
      <div
        role="rowgroup"
        className="relative md:min-w-808 lg:min-w-1200"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const row = rows[item.index - base];
          if (row === undefined) return null;
          const isSelected = selected.has(row.id);
          const place = { height, transform: `translateY(${item.start}px)` };
          return (
            <div
              key={row.id}
              role="row"
              data-index={item.index}
              data-annotated={annotatedMark('session', row.session_id)}
              className={`absolute inset-x-0 top-0 border-b border-line1 has-focus-visible:bg-sel ${isSelected ? 'bg-sel' : 'hover:bg-bg2'}`}
              style={place}
            >
              <SessionCells
                {...{ project, row, narrow, onFilter }}
                selected={isSelected}
                onSelect={(through) => onSelect(item.index - base, through)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Which rows are near the screen; the list opens where it was left. */
function useSessionWindow(
  scroller: SessionTableProps['scroller'],
  name: string,
  count: number,
  height: number,
) {
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    initialOffset: () => scrollOffsetOf(name),
  });
  useScrollMemory(scroller, name);
  useEffect(() => virtual.measure(), [height, virtual]);
  return virtual;
}

function SessionCells({ narrow, ...cells }: WideRowProps & { readonly narrow: boolean }) {
  if (!narrow) return <WideRow {...cells} />;
  const { project, row, selected, onSelect } = cells;
  return (
    <NarrowRow project={project} row={row}>
      <SelectCell row={row} selected={selected} onSelect={onSelect} />
    </NarrowRow>
  );
}

/**
 * Asks for more where what is drawn comes near an edge of what was read: also when as many rows as
 * before were read anew.
 */
function useEdges(
  items: readonly { readonly index: number }[],
  base: number,
  rows: readonly SessionRowItem[],
  onEdge: SessionTableProps['onEdge'],
): void {
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const isDrawn = items.length > 0;
  useEffect(() => {
    // Before the table knows its size, it is at no edge.
    if (!isDrawn) return;
    if (last >= base + rows.length - 50) onEdge('end');
    if (base > 0 && first < base + 50) onEdge('start');
  }, [isDrawn, first, last, base, rows, onEdge]);
}

/** The heads of the columns, and a box for all rows. */
function SessionHead({
  project,
  rows,
  selected,
  sort,
  order,
  annotation,
  onSort,
  onSelectLoaded,
}: SessionTableProps) {
  const configs = useConfigsByName(project);
  const names = useMemo(
    () => scoreNamesOf(rows, configs.keys(), annotation),
    [rows, configs, annotation],
  );
  return (
    <div
      role="row"
      className={`${SESSION_GRID} sticky top-0 z-10 h-30 min-w-808 items-center lg:min-w-1200 border-b border-line1 bg-bg0 px-4 max-md:hidden`}
    >
      <div role="columnheader" className="row-select">
        <button
          type="button"
          role="checkbox"
          aria-checked={
            selected.size === 0
              ? 'false'
              : rows.every((row) => selected.has(row.id))
                ? 'true'
                : 'mixed'
          }
          aria-label="Select the loaded rows"
          onClick={onSelectLoaded}
          className="row-check"
        />
      </div>
      {SESSION_COLUMNS.slice(0, -1).map((column) => (
        <HeadCell key={column.label} column={column} sort={sort} order={order} onSort={onSort} />
      ))}
      <div
        role="columnheader"
        aria-sort={annotation === null ? 'none' : sortState(order)}
        className="flex min-w-0 px-8 text-11 text-text3"
      >
        <ScoreHead
          names={names}
          sorted={annotation === null ? null : { name: annotation, order }}
          onSort={(name) => onSort('annotation_score', name)}
        />
      </div>
    </div>
  );
}

function HeadCell({
  column,
  sort,
  order,
  onSort,
}: { column: SessionColumn } & Pick<SessionTableProps, 'sort' | 'order' | 'onSort'>) {
  const { sort: by } = column;
  const sorted = by !== undefined && by === sort;
  return (
    <div
      role="columnheader"
      aria-sort={sorted ? sortState(order) : 'none'}
      className={`relative self-stretch content-center px-8 text-11 text-text3 ${column.end === true ? 'text-right' : ''} ${column.isWide === true ? 'max-lg:hidden' : ''}`}
    >
      {by === undefined ? (
        column.label
      ) : (
        <button
          type="button"
          onClick={() => onSort(by)}
          className={`cell-button inline-flex items-center gap-2 hover:text-text1 ${sorted ? 'text-text1' : ''}`}
        >
          {column.label}
          {sorted && <Icon name={order === 'asc' ? 'arrowUp' : 'arrowDown'} size={11} />}
        </button>
      )}
    </div>
  );
}

function sortState(order: 'asc' | 'desc'): 'ascending' | 'descending' {
  return order === 'asc' ? 'ascending' : 'descending';
}

interface WideRowProps {
  readonly project: string;
  readonly row: SessionRowItem;
  readonly selected: boolean;
  readonly onSelect: (through: boolean) => void;
  readonly onFilter: SessionTableProps['onFilter'];
}

function WideRow({ project, row, selected, onSelect, onFilter }: WideRowProps) {
  const configs = useConfigsByName(project);
  return (
    <div role="none" className={`group ${SESSION_GRID} h-full items-center px-4`}>
      <SelectCell row={row} selected={selected} onSelect={onSelect} />
      {SESSION_COLUMNS.map((column, index) => {
        const value = column.cell(row);
        const tone =
          column.label === 'Errors' ? 'tone-error text-tone' : index > 2 ? 'text-text2' : '';
        return (
          <div
            key={column.label}
            role="cell"
            title={column.whole?.(row) ?? (typeof value === 'string' ? value : '')}
            className={`clip px-8 ${column.label === 'Annotations' ? '@container' : ''} ${column.end === true ? 'nums text-right' : ''} ${column.isWide === true ? 'max-lg:hidden' : ''} ${tone}`}
          >
            {index === 0 ? <SessionId project={project} row={row} /> : value}
            {column.label === 'Annotations' && (
              <span className="relative z-1 flex w-fit max-w-full gap-4">
                <ChipRow
                  target="session"
                  summaries={row.annotations}
                  configs={configs}
                  onFilter={onFilter}
                  inRow
                />
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

function SelectCell({
  row,
  selected,
  onSelect,
}: Pick<WideRowProps, 'row' | 'selected' | 'onSelect'>) {
  return (
    <div
      role="cell"
      className="relative z-1 grid h-full place-items-center max-md:w-44 max-md:shrink-0"
    >
      <button
        type="button"
        role="checkbox"
        aria-checked={selected}
        aria-label={`Select ${row.session_id}`}
        onClick={(event) => onSelect(event.shiftKey)}
        className="row-check max-md:before:absolute max-md:before:inset-0"
      />
    </div>
  );
}

/**
 * A session on a narrow screen: `children`, by which it is chosen, what it began with, and its
 * totals.
 */
function NarrowRow({
  project,
  row,
  children,
}: {
  project: string;
  row: SessionRowItem;
  children: ReactNode;
}) {
  const configs = useConfigsByName(project);
  return (
    <div role="none" className="flex h-full">
      {children}
      <div role="cell" className="flex min-w-0 flex-1 flex-col justify-center gap-2 pr-12">
        <span className="flex items-baseline gap-8">
          <span className="clip min-w-0 flex-1">
            <SessionLink project={project} row={row} text={row.first_input ?? row.session_id} />
          </span>
          {row.error_trace_count > 0 && (
            <span className="tone-error shrink-0 text-12 text-tone">
              {exactCount(row.error_trace_count)} failed
            </span>
          )}
        </span>
        <span className="nums flex gap-12 text-12 text-text3">
          <span>{row.trace_count === 1 ? '1 turn' : `${exactCount(row.trace_count)} turns`}</span>
          <span>{durationSoFar(row.duration_ms, row.is_open)}</span>
          <span>{formatCost(row.cost_usd)}</span>
          <AnnotationColours value={configs}>
            <NarrowChips row={row} />
          </AnnotationColours>
          <span className="ml-auto">{formatWhen(row.end_time, Date.now())}</span>
        </span>
      </div>
    </div>
  );
}

/**
 * The id, which leads to the session; under the pointer, or with the focus in the row, a button
 * copies it.
 */
function SessionId({ project, row }: { project: string; row: SessionRowItem }) {
  return (
    <span className="flex items-center">
      <SessionLink project={project} row={row} />
      <span className="invisible z-1 pl-4 group-focus-within:visible group-hover:visible">
        <CopyButton text={row.session_id} label={`Copy ${row.session_id}`} quiet />
      </span>
    </span>
  );
}

/** X chooses the row whose link has the focus. */
function useSelectKey(select: (index: number, through: boolean) => void): void {
  const press = (): void => {
    const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (index !== undefined) select(Number(index), false);
  };
  useKeys({ x: { what: 'Select', run: press } });
}
