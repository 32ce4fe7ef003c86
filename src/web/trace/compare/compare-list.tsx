import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useLayoutEffect, type RefObject } from 'react';
import { Kbd } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { KindMark, lookOfKindIndex } from '#web/ui/kind-mark.tsx';
import {
  failureWords,
  hasNoEnd,
  lastedMs,
  stepName,
  exchangedPlace,
  type CompareRow,
  type CompareSide,
  type Difference,
} from './compare-rows.ts';
import { compactCount, exactCost, formatCost, plural } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { Delta } from './delta.tsx';
import { DifferenceSteps } from './difference-steps.tsx';
import type { LoadedSide } from './use-sides.ts';
import { itemOfRow, type CompareItem } from './compare-folds.ts';

const ROW = 26;
const ROW_NARROW = 44;
const INDENT = 14;
const INDENT_MAX = 10;
const GRID = 'grid grid-cols-[minmax(0,1fr)_60px_60px_72px_60px_100px] items-center';

interface CompareListProps {
  readonly a: LoadedSide;
  readonly b: LoadedSide;
  readonly rows: readonly CompareRow[];
  readonly items: readonly CompareItem[];
  /** Place of the chosen item. */
  readonly at: number;
  /** The first rows of the expanded runs of equal steps. */
  readonly opened: ReadonlySet<number>;
  readonly onOpen: (run: number, whether: boolean) => void;
  /** How far the texts are compared. */
  readonly note: string;
  readonly onChoose: (row: number) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly narrow: boolean;
}

/** Both trees as one, a row for each step. */
export function CompareList(props: CompareListProps) {
  const { rows, items, at, narrow, note, onStep } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const height = narrow ? ROW_NARROW : ROW;
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });
  useEffect(() => virtual.measure(), [height, virtual]);
  useKeptPlace(props, height, scroller, (to, align) => virtual.scrollToIndex(to, { align }));
  const different = rows.reduce((count, row) => count + (row.differences.length > 0 ? 1 : 0), 0);
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-36 shrink-0 items-center gap-6 border-b border-line1 px-12 text-12 text-text2">
        <span className="nums" role="status">
          {plural(different, 'step')} of {compactCount(rows.length)} differ
        </span>
        {note !== '' && <span className="nums clip text-text3">{note}</span>}
        <DifferenceSteps isAny={different > 0} onStep={onStep} />
        <span className="ml-auto flex items-center gap-6 text-11 text-text3 max-lg:hidden">
          <Kbd>N</Kbd> next difference
        </span>
      </div>
      {!narrow && (
        <div
          className={`${GRID} h-24 shrink-0 border-b border-line1 pr-12 text-right text-11 text-text3 [scrollbar-gutter:stable]`}
        >
          <span className="pl-12 text-left">Step</span>
          <span>A</span>
          <span>B</span>
          <span>Time</span>
          <span>Tokens</span>
          <span>Cost</span>
        </div>
      )}
      <div
        ref={scroller}
        role="tree"
        aria-label="Steps of both traces"
        tabIndex={0}
        aria-activedescendant={`step-${items[at]?.row ?? 0}`}
        className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto focus-visible:outline-offset-[-2px]"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <StepRow
              key={items[item.index]?.row}
              {...props}
              index={item.index}
              top={item.start}
              height={height}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Says its name and failures itself. */
type ListedDifference = Exclude<Difference, 'name' | 'status'>;
const WORDS: Readonly<Record<ListedDifference, string>> = {
  added: 'only in B',
  removed: 'only in A',
  model: 'model',
  tokens: 'tokens',
  time: 'time',
  open: 'open',
  input: 'input',
  output: 'output',
  message: 'error text',
};
/** The name is what a row is found by, and needs the room. */
const FLAGS_MAX = 2;
const LOOKS: Readonly<Partial<Record<Difference, string>>> = {
  added: 'tone-ok',
  removed: 'tone-error',
};

