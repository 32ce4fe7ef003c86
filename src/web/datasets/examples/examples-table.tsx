import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  memo,
} from 'react';
import type { ExamplesView } from './example-pages.ts';
import { exampleColumns, type ExampleColumn, exampleName, type ExampleRow } from './example-row.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { usePreferences, useRowPx } from '#web/platform/storage/preferences.ts';
import type { Style } from '#web/ui/style.ts';
import { useRowWindow, type RowScroll, type RowWindow } from '#web/ui/list/use-row-window.ts';
import { SplitChips } from '#web/datasets/split-chips.tsx';
import { previewText } from '#web/platform/text/exact-json.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { prop } from '#web/platform/text/json.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

const NARROW_ROW_PX = 56;
const HEAD_PX = 30;
/** Rows drawn beyond each edge of what is seen: a fast wheel turns some ten rows a frame. */
const BEYOND = 12;
/** The next page is fetched when this few rows are left below. */
const AHEAD = 200;
const PARTS = { input: 'Input', output: 'Output', metadata: 'Metadata' };

export interface ExamplesTableProps {
  readonly dataset: string;
  readonly view: ExamplesView;
  readonly activeIndex: number | null;
  readonly selected: ReadonlyMap<string, unknown>;
  /** About to be deleted. */
  readonly leaving: ReadonlySet<string>;
  readonly control: RefObject<ExamplesControl | null>;
  readonly onShow: (first: number, end: number) => void;
  readonly onOpen: (index: number) => void;
  readonly onSelect: (index: number, through: boolean) => void;
  readonly onSelectLoaded: () => void;
}

/** The page's handle on the table: brings a row into view. */
export interface ExamplesControl {
  readonly show: (index: number) => void;
}

