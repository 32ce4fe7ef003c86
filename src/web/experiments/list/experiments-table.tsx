import { useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import type { Style } from '#web/ui/style.ts';
import { experimentColumns, type ExperimentColumn } from './experiment-columns.tsx';
import { ExperimentLine } from './experiment-line.tsx';

const HEAD_PX = 30;
/** So close to its end the list reads on. */
const AHEAD_PX = 800;
const FIXED = [
  { width: '34px', least: 34 },
  { width: '44px', least: 44 },
  { width: 'minmax(200px, 1fr)', least: 200 },
] as const;
const MENU_PX = 40;

export interface ExperimentsTableProps {
  readonly dataset: string;
  readonly rows: readonly ExperimentSummary[];
  /** Columns for these evaluators. */
  readonly evaluators: readonly string[];
  readonly versions: ReadonlyMap<string, number>;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly activeIndex: number | null;
  readonly selected: ReadonlySet<string>;
  readonly hasMore: boolean;
  readonly onEnd: () => void;
  readonly onSort: (sort: string) => void;
  readonly onOpen: (index: number) => void;
  readonly onSelect: (index: number, through: boolean) => void;
  readonly onSelectAll: () => void;
}

/**
 * The experiments of a dataset, two lines each: who looks at figures wants the interval below them.
 */
export function ExperimentsTable(props: ExperimentsTableProps) {
  const { rows, evaluators, versions, activeIndex, selected, hasMore, onEnd } = props;
  const narrow = useNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => experimentColumns(evaluators, versions), [evaluators, versions]);
  const readOn = (): void => {
    const box = scroller.current;
    if (box !== null && hasMore && box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD_PX)
      onEnd();
  };
  // A tall screen may show the end of a page without being scrolled.
  useEffect(readOn);
  useEffect(() => {
    if (activeIndex !== null)
      document.getElementById(`experiment-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  const look: Style = { '--row-grid': gridOf(columns), '--row-height': '48px' };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Experiments"
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={activeIndex === null ? undefined : `experiment-${activeIndex}`}
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto outline-offset-[-2px] [scroll-padding-top:30px]"
      style={look}
      onScroll={readOn}
    >
      {!narrow && <Head {...props} columns={columns} />}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
          jsx-a11y/no-noninteractive-element-interactions -- the table's keys do the same */}
      <div
        role="rowgroup"
        style={{ minWidth: narrow ? 0 : leastWidth(columns) }}
        onClick={(event) => onClick(event, props)}
      >
        {rows.map((summary, index) => (
          <ExperimentLine
            key={summary.experiment.id}
            dataset={props.dataset}
            summary={summary}
            index={index}
            narrow={narrow}
            isActive={index === activeIndex}
            isSelected={selected.has(summary.experiment.id)}
            columns={columns}
            evaluators={evaluators}
          />
        ))}
      </div>
    </div>
  );
}

function onClick(
  event: MouseEvent<HTMLElement>,
  { onSelect, onOpen }: ExperimentsTableProps,
): void {
  const target = event.target instanceof Element ? event.target : null;
  const line = target?.closest<HTMLElement>('[data-index]');
  if (target === null || line === null || line === undefined || event.button !== 0) return;
  // Menus and their dialogs are drawn elsewhere, but what happens in them comes by here.
  if (target.closest('[data-menu]') !== null || !event.currentTarget.contains(target)) return;
  const index = Number(line.dataset['index']);
  if (target.closest('[data-select]') !== null) onSelect(index, event.shiftKey);
  else if (event.shiftKey) onSelect(index, true);
  else if (event.metaKey || event.ctrlKey || event.altKey) return;
  else onOpen(index);
  event.preventDefault();
}

function gridOf(columns: readonly ExperimentColumn[]): string {
  return [
    ...FIXED.map(({ width }) => width),
    ...columns.map(({ width }) => width),
    `${MENU_PX}px`,
  ].join(' ');
}

function leastWidth(columns: readonly ExperimentColumn[]): number {
  const fixed = FIXED.reduce((sum, { least }) => sum + least, MENU_PX);
  return columns.reduce((sum, { width }) => sum + Number(/\d+/.exec(width)?.[0] ?? 0), fixed);
}

function Head(props: ExperimentsTableProps & { readonly columns: readonly ExperimentColumn[] }) {
  const { columns, selected, rows, sort: current, order, onSort, onSelectAll } = props;
  const sorting = { current, order, onSort };
  const checked = selected.size === 0 ? 'false' : selected.size < rows.length ? 'mixed' : 'true';
  const text = selected.size === 0 ? 'Select all loaded experiments' : 'Clear the selection';
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10 border-b border-line1 bg-bg0"
      style={{ minWidth: leastWidth(columns) }}
    >
      <div role="row" className="row-wide" style={{ '--row-height': `${HEAD_PX}px` }}>
        <div role="columnheader" className="sticky left-0 z-1 grid place-items-center bg-bg0">
          <button
            type="button"
            role="checkbox"
            aria-checked={checked}
            aria-label={text}
            title={text}
            className="row-check"
            onClick={onSelectAll}
          />
        </div>
        <HeadCell
          {...sorting}
          label="#"
          sort="number"
          className="sticky left-34 z-1 bg-bg0 text-right"
        />
        <HeadCell {...sorting} label="Name" sort="name" className="sticky left-78 z-1 bg-bg0" />
        {columns.map((column) => (
          <HeadCell
            key={column.key}
            {...sorting}
            label={column.label}
            sort={column.sort}
            className={column.isNumeric ? 'text-right' : ''}
          />
        ))}
        <div role="columnheader">
          <span className="sr-only">Actions</span>
        </div>
      </div>
    </div>
  );
}

interface HeadCellProps extends Pick<ExperimentsTableProps, 'order' | 'onSort'> {
  readonly label: string;
  /** The list's sort order. */
  readonly current: string;
  /** The column's own; null for what the list is not sorted by. */
  readonly sort: string | null;
  readonly className: string;
}

function HeadCell({ label, sort, current, order, onSort, className }: HeadCellProps) {
  if (sort === null)
    return (
      <div
        role="columnheader"
        className={`clip row-cell text-11 leading-30 text-text3 ${className}`}
      >
        {label}
      </div>
    );
  const isCurrent = current === sort;
  return (
    <div
      role="columnheader"
      aria-sort={isCurrent ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={`clip row-cell relative ${className}`}
      title={label}
    >
      <button
        type="button"
        className={`cell-button inline-flex max-w-full items-center gap-2 text-11 hover:text-text1 ${isCurrent ? 'text-text1' : 'text-text3'}`}
        onClick={() => onSort(sort)}
      >
        <span className="clip">{label}</span>
        {isCurrent && <Icon name={order === 'desc' ? 'arrowDown' : 'arrowUp'} size={11} />}
      </button>
    </div>
  );
}
