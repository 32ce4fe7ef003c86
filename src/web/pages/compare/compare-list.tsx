import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Kbd, IconButton } from '../../components/button.tsx';
import { KindMark, lookOfKindIndex } from '../../components/kind-mark.tsx';
import { lastedMs } from '../../lib/compare-rows.ts';
import type { CompareRow, Difference } from '../../lib/compare-rows.ts';
import { compactCount, exactCost, formatCost, plural } from '../../lib/format-number.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { nameOf } from '../../lib/trace-columns.ts';
import { NODE_MISSING } from '../../lib/trace-tree.ts';
import type { LoadedSide } from './compare-page.tsx';
import { Delta } from './delta.tsx';

const ROW = 26;
const ROW_NARROW = 44;
const INDENT = 14;
const INDENT_MAX = 10;
const GRID = 'grid grid-cols-[minmax(0,1fr)_76px_76px_84px_72px_100px] items-center';

interface CompareListProps {
  readonly a: LoadedSide;
  readonly b: LoadedSide;
  readonly rows: readonly CompareRow[];
  readonly chosen: number;
  readonly onChoose: (row: number) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly narrow: boolean;
}

/** Both trees as one, a row for each step. */
export function CompareList(props: CompareListProps) {
  const { rows, chosen, narrow, onStep } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const height = narrow ? ROW_NARROW : ROW;
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });
  useEffect(() => virtual.measure(), [height, virtual]);
  useEffect(() => virtual.scrollToIndex(chosen), [chosen, virtual]);
  const different = rows.reduce((count, row) => count + (row.differences.length > 0 ? 1 : 0), 0);
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-36 shrink-0 items-center gap-6 border-b border-line1 px-12 text-12 text-text2">
        <span className="nums" role="status">
          {plural(different, 'step')} of {compactCount(rows.length)} differ
        </span>
        <IconButton icon="arrowUp" label="Previous difference (Shift N)" disabled={different === 0} onClick={() => onStep(-1)} />
        <IconButton icon="arrowDown" label="Next difference (N)" disabled={different === 0} onClick={() => onStep(1)} />
        <span className="ml-auto flex items-center gap-6 text-11 text-text3 max-lg:hidden">
          <Kbd>N</Kbd> next difference
        </span>
      </div>
      {!narrow && (
        <div className={`${GRID} h-24 shrink-0 border-b border-line1 pr-12 text-right text-11 text-text3 [scrollbar-gutter:stable]`}>
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
        aria-activedescendant={`step-${chosen}`}
        className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto focus-visible:outline-offset-[-2px]"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <StepRow key={item.index} {...props} index={item.index} top={item.start} height={height} />
          ))}
        </div>
      </div>
    </div>
  );
}

const WORDS: Readonly<Record<Difference, string>> = {
  added: 'only in B',
  removed: 'only in A',
  status: 'status',
  model: 'model',
  tokens: 'tokens',
  time: 'time',
};
const LOOKS: Readonly<Partial<Record<Difference, string>>> = { added: 'tone-ok', removed: 'tone-error' };

function StepRow({
  a,
  b,
  rows,
  chosen,
  onChoose,
  narrow,
  index,
  top,
  height,
}: CompareListProps & { index: number; top: number; height: number }) {
  const row = rows[index];
  if (row === undefined) return null;
  const side = row.a >= 0 ? a : b;
  const node = row.a >= 0 ? row.a : row.b;
  const span = side.tree.span[node] ?? -1;
  const name = side.tree.type[node] === NODE_MISSING ? 'parent not received' : nameOf(side.columns, span);
  const sign = row.b < 0 ? '−' : row.a < 0 ? '+' : '';
  const active = index === chosen;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the arrows choose a row
    <div
      id={`step-${index}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-selected={active}
      aria-posinset={index + 1}
      aria-setsize={rows.length}
      onClick={() => onChoose(index)}
      className={`absolute inset-x-0 cursor-pointer pr-12 text-12 ${narrow ? 'flex flex-col justify-center' : GRID} ${active ? 'bg-sel shadow-[inset_2px_0_0_var(--focus)]' : 'hover:bg-bg2'}`}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <span className="flex min-w-0 items-center gap-6" style={{ paddingLeft: 12 + Math.min(row.depth, INDENT_MAX) * INDENT }}>
        <span className={`mono w-10 shrink-0 ${row.b < 0 ? 'tone-error text-tone' : 'tone-ok text-tone'}`} aria-hidden="true">
          {sign}
        </span>
        <KindMark look={lookOfKindIndex(side.columns.kinds[span] ?? 0)} />
        <span className={`clip text-13 ${row.b < 0 ? 'text-text3 line-through' : ''}`} title={name}>
          {name}
        </span>
        {row.differences.map((one) => (
          <span key={one} className={`shrink-0 rounded-chip bg-tint px-4 text-11 text-tone ${LOOKS[one] ?? 'tone-warn'}`}>
            {WORDS[one]}
          </span>
        ))}
      </span>
      {narrow ? (
        <span className="nums pl-40 text-11 text-text3">
          {row.a >= 0 ? formatDuration(lastedMs(a, row.a)) : '–'} → {row.b >= 0 ? formatDuration(lastedMs(b, row.b)) : '–'}
        </span>
      ) : (
        <RowFigures a={a} b={b} row={row} />
      )}
    </div>
  );
}

function RowFigures({ a, b, row }: Pick<CompareListProps, 'a' | 'b'> & { row: CompareRow }) {
  return (
    <>
      <span className="nums text-right text-text3">{row.a >= 0 && formatDuration(lastedMs(a, row.a))}</span>
      <span className="nums text-right text-text3">{row.b >= 0 && formatDuration(lastedMs(b, row.b))}</span>
      <span className="text-right">
        <Delta value={row.deltaMs} text={formatDuration(Math.abs(row.deltaMs))} />
      </span>
      <span className="text-right">
        {row.deltaTokens !== 0 && <Delta value={row.deltaTokens} text={compactCount(Math.abs(row.deltaTokens))} />}
      </span>
      <span className="text-right" title={exactCost(Math.abs(row.deltaCostUsd))}>
        {row.deltaCostUsd !== 0 && <Delta value={row.deltaCostUsd} text={formatCost(Math.abs(row.deltaCostUsd))} />}
      </span>
    </>
  );
}