/** Examples as rows, however many: some fifty are in the document. */
export function ExamplesTable(props: ExamplesTableProps) {
  const { view, onShow, control, selected } = props;
  const narrow = useNarrow();
  const rowPx = useRowPx();
  const height = narrow ? NARROW_ROW_PX : rowPx;
  const scroller = useRef<HTMLDivElement>(null);
  const list = { count: view.count, rowHeight: height, firstOffset: 0, beyond: BEYOND };
  const { follow, scrollTo, first, end, slots, boxHeight, offset } = useRowWindow(scroller, list);
  // Where the list ends soon, the next page is wanted.
  const wanted = end + AHEAD;
  useEffect(() => onShow(first, wanted), [first, wanted, view, onShow]);
  useImperativeHandle(
    control,
    () => ({
      show: (index) =>
        showRow(scroller.current, { index, height, offset, scrollTo }, narrow ? 0 : HEAD_PX),
    }),
    [height, narrow, offset, scrollTo],
  );
  const preferences = usePreferences();
  // Preferences change what cells say: new columns draw every row again.
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  const columns = useMemo(() => exampleColumns(view.head), [view.head, preferences]);
  const look: Style = { '--row-height': `${rowPx}px`, '--row-grid': gridOf(columns) };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Examples"
      aria-rowcount={view.complete ? view.count + 1 : -1}
      aria-multiselectable="true"
      aria-busy={view.loading}
      aria-activedescendant={
        props.activeIndex === null ? undefined : `example-${props.activeIndex}`
      }
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto outline-offset-[-2px] [overflow-anchor:none]"
      style={look}
      onScroll={(event) => follow(event.currentTarget)}
    >
      {!narrow && (
        <Head
          columns={columns}
          checked={selected.size === 0 ? 'false' : 'mixed'}
          onCheck={props.onSelectLoaded}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
          jsx-a11y/no-noninteractive-element-interactions -- the table's keys do the same */}
      <div
        role="rowgroup"
        className="relative"
        style={{ height: boxHeight, minWidth: narrow ? 0 : leastWidth(columns) }}
        onClick={(event) => onClick(event, props)}
      >
        {linesOf(props, { first, end, slots, offset }, { columns, height, narrow })}
      </div>
    </div>
  );
}

interface LineLook {
  readonly columns: readonly ExampleColumn[];
  readonly height: number;
  readonly narrow: boolean;
}

function linesOf(
  { dataset, view, activeIndex, selected, leaving }: ExamplesTableProps,
  { first, end, slots, offset }: Pick<RowWindow, 'first' | 'end' | 'slots' | 'offset'>,
  { columns, height, narrow }: LineLook,
): readonly ReactNode[] {
  const lines: ReactNode[] = [];
  for (let index = first; index < end; index += 1) {
    const row = view.row(index) ?? null;
    lines[index % slots] = (
      <ExampleLine
        // Elements stay where they are and show another row: making new ones in every frame costs
        // more than a frame has.
        key={index % slots}
        dataset={dataset}
        row={row}
        index={index}
        top={index * height - offset}
        height={height}
        narrow={narrow}
        active={index === activeIndex}
        selected={row !== null && selected.has(row.id)}
        leaving={row !== null && leaving.has(row.id)}
        columns={columns}
      />
    );
  }
  return lines;
}

function onClick(event: MouseEvent<HTMLElement>, { onSelect, onOpen }: ExamplesTableProps): void {
  const target = event.target instanceof Element ? event.target : null;
  const line = target?.closest<HTMLElement>('[data-index]');
  if (target === null || line === null || line === undefined || event.button !== 0) return;
  const index = Number(line.dataset['index']);
  if (target.closest('[data-select]') !== null) onSelect(index, event.shiftKey);
  else if (event.shiftKey) onSelect(index, true);
  else if (event.metaKey || event.ctrlKey || event.altKey) return;
  else onOpen(index);
  event.preventDefault();
}

interface RowPlace extends Pick<RowWindow, 'offset'>, Pick<RowScroll, 'scrollTo'> {
  readonly index: number;
  readonly height: number;
}

function showRow(
  element: HTMLElement | null,
  { index, height, offset, scrollTo }: RowPlace,
  head: number,
): void {
  if (element === null) return;
  const seen = element.scrollTop + offset;
  const top = index * height;
  const bottom = top + height + head;
  if (top < seen) scrollTo(element, top);
  else if (bottom > seen + element.clientHeight) scrollTo(element, bottom - element.clientHeight);
}

function gridOf(columns: readonly ExampleColumn[]): string {
  const widths = columns.map(({ part }) =>
    part === 'metadata' ? 'minmax(110px, 1fr)' : 'minmax(180px, 3fr)',
  );
  return `34px minmax(72px, 120px) ${widths.join(' ')} minmax(80px, 160px) 104px`;
}

function leastWidth(columns: readonly ExampleColumn[]): number {
  return columns.reduce(
    (sum, { part }) => sum + (part === 'metadata' ? 110 : 180),
    34 + 72 + 80 + 104,
  );
}

function Head({
  columns,
  checked,
  onCheck,
}: {
  columns: readonly ExampleColumn[];
  checked: 'false' | 'mixed';
  onCheck: () => void;
}) {
  const head = 'clip row-cell text-11 leading-(--row-height) text-text3';
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10 border-b border-line1 bg-bg0"
      style={{ minWidth: leastWidth(columns) }}
    >
      <div role="row" className="row-wide" style={{ '--row-height': `${HEAD_PX}px` }}>
        <div role="columnheader" className="grid place-items-center">
          <button
            type="button"
            role="checkbox"
            aria-checked={checked}
            aria-label={checked === 'false' ? 'Select loaded examples' : 'Select none'}
            title={checked === 'false' ? 'Select loaded examples' : 'Select none'}
            className="row-check"
            onClick={onCheck}
          />
        </div>
        <div role="columnheader" className={head}>
          Example
        </div>
        {columns.map(({ part, key }) => (
          <div
            key={`${part} ${key}`}
            role="columnheader"
            className={head}
            title={`${PARTS[part]}: ${key}`}
          >
            {PARTS[part]} <span className="text-text2">{key}</span>
          </div>
        ))}
        <div role="columnheader" className={head}>
          Splits
        </div>
        <div role="columnheader" className={`${head} text-right`}>
          Updated
        </div>
      </div>
    </div>
  );
}

