import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ListRow } from '../../api/list-row.ts';
import { compactCount, formatCost } from '../../lib/format-number.ts';
import { formatDuration, formatWhen } from '../../lib/format-time.ts';

interface TurnListProps {
  readonly rows: readonly ListRow[];
  readonly onNearEnd: () => void;
  readonly onOpen: () => void;
}

/** Turns of any height, virtual: a session may have thousands. */
export function TurnList({ rows, onNearEnd, onOpen }: TurnListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => 130, overscan: 6 });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 20) onNearEnd();
  }, [last, rows.length, onNearEnd]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <div ref={scroller} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      <ol className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={row.id}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Turn row={row} number={item.index + 1} onOpen={onOpen} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Turn({ row, number, onOpen }: { row: ListRow; number: number; onOpen: () => void }) {
  const answer = row.failed && row.error !== null ? row.error : row.output;
  return (
    <article className="mx-auto grid max-w-820 grid-cols-[40px_minmax(0,1fr)] gap-8 border-b border-line1 px-12 py-12">
      <span className="nums pt-2 text-12 text-text3">{number}</span>
      <div className="flex flex-col gap-8">
        <p className="verbatim border-l-2 border-line3 pl-10 text-14">{row.input ?? row.name}</p>
        {answer !== null && (
          <p
            className={`verbatim border-l-2 pl-10 text-14 ${row.failed && row.error !== null ? 'tone-error border-bar text-tone' : 'tone-llm border-bar text-text1'}`}
          >
            {answer}
          </p>
        )}
        <p className="nums flex flex-wrap gap-12 text-12 text-text3">
          <Link to={row.href} onClick={onOpen} className="text-link">
            {row.name}
          </Link>
          <span>{formatDuration(row.latencyMs)}</span>
          {row.tokens > 0 && <span>{compactCount(row.tokens)} tokens</span>}
          {row.costUsd !== null && <span>{formatCost(row.costUsd)}</span>}
          <span>{formatWhen(row.startedAt, Date.now())}</span>
        </p>
      </div>
    </article>
  );
}
