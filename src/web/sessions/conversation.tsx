import { useNavigate, useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useRef,
  useState,
  useLayoutEffect,
  useCallback,
  type RefObject,
  useMemo,
} from 'react';
import type { SessionSkeleton, SessionTurn } from '#contracts/sessions/session.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { tracePath } from '#web/platform/address/paths.ts';
import { Turn } from './conversation/turn.tsx';
import { setWalk, walkedTo } from '#web/lists/list-walk.ts';
import { useQueries } from '@tanstack/react-query';
import { TURNS_READ, sessionTurnsOptions } from './sessions.calls.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';

const KEPT_MAX = 100;

interface Seen {
  /** The turn at the top. */
  readonly top: number;
  /**
   * The traces that could be walked through from here, and the one that was opened; null while none
   * was.
   */
  readonly left: {
    readonly addresses: readonly string[];
    readonly opened: string | undefined;
  } | null;
}

/** The reading position in a conversation, by browser history entry. */
const seen = new Map<string, Seen>();

interface SeenTurn {
  /** Where a conversation begins to be read: on Back to it where it was left, else null. */
  readonly before: number | null;
  /**
   * The trace that J and K led to since then; null when none was opened, or the one that was is the
   * last that was looked at.
   */
  readonly walked: string | null;
  /** A trace is opened from here, to walk on from. */
  readonly leave: (addresses: readonly string[], index: number) => void;
}

/**
 * Where one was in a conversation. `top` is the turn that is at the top now. By entry of the
 * history, so that a link to a turn leads to that turn however far the session was read before.
 */
function useSeenTurn(top: number): SeenTurn {
  const { state } = useRouter();
  const entry = state.location.state.key ?? '';
  const [found] = useState(() => {
    const { top: before = null, left = null } = seen.get(entry) ?? {};
    const at = left === null ? null : walkedTo(left.addresses);
    return { before, walked: at === left?.opened ? null : at };
  });
  useEffect(() => keepSeen(entry, { top, left: null }), [entry, top]);
  const leave = (addresses: readonly string[], index: number): void => {
    setWalk(addresses, { before: 0, at: index, list: null });
    keepSeen(entry, { top, left: { addresses, opened: addresses[index] } });
  };
  return { ...found, leave };
}

function keepSeen(entry: string, what: Seen): void {
  seen.delete(entry);
  seen.set(entry, what);
  const oldest = seen.size > KEPT_MAX ? seen.keys().next().value : undefined;
  if (oldest !== undefined) seen.delete(oldest);
}

interface ConversationProps {
  readonly project: string;
  readonly skeleton: SessionSkeleton;
  /** The chosen one, from 1. */
  readonly turn: number;
  readonly onTurn: (turn: number) => void;
  /** In a review, J and K go from session to session. */
  readonly keys: 'page' | 'review';
}

/**
 * All turns of a session: a rail to find one, the turns themselves at a readable measure. Only
 * those near the screen are drawn and read.
 */
export function Conversation({ project, skeleton, turn, onTurn, keys }: ConversationProps) {
  const count = skeleton.trace_ids.length;
  const chosen = Math.min(turn, count) - 1;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useTurnWindow(scroller, count);
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
  const reached =
    walked === null ? -1 : skeleton.trace_ids.findIndex((id) => tracePath(project, id) === walked);
  const begin = useRef(() =>
    reached >= 0 ? choose(reached) : virtual.scrollToIndex(before ?? chosen, { align: 'start' }),
  );
  // A link to a turn opens there, and Back where one was, or at the turn one has walked to; later
  // the reader scrolls, not the address.
  useEffect(() => begin.current(), []);
  useTurnKeys({ keys, skeleton, chosen, choose, open });
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <TurnRail skeleton={skeleton} chosen={chosen} range={virtual.range} onChoose={choose} />
      <div
        ref={scroller}
        tabIndex={0}
        aria-label="Conversation"
        role="region"
        className="min-h-0 min-w-0 flex-1 overflow-auto"
      >
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

function useTurnWindow(scroller: RefObject<HTMLDivElement | null>, count: number) {
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 180,
    overscan: 3,
  });
}

interface TurnKeys extends Pick<ConversationProps, 'keys' | 'skeleton'> {
  readonly chosen: number;
  readonly choose: (index: number) => void;
  /** The path of a turn's trace, for who leaves for it. */
  readonly open: (index: number) => string;
}