function StepRow({
  a,
  b,
  rows,
  items,
  at,
  opened,
  onOpen,
  onChoose,
  narrow,
  index,
  top,
  height,
}: CompareListProps & { index: number; top: number; height: number }) {
  const item = items[index];
  const row = rows[item?.row ?? -1];
  if (item === undefined || row === undefined) return null;
  const isOpen = item.run >= 0 && opened.has(item.run);
  const side = row.a >= 0 ? a : b;
  const node = row.a >= 0 ? row.a : row.b;
  const span = side.tree.span[node] ?? -1;
  const name = stepName(a, b, row);
  const sign = row.b < 0 ? '−' : row.a < 0 ? '+' : '';
  const active = index === at;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the arrows choose a row
    <div
      id={`step-${item.row}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-selected={active}
      aria-posinset={index + 1}
      aria-setsize={items.length}
      {...(item.count > 1 || (isOpen && item.row === item.run) ? { 'aria-expanded': isOpen } : {})}
      onClick={() => onChoose(item.row)}
      className={`absolute inset-x-0 cursor-pointer pr-12 text-12 ${narrow ? 'flex flex-col justify-center' : GRID} ${active ? 'bg-sel shadow-[inset_2px_0_0_var(--focus)]' : 'hover:bg-bg2'}`}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <span
        className="flex min-w-0 items-center gap-6"
        style={{ paddingLeft: 12 + Math.min(row.depth, INDENT_MAX) * INDENT }}
      >
        <span
          className={`mono w-10 shrink-0 ${row.b < 0 ? 'tone-error text-tone' : 'tone-ok text-tone'}`}
          aria-hidden="true"
        >
          {sign}
        </span>
        <KindMark look={lookOfKindIndex(side.columns.kinds[span] ?? 0)} />
        <span className={`clip text-13 ${row.b < 0 ? 'text-text3 line-through' : ''}`} title={name}>
          {name}
        </span>
        {(item.count > 1 || (isOpen && item.row === item.run)) && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={isOpen ? 'Fold equal steps' : 'Open equal steps'}
            onClick={(event) => {
              event.stopPropagation();
              onOpen(item.run, !isOpen);
            }}
            className="touch touch-wide nums inline-flex shrink-0 items-center gap-2 rounded-chip text-12 text-text3 hover:text-text1"
          >
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
            {item.count > 1 && `× ${compactCount(item.count)}`}
          </button>
        )}
        <Flags row={row} />
      </span>
      {narrow ? (
        <span className="nums pl-40 text-11 text-text3">
          {lastedText(a, [row.a]) || '–'} → {lastedText(b, [row.b]) || '–'}
        </span>
      ) : (
        <RowFigures a={a} b={b} rows={rows.slice(item.row, item.row + item.count)} />
      )}
    </div>
  );
}

/** Where a step failed, and what else differs in its row as far as there is room. */
function Flags({ row }: { row: CompareRow }) {
  const failure = failureWords(row);
  const differences = row.differences.filter(
    (one): one is ListedDifference => one !== 'name' && one !== 'status',
  );
  const room = failure === '' ? FLAGS_MAX : FLAGS_MAX - 1;
  // A run of one is shown as the row itself.
  const shown = differences.length <= room + 1 ? differences.length : room;
  const rest = differences.slice(shown);
  return (
    <>
      {failure !== '' && (
        <span className="tone-error inline-flex shrink-0 items-center gap-4 rounded-chip bg-tint px-4 text-11 text-tone">
          <span className="size-6 rounded-full bg-bar" aria-hidden="true" />
          {failure}
        </span>
      )}
      {differences.slice(0, shown).map((one) => (
        <span
          key={one}
          className={`shrink-0 rounded-chip bg-tint px-4 text-11 text-tone ${LOOKS[one] ?? 'tone-warn'}`}
        >
          {WORDS[one]}
        </span>
      ))}
      {rest.length > 0 && (
        <span
          className="nums tone-warn shrink-0 rounded-chip bg-tint px-4 text-11 text-tone"
          title={rest.map((one) => WORDS[one]).join(', ')}
        >
          +{rest.length}
        </span>
      )}
    </>
  );
}

/** How long steps took, "open" when one of them has no end; empty for none. */
function lastedText(side: CompareSide, nodes: readonly number[]): string {
  const found = nodes.filter((node) => node >= 0);
  if (found.some((node) => hasNoEnd(side, node))) return 'open';
  return found.length === 0
    ? ''
    : formatDuration(found.reduce((sum, node) => sum + lastedMs(side, node), 0));
}

/** The figures of a row, or of all rows folded into one. */
function RowFigures({ a, b, rows }: Pick<CompareListProps, 'a' | 'b' | 'rows'>) {
  const sum = (of: (row: CompareRow) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  const [ms, tokens, costUsd] = [
    sum((row) => row.deltaMs),
    sum((row) => row.deltaTokens),
    sum((row) => row.deltaCostUsd),
  ];
  return (
    <>
      <span className="nums text-right text-text3">
        {lastedText(
          a,
          rows.map((row) => row.a),
        )}
      </span>
      <span className="nums text-right text-text3">
        {lastedText(
          b,
          rows.map((row) => row.b),
        )}
      </span>
      <span className="text-right">
        <Delta value={ms} text={formatDuration(Math.abs(ms))} />
      </span>
      <span className="text-right">
        {tokens !== 0 && <Delta value={tokens} text={compactCount(Math.abs(tokens))} />}
      </span>
      <span className="text-right" title={exactCost(Math.abs(costUsd))}>
        {costUsd !== 0 && <Delta value={costUsd} text={formatCost(Math.abs(costUsd))} />}
      </span>
    </>
  );
}

interface Listed {
  readonly a: LoadedSide;
  readonly b: LoadedSide;
  readonly rows: readonly CompareRow[];
  readonly items: readonly CompareItem[];
  readonly at: number;
}

/**
 * Keeps the chosen line in view; and while the sides are exchanged every line where it is: the
 * chosen one, or else the first that is seen.
 */
function useKeptPlace(
  { a, b, rows, items, at }: Listed,
  height: number,
  scroller: RefObject<HTMLElement | null>,
  scrollTo: (item: number, align: 'auto' | 'center') => void,
): void {
  const before = useRef<Listed | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { a, b, rows, items, at };
    const box = scroller.current;
    if (box === null) return;
    const isSeen = (item: number): boolean =>
      item * height >= box.scrollTop && (item + 1) * height <= box.scrollTop + box.clientHeight;
    if (was === null || was.a === a || was.a !== b) {
      // A far target is shown in the middle, with its surroundings.
      if (was?.at !== at && !isSeen(at))
        scrollTo(at, Math.abs(at - (was?.at ?? -1)) > 1 ? 'center' : 'auto');
      return;
    }
    const held = isSeen(was.at) ? was.at : Math.ceil(box.scrollTop / height);
    const row = was.rows[was.items[held]?.row ?? -1];
    const place = row === undefined ? -1 : exchangedPlace(row, rows);
    if (place >= 0)
      box.scrollBy({ top: (itemOfRow(items, place) - held) * height, behavior: 'instant' });
  });
}
