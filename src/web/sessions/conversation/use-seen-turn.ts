import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { setWalk, walkedTo } from '#web/lists/list-walk.ts';

const KEPT_MAX = 100;

interface Seen {
  /** The turn at the top. */
  readonly top: number;
  /** The traces that could be walked through from here, and the one that was opened; null while none was. */
  readonly left: { readonly addresses: readonly string[]; readonly opened: string | undefined } | null;
}

/** The reading position in a conversation, by browser history entry. */
const seen = new Map<string, Seen>();

interface SeenTurn {
  /** Where a conversation begins to be read: on Back to it where it was left, else null. */
  readonly before: number | null;
  /** The trace that J and K led to since then; null when none was opened, or the one that was is the last that was looked at. */
  readonly walked: string | null;
  /** A trace is opened from here, to walk on from. */
  readonly leave: (addresses: readonly string[], index: number) => void;
}

/**
 * Where one was in a conversation. `top` is the turn that is at the top now. By entry of the history, so that a link to a turn leads to
 * that turn however far the session was read before.
 */
export function useSeenTurn(top: number): SeenTurn {
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
