import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { SessionSkeleton } from '#web/platform/http/model.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { tracePath } from '#web/platform/address/paths.ts';
import { Turn } from './conversation/turn.tsx';
import { TurnRail } from './conversation/turn-rail.tsx';
import { useSeenTurn } from './conversation/use-seen-turn.ts';
import { useStayAtEnd } from './conversation/use-stay-at-end.ts';
import { useTurns } from './conversation/use-turns.ts';

interface ConversationProps {
  readonly project: string;
  readonly skeleton: SessionSkeleton;
  /** The chosen one, from 1. */
  readonly turn: number;
  readonly onTurn: (turn: number) => void;
  /** In a review, J and K go from session to session. */
  readonly keys: 'page' | 'review';
}

/** All turns of a session: a rail to find one, the turns themselves at a readable measure. Only those near the screen are drawn and read. */
export function Conversation({ project, skeleton, turn, onTurn, keys }: ConversationProps) {
  const count = skeleton.trace_ids.length;
  const navigate = useNavigate();
  const chosen = Math.min(turn, count) - 1;
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => 180, overscan: 3 });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const turnAt = useTurns(skeleton, first, items.at(-1)?.index ?? 0);
  useStayAtEnd(scroller, virtual.getTotalSize());
  const choose = (index: number): void => {
    const bound = Math.max(0, Math.min(count - 1, index));
    onTurn(bound + 1);
    virtual.scrollToIndex(bound, { align: 'start' });
  };
  const { before, walked, leave } = useSeenTurn(virtual.range?.startIndex ?? 0);
  /** Traces opened from here can be walked with J and K. */
  const open = (index: number): string => {
    const paths = skeleton.trace_ids.map((id) => tracePath(project, id));
    leave(paths, index);
    return paths[index] ?? '';
  };
  const reached = walked === null ? -1 : skeleton.trace_ids.findIndex((id) => tracePath(project, id) === walked);
  const begin = useRef(() => (reached >= 0 ? choose(reached) : virtual.scrollToIndex(before ?? chosen, { align: 'start' })));
  // A link to a turn opens there, and Back where one was, or at the turn one has walked to; later the reader scrolls, not the address.
  useEffect(() => begin.current(), []);
  useKeys({
    ...(keys === 'page'
      ? { j: { what: 'Next turn', run: () => choose(chosen + 1) }, k: { what: 'Previous turn', run: () => choose(chosen - 1) } }
      : {}),
    ArrowDown: { what: 'Next turn', run: () => choose(chosen + 1) },
    ArrowUp: { what: 'Previous turn', run: () => choose(chosen - 1) },
    Home: { what: 'First, last turn', run: () => choose(0) },
    End: { what: 'First, last turn', run: () => choose(count - 1) },
    Enter: { what: "Open the turn's trace", run: () => void navigate({ to: open(chosen) }) },
    e: { what: 'Next failed turn', run: () => choose(nextFailed(skeleton, chosen)) },
  });
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <TurnRail skeleton={skeleton} chosen={chosen} range={virtual.range} onChoose={choose} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div ref={scroller} tabIndex={0} aria-label="Conversation" role="region" className="min-h-0 min-w-0 flex-1 overflow-auto">
        <ol className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Turn
                project={project}
                skeleton={skeleton}
                index={item.index}
                turn={turnAt(item.index)}
                chosen={item.index === chosen}
                onOpen={() => open(item.index)}
              />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** The next turn with a failed span, after the last from the first on; the same where there is none. */
function nextFailed(skeleton: SessionSkeleton, from: number): number {
  const { error_counts: errors } = skeleton;
  const after = errors.findIndex((count, index) => index > from && count > 0);
  if (after >= 0) return after;
  const first = errors.findIndex((count) => count > 0);
  return first >= 0 ? first : from;
}
