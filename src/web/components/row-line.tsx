import { memo } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { compactCount, exactCount, formatCost } from '../lib/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '../lib/format-time.ts';
import { Icon } from './icon.tsx';
import { KindMark, lookOfKind } from './kind-mark.tsx';
import type { ListRow } from './row-model.ts';

const ROW_GRID =
  'grid grid-cols-[22px_104px_minmax(160px,1.1fr)_minmax(150px,1.5fr)_minmax(150px,1.5fr)_124px_70px_84px_minmax(84px,0.5fr)] max-lg:grid-cols-[22px_104px_minmax(130px,1fr)_minmax(150px,2fr)_138px_76px_84px]';

interface HeadProps {
  readonly sort: { readonly by: string; readonly set: (by: string) => void };
}

export function RowHead({ sort }: HeadProps) {
  const cell = 'flex items-center px-8 text-11 text-text3';
  return (
    <div role="row" className={`${ROW_GRID} sticky top-0 z-10 h-30 border-b border-line1 bg-bg0`}>
      <div role="columnheader">
        <span className="sr-only">Status</span>
      </div>
      <SortHead label="Started" by="started" sort={sort} down={sort.by !== 'oldest'} on={sort.by !== 'latency'} />
      <div role="columnheader" className={cell}>
        Name
      </div>
      <div role="columnheader" className={cell}>
        Input
      </div>
      <div role="columnheader" className={`${cell} max-lg:hidden`}>
        Output
      </div>
      <SortHead label="Duration" by="latency" sort={sort} down on={sort.by === 'latency'} />
      <div role="columnheader" className={`${cell} justify-end`}>
        Tokens
      </div>
      <div role="columnheader" className={`${cell} justify-end`}>
        Cost
      </div>
      <div role="columnheader" className={`${cell} max-lg:hidden`}>
        Model
      </div>
    </div>
  );
}

function SortHead({ label, by, sort, down, on }: HeadProps & { label: string; by: string; down: boolean; on: boolean }) {
  return (
    <div role="columnheader" aria-sort={on ? (down ? 'descending' : 'ascending') : 'none'} className="flex items-center px-8">
      <button
        type="button"
        onClick={() => sort.set(by)}
        className={`inline-flex items-center gap-4 text-11 hover:text-text1 ${on ? 'text-text1' : 'text-text3'}`}
      >
        {label}
        {on && <Icon name={down ? 'arrowDown' : 'arrowUp'} size={11} />}
      </button>
    </div>
  );
}

interface RowLineProps {
  readonly row: ListRow;
  readonly index: number;
  readonly top: number;
  readonly narrow: boolean;
  readonly active: boolean;
  readonly slowMs: number;
  readonly onOpen: (index: number) => void;
}

