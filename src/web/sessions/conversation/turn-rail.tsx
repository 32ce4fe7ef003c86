import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { SessionSkeleton } from '#contracts/sessions/session.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';

/** The minimum target size for a pointer. */
const ROW_PX = 24;
/** Above the first and below the last row. */
const PAD_PX = 8;

interface TurnRailProps {
  readonly skeleton: SessionSkeleton;
  readonly chosen: number;
  /** The first and the last turn on screen. */
  readonly range: { readonly startIndex: number; readonly endIndex: number } | null;
  readonly onChoose: (index: number) => void;
}

/** All turns at a glance: their number, how long they took, which failed. */
export function TurnRail({ skeleton, chosen, range, onChoose }: TurnRailProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const count = skeleton.trace_ids.length;
  const longest = useMemo(() => skeleton.durations_ms.reduce((most, ms) => Math.max(most, ms), 1), [skeleton]);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 10 });
  const { startIndex: first, endIndex: last } = range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() => {
    const rail = scroller.current;
    if (rail === null) return;
    // All that is on screen is seen in the rail, its first turn above all; and it moves no further than that.
    const least = (last + 1) * ROW_PX + PAD_PX - rail.clientHeight;
    rail.scrollTop = Math.min(Math.max(rail.scrollTop, least), first * ROW_PX);
  }, [first, last]);
  return (
    <nav ref={scroller} aria-label="Turns" className="w-168 shrink-0 overflow-auto border-r border-line1 py-4 max-lg:hidden">
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const { index } = item;
          const failed = (skeleton.error_counts[index] ?? 0) > 0;
          const ms = skeleton.durations_ms[index] ?? 0;
          return (
            <button
              key={item.key}
              type="button"
              aria-current={index === chosen}
              onClick={() => onChoose(index)}
              title={`Turn ${index + 1}: ${formatDuration(ms)}${failed ? ', failed' : ''}`}
              className={`nums absolute inset-x-0 top-0 grid grid-cols-[44px_1fr_52px] items-center gap-6 px-8 text-11 ${
                index === chosen ? 'bg-sel text-text1' : 'text-text3 hover:bg-bg2'
              }`}
              style={{ height: ROW_PX, transform: `translateY(${item.start}px)` }}
            >
              <span className="text-right">{exactCount(index + 1)}</span>
              <span
                className={`h-6 rounded-chip bg-bar ${failed ? 'tone-error hatch' : 'tone-chain'}`}
                style={{ width: `${Math.max(3, (ms / longest) * 100)}%` }}
              />
              <span className={`clip text-right ${failed ? 'tone-error text-tone' : ''}`}>{formatDuration(ms)}</span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