/** A cell shows no more than a wide screen has room for. */
const CELL_CHARS = 240;

interface ExampleLineProps {
  readonly dataset: string;
  /** Null for a row that was let go and is being read again. */
  readonly row: ExampleRow | null;
  readonly index: number;
  /** CSS pixels from the top of the box. */
  readonly top: number;
  readonly height: number;
  readonly narrow: boolean;
  readonly active: boolean;
  readonly selected: boolean;
  readonly leaving: boolean;
  readonly columns: readonly ExampleColumn[];
}

/**
 * One row; its link covers it. The element is reused for another row while scrolling: no state
 * here.
 */
const ExampleLine = memo(function ExampleLine(props: ExampleLineProps) {
  const { dataset, row, index, top, height, narrow, active, selected, leaving, columns } = props;
  const look = `${active ? 'row-active' : ''} ${selected ? 'row-selected' : ''}`;
  return (
    <div
      role="row"
      id={`example-${index}`}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={`row-line ${narrow ? '' : 'row-wide'} ${look} ${leaving ? 'line-through opacity-50' : ''}`}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {row === null ? (
        <div role="gridcell" aria-label="Loading" className="col-span-full flex items-center px-12">
          <div className="skeleton h-10 w-320" />
        </div>
      ) : narrow ? (
        <NarrowCells dataset={dataset} row={row} columns={columns} />
      ) : (
        <WideCells dataset={dataset} row={row} columns={columns} selected={selected} />
      )}
    </div>
  );
});

interface CellsProps {
  readonly dataset: string;
  readonly row: ExampleRow;
  readonly columns: readonly ExampleColumn[];
}

function WideCells({ dataset, row, columns, selected }: CellsProps & { selected: boolean }) {
  const name = exampleName(row);
  return (
    <>
      <div role="gridcell" className="row-select" data-select="">
        <span
          role="checkbox"
          aria-checked={selected}
          aria-label={`Select ${name}`}
          className="row-check"
        />
      </div>
      <div role="gridcell" className="row-cell clip nums text-text2" title={name}>
        {name}
      </div>
      {columns.map(({ part, key }) => {
        const text = previewText(prop(row[part], key), CELL_CHARS);
        return (
          <div
            key={`${part} ${key}`}
            role="gridcell"
            className={`row-cell clip ${part === 'input' ? '' : 'text-text2'}`}
            title={text}
          >
            {text}
          </div>
        );
      })}
      <div role="gridcell" className="row-cell clip">
        <SplitChips names={row.splits ?? []} />
      </div>
      <div role="gridcell" className="row-cell clip nums text-right text-text3">
        {formatWhen(row.updatedAt, Date.now())}
      </div>
      <div role="gridcell">
        <a
          href={ROOT_PATH + examplesPath(dataset, row.id)}
          aria-label={name}
          tabIndex={-1}
          className="row-link"
        />
      </div>
    </>
  );
}

function NarrowCells({ dataset, row }: CellsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- all of the link's text is its label
    <div role="gridcell" className="h-full">
      <a
        href={ROOT_PATH + examplesPath(dataset, row.id)}
        tabIndex={-1}
        className="flex h-full flex-col justify-center gap-2 px-12 leading-20"
      >
        <span className="flex items-baseline gap-8">
          <span className="clip min-w-0 flex-1 font-medium">
            {firstText(row.input) || exampleName(row)}
          </span>
          <SplitChips names={row.splits ?? []} />
        </span>
        <span className="flex gap-8 text-12 text-text3">
          <span className="clip min-w-0 flex-1">{firstText(row.output)}</span>
          <span className="nums shrink-0">{exampleName(row).slice(0, 16)}</span>
        </span>
      </a>
    </div>
  );
}

/** Of one key its value, else all of it. */
function firstText(part: ExampleRow['input']): string {
  const keys = Object.keys(part);
  return keys.length === 0
    ? ''
    : previewText(keys.length === 1 ? prop(part, keys[0] ?? '') : part, CELL_CHARS);
}
