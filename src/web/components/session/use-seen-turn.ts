import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const KEPT_MAX = 100;
/** The turn at the top of a conversation, by the entry of the browser's history that it was read in. */
const seen = new Map<string, number>();

/**
 * Where a conversation begins to be read: on Back to it where it was left, else null. `top` is the turn that is at the top now. By entry of
 * the history, so that a link to a turn leads to that turn however far the session was read before.
 */
export function useSeenTurn(top: number): number | null {
  const { state } = useRouter();
  const entry = state.location.state.key ?? '';
  const [before] = useState(() => seen.get(entry) ?? null);
  useEffect(() => {
    seen.delete(entry);
    seen.set(entry, top);
    const oldest = seen.size > KEPT_MAX ? seen.keys().next().value : undefined;
    if (oldest !== undefined) seen.delete(oldest);
  }, [entry, top]);
  return before;
}
