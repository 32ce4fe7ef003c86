import {
  useEffect,
  useImperativeHandle,
  useRef,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { ComparedExample } from '#contracts/experiments/experiment-comparison.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import type { Style } from '#web/ui/style.ts';
import { useRowWindow, type RowWindow } from '#web/ui/list/use-row-window.ts';
import { ComparisonLine, type LineLook } from './comparison-line.tsx';
import { ExperimentMark } from './experiment-mark.tsx';
import type { OffsetRows } from './offset-pages.ts';
import type { CellLook } from './run-cell.tsx';

const ROW_PX = 64;
const NARROW_ROW_PX = 84;
const HEAD_PX = 30;
/** Rows drawn beyond each edge of what is seen: a fast wheel turns some five of these a frame. */
const BEYOND = 8;

/** The page's handle on the table: brings a row into view. */
export interface ComparisonControl {
  readonly show: (index: number) => void;
}

export interface ComparisonTableProps {
  readonly view: OffsetRows<ComparedExample>;
  readonly count: number;
  readonly experiments: readonly Experiment[];
  readonly look: LineLook;
  readonly column: number;
  readonly cells: CellLook;
  readonly activeIndex: number | null;
  /** Global ID of the example that is open. */
  readonly opened: string | null;
  readonly href: string;
  readonly control: RefObject<ComparisonControl | null>;
  readonly onShow: (first: number, end: number) => void;
  readonly onOpen: (index: number) => void;
  /** Whether the list is at its top. */
  readonly onTop: (isAtTop: boolean) => void;
}

/** The columns of a comparison's rows. */
function comparisonGrid(experiments: number): string {
  return `minmax(0, 1.1fr) minmax(0, 0.9fr) repeat(${experiments}, minmax(0, ${experiments <= 2 ? 2 : 1.7}fr))`;
}

/** Examples as rows, however many: some thirty are in the document. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { view, count, look, onShow, control, experiments, onTop } = props;
  const height = look === 'narrow' ? NARROW_ROW_PX : ROW_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const list = { count, rowHeight: height, firstOffset: 0, beyond: BEYOND };
  const { follow, scrollTo, first, end, slots, boxHeight, offset } = useRowWindow(scroller, list);
  useEffect(() => onShow(first, end), [first, end, onShow]);
  const head = look === 'wide' ? HEAD_PX : 0;
  useImperativeHandle(
    control,
    () => ({
      show: (index) => {
        const element = scroller.current;
        if (element === null) return;
        const seen = element.scrollTop + offset;
        const top = index * height;
        if (top < seen) scrollTo(element, top);
        else if (top + height + head > seen + element.clientHeight)
          scrollTo(element, top + height + head - element.clientHeight);
      },
    }),
    [height, head, offset, scrollTo],
  );
  const style: Style = {
    '--row-height': `${ROW_PX}px`,
    '--row-grid': comparisonGrid(experiments.length),
  };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Examples"
      aria-rowcount={count + 1}
      aria-busy={view.loading}
      aria-activedescendant={
        props.activeIndex === null ? undefined : `compared-${props.activeIndex}`
      }
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-offset-[-2px] [overflow-anchor:none] [scrollbar-gutter:stable]"
      style={style}
      onScroll={(event) => {
        follow(event.currentTarget);
        onTop(event.currentTarget.scrollTop < ROW_PX);
      }}
    >
      {look === 'wide' && <Head experiments={experiments} />}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
          jsx-a11y/no-noninteractive-element-interactions -- the table's keys do the same */}
      <div
        role="rowgroup"
        className="relative"
        style={{ height: boxHeight }}
        onClick={(event) => onClick(event, props.onOpen)}
      >
        {linesOf(props, { first, end, slots, offset }, height)}
      </div>
    </div>
  );
}

function linesOf(
  { view, look, column, activeIndex, opened, experiments, cells, href }: ComparisonTableProps,
  { first, end, slots, offset }: Pick<RowWindow, 'first' | 'end' | 'slots' | 'offset'>,
  height: number,
): readonly ReactNode[] {
  const lines: ReactNode[] = [];
  for (let index = first; index < end; index += 1) {
    const row = view.row(index);
    lines[index % slots] = (
      <ComparisonLine
        // Elements stay where they are and show another row: making new ones in every frame costs
        // more than a frame has.
        key={index % slots}
        row={row}
        index={index}
        top={index * height - offset}
        height={height}
        look={look}
        column={column}
        active={index === activeIndex}
        opened={row !== null && row.example_id === opened}
        experiments={experiments}
        cells={cells}
        href={href}
      />
    );
  }
  return lines;
}

function onClick(event: MouseEvent<HTMLElement>, onOpen: (index: number) => void): void {
  const target = event.target instanceof Element ? event.target : null;
  const line = target?.closest<HTMLElement>('[data-index]');
  if (line === null || line === undefined || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  onOpen(Number(line.dataset['index']));
}

function Head({ experiments }: { experiments: readonly Experiment[] }) {
  const cell = 'clip row-cell text-11 leading-(--row-height) text-text3';
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line1 bg-bg0">
      <div
        role="row"
        className="row-wide"
        style={{ '--row-height': `${HEAD_PX}px` } satisfies Style}
      >
        <div role="columnheader" className={cell}>
          Input
        </div>
        <div role="columnheader" className={cell}>
          Reference output
        </div>
        {experiments.map((one, place) => (
          <div
            key={one.id}
            role="columnheader"
            className={`${cell} flex items-center gap-6`}
            title={one.name}
          >
            <ExperimentMark number={one.sequence_number} place={place} />
            <bdi className="clip">{one.name}</bdi>
          </div>
        ))}
      </div>
    </div>
  );
}