function useTurnKeys({ keys, skeleton, chosen, choose, open }: TurnKeys): void {
  const navigate = useNavigate();
  useKeys({
    ...(keys === 'page'
      ? {
          j: { what: 'Next turn', run: () => choose(chosen + 1) },
          k: { what: 'Previous turn', run: () => choose(chosen - 1) },
        }
      : {}),
    ArrowDown: { what: 'Next turn', run: () => choose(chosen + 1) },
    ArrowUp: { what: 'Previous turn', run: () => choose(chosen - 1) },
    Home: { what: 'First, last turn', run: () => choose(0) },
    End: { what: 'First, last turn', run: () => choose(skeleton.trace_ids.length - 1) },
    Enter: { what: "Open the turn's trace", run: () => void navigate({ to: open(chosen) }) },
    e: { what: 'Next failed turn', run: () => choose(nextFailed(skeleton, chosen)) },
  });
}

/**
 * The next turn with a failed span, after the last from the first on; the same where there is none.
 */
function nextFailed(skeleton: SessionSkeleton, from: number): number {
  const { error_counts: errors } = skeleton;
  const after = errors.findIndex((count, index) => index > from && count > 0);
  if (after >= 0) return after;
  const first = errors.findIndex((count) => count > 0);
  return first >= 0 ? first : from;
}

/**
 * A reader at the end of what scrolls stays there while it grows: turns become taller once their
 * texts are read.
 */
function useStayAtEnd(scroller: RefObject<HTMLElement | null>, heightPx: number): void {
  const isAtEnd = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    const look = (): void => {
      if (element !== null)
        isAtEnd.current =
          element.scrollTop > 0 &&
          element.scrollHeight - element.clientHeight - element.scrollTop < 2;
    };
    element?.addEventListener('scroll', look, { passive: true });
    return () => element?.removeEventListener('scroll', look);
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isAtEnd.current) element?.scrollTo({ top: element.scrollHeight });
  }, [scroller, heightPx]);
}

/**
 * The content of the turns on screen, read in batches; a turn is undefined until its batch has
 * arrived, and an Error when it could not be read.
 */
function useTurns(
  skeleton: SessionSkeleton,
  first: number,
  last: number,
): (index: number) => SessionTurn | Error | undefined {
  const firstBatch = Math.floor(first / TURNS_READ);
  const lastBatch = Math.floor(last / TURNS_READ);
  const batches = Array.from({ length: lastBatch - firstBatch + 1 }, (_, at) => firstBatch + at);
  const results = useQueries({
    queries: batches.map((batch) =>
      sessionTurnsOptions(
        skeleton.session.id,
        skeleton.trace_ids.slice(batch * TURNS_READ, (batch + 1) * TURNS_READ),
      ),
    ),
  });
  return useCallback(
    (index: number) => {
      const result = results[Math.floor(index / TURNS_READ) - firstBatch];
      if (result?.error instanceof Error) return result.error;
      const id = skeleton.trace_ids[index];
      return result?.data?.find((turn) => turn.trace_id === id);
    },
    [results, firstBatch, skeleton],
  );
}

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
function TurnRail({ skeleton, chosen, range, onChoose }: TurnRailProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const count = skeleton.trace_ids.length;
  const longest = useMemo(
    () => skeleton.durations_ms.reduce((most, ms) => Math.max(most, ms), 1),
    [skeleton],
  );
  // oxlint-disable-next-line react/incompatible-library -- the compiler that this rule is about is not used
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const { startIndex: first, endIndex: last } = range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() => {
    const rail = scroller.current;
    if (rail === null) return;
    // All that is on screen is seen in the rail, its first turn above all; and it moves no further
    // than that.
    const least = (last + 1) * ROW_PX + PAD_PX - rail.clientHeight;
    rail.scrollTop = Math.min(Math.max(rail.scrollTop, least), first * ROW_PX);
  }, [first, last]);
  return (
    <nav
      ref={scroller}
      aria-label="Turns"
      className="w-168 shrink-0 overflow-auto border-r border-line1 py-4 max-lg:hidden"
    >
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
              <span className={`clip text-right ${failed ? 'tone-error text-tone' : ''}`}>
                {formatDuration(ms)}
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
