import { useVirtualizer } from '@tanstack/react-virtual';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useKeys } from '../lib/keys.ts';
import { useRowPx } from '../lib/preferences.ts';
import { placeOf, rememberPlace, setWalk } from '../lib/list-memory.ts';
import { useNarrow } from '../lib/narrow.ts';
import { RowHead, RowLine } from './row-line.tsx';
import type { ListRow } from './row-model.ts';

interface RowsTableProps {
  readonly label: string;
  readonly rows: readonly ListRow[];
  /** The list's address: its place is remembered under it. */
  readonly address: string;
  /** Old rows stay while new ones load, dimmed. */
  readonly dimmed: boolean;
  readonly sort: { readonly by: string; readonly set: (by: string) => void };
  /** Rises when the newest rows are asked for: the table goes to its top. */
  readonly topSignal: number;
  readonly onNearEnd: () => void;
  readonly onAtTop: (atTop: boolean) => void;
}

const HEAD = 30;
const ROW_NARROW = 52;
const AHEAD = 40;

/** A virtual table of traces or spans: some fifty rows in the document, however many there are. */
export function RowsTable({ label, rows, address, dimmed, sort, topSignal, onNearEnd, onAtTop }: RowsTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useNarrow();
  const rowPx = useRowPx();
  const place = placeOf(address);
  const [active, setActive] = useState(place.active);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? ROW_NARROW : rowPx),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    initialOffset: place.offset,
    scrollPaddingStart: HEAD,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => virtual.measure(), [narrow, rowPx, virtual]);
  useEdges(scroller, last >= rows.length - AHEAD ? rows.length : -1, onNearEnd, topSignal);
  const open = useOpenRow(rows, address, scroller);
  useRowKeys(rows.length, active, open, (index) => {
    setActive(index);
    virtual.scrollToIndex(index);
  });
  const slowMs = useMemo(() => slowest(rows), [rows]);
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-activedescendant={active >= 0 ? `row-${active}` : undefined}
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto [overflow-anchor:none]"
      onScroll={(event) => {
        const offset = event.currentTarget.scrollTop;
        rememberPlace(address, { offset, active });
        onAtTop(offset < HEAD);
      }}
    >
      {!narrow && <RowHead sort={sort} />}
      <div
        role="rowgroup"
        className={`relative transition-opacity ${dimmed ? 'opacity-60' : ''}`}
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <RowLine
              key={item.key}
              row={row}
              index={item.index}
              top={item.start}
              narrow={narrow}
              active={item.index === active}
              slowMs={slowMs}
              onOpen={open}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Asks for more once for each length at which the end came near, and goes to the top when told. */
function useEdges(scroller: RefObject<HTMLDivElement | null>, nearEndAt: number, onNearEnd: () => void, topSignal: number): void {
  useEffect(() => {
    if (nearEndAt >= 0) onNearEnd();
  }, [nearEndAt, onNearEnd]);
  useEffect(() => {
    if (topSignal > 0) scroller.current?.scrollTo({ top: 0 });
  }, [scroller, topSignal]);
}

function useRowKeys(count: number, active: number, open: (index: number) => void, go: (index: number) => void): void {
  const move = (by: number): void => go(Math.max(0, Math.min(count - 1, active + by)));
  useKeys({
    ArrowDown: { what: 'Move', run: () => move(1) },
    ArrowUp: { what: 'Move', run: () => move(-1) },
    Enter: { what: 'Open', run: () => open(active) },
    Home: { what: 'First, last', run: () => move(-count) },
    End: { what: 'First, last', run: () => move(count) },
  });
}

/** Opens a row in this page; the list is kept for walking to its neighbours. */
function useOpenRow(rows: readonly ListRow[], address: string, scroller: RefObject<HTMLDivElement | null>) {
  const navigate = useNavigate();
  return useCallback(
    (index: number): void => {
      const row = rows[index];
      if (row === undefined) return;
      rememberPlace(address, { offset: scroller.current?.scrollTop ?? 0, active: index });
      setWalk(rows.map((one) => one.href));
      void navigate({ to: row.href });
    },
    [rows, address, scroller, navigate],
  );
}

/** The 99th percentile of what is loaded: the full length of a duration's bar. */
function slowest(rows: readonly ListRow[]): number {
  const sorted = rows.map((row) => row.latencyMs).toSorted((a, b) => a - b);
  return Math.max(1, sorted[Math.floor(sorted.length * 0.99)] ?? 1);
}