/** One row: every cell is a real link, so that a new tab works; a plain click stays in the page. */
export const RowLine = memo(function RowLine({ row, index, top, narrow, active, slowMs, onOpen }: RowLineProps) {
  const onClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(index);
  };
  const look = active ? 'bg-sel shadow-[inset_2px_0_0_var(--focus)]' : 'hover:bg-bg2';
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the links inside take the keys
    <div
      role="row"
      id={`row-${index}`}
      aria-rowindex={index + 1}
      aria-selected={active}
      className={`absolute inset-x-0 border-b border-line1 ${look} ${narrow ? 'h-52' : `${ROW_GRID} h-row`}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      {narrow ? <NarrowCells row={row} /> : <WideCells row={row} slowMs={slowMs} />}
    </div>
  );
}, sameRow);

function sameRow(a: RowLineProps, b: RowLineProps): boolean {
  return (
    a.row === b.row &&
    a.index === b.index &&
    a.top === b.top &&
    a.narrow === b.narrow &&
    a.active === b.active &&
    a.slowMs === b.slowMs &&
    a.onOpen === b.onOpen
  );
}

function Cell({ href, className = '', title, main = false, children }: CellProps) {
  return (
    <div role="gridcell" className={`min-w-0 ${className.includes('max-lg:hidden') ? 'max-lg:hidden' : ''}`}>
      <a href={href} title={title} tabIndex={main ? 0 : -1} className={`flex h-full items-center px-8 ${className}`}>
        {children}
      </a>
    </div>
  );
}

interface CellProps {
  readonly href: string;
  readonly className?: string;
  readonly title?: string | undefined;
  readonly main?: boolean;
  readonly children?: ReactNode;
}

function WideCells({ row, slowMs }: { row: ListRow; slowMs: number }) {
  const { href } = row;
  const tail = row.failed && row.error !== null ? row.error : row.output;
  return (
    <>
      <div role="gridcell" className="grid place-items-center">
        {row.failed && (
          <span className="tone-error size-7 rounded-full bg-bar" role="img" aria-label="error" title={row.error ?? 'error'} />
        )}
      </div>
      <Cell href={href} className="nums text-text2" title={isoWithZone(Date.parse(row.startedAt))}>
        <span className="clip">{formatWhen(row.startedAt, Date.now())}</span>
      </Cell>
      <Cell href={href} main className="gap-8" title={row.name}>
        <KindMark look={lookOfKind(row.kind)} />
        <span className="clip">{row.name}</span>
        {row.spans !== null && row.spans > 1 && (
          <span className="nums text-11 text-text3" title={`${exactCount(row.spans)} spans`}>
            {compactCount(row.spans)}
          </span>
        )}
      </Cell>
      <Cell href={href} title={row.input ?? undefined}>
        <span className="clip">{row.input}</span>
      </Cell>
      <Cell href={href} className="max-lg:hidden" title={tail ?? undefined}>
        <span className={`clip ${row.failed && row.error !== null ? 'tone-error text-tone' : 'text-text2'}`}>{tail}</span>
      </Cell>
      <Cell href={href} className="nums gap-8">
        <span className="w-62 shrink-0">{formatDuration(row.latencyMs)}</span>
        <DurationBar ms={row.latencyMs} fullMs={slowMs} />
      </Cell>
      <Cell href={href} className="nums justify-end text-text2" title={row.tokens === 0 ? undefined : exactCount(row.tokens)}>
        {row.tokens === 0 ? '' : compactCount(row.tokens)}
      </Cell>
      <Cell href={href} className="nums justify-end text-text2">
        {formatCost(row.costUsd)}
      </Cell>
      <Cell href={href} className="text-text2 max-lg:hidden" title={row.model ?? undefined}>
        <span className="clip">{row.model}</span>
      </Cell>
    </>
  );
}

/** Its length against the slow ones on the page; amber at and above them. */
function DurationBar({ ms, fullMs }: { ms: number; fullMs: number }) {
  const share = Math.min(1, ms / fullMs);
  return (
    <span className="tone-warn h-4 flex-1" aria-hidden="true">
      <span className={`block h-4 min-w-2 rounded-chip ${ms >= fullMs ? 'bg-bar' : 'bg-track'}`} style={{ width: `${share * 100}%` }} />
    </span>
  );
}

function NarrowCells({ row }: { row: ListRow }) {
  return (
    <div role="gridcell" className="h-full">
      <a href={row.href} aria-label={row.name} className="flex h-full flex-col justify-center gap-2 px-12">
        <span className="flex items-center gap-8">
          <KindMark look={lookOfKind(row.kind)} />
          <span className="clip font-medium">{row.name}</span>
          {row.failed && <span className="tone-error text-11 text-tone">error</span>}
          <span className="nums ml-auto shrink-0 text-12 text-text2">{formatDuration(row.latencyMs)}</span>
        </span>
        <span className="flex gap-8 text-12 text-text3">
          <span className="clip flex-1">{row.input ?? row.error ?? ''}</span>
          <span className="nums shrink-0">{formatCost(row.costUsd)}</span>
          <span className="nums shrink-0">{formatWhen(row.startedAt, Date.now())}</span>
        </span>
      </a>
    </div>
  );
}
