import type { QueryCache, QueryCacheNotifyEvent } from '@tanstack/react-query';

type Query = QueryCacheNotifyEvent['query'];

interface Tries {
  /** How many were made automatically. */
  count: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Shown during retries. */
  shown: Error | null;
}

/** As often as a query with something to show tries again in silence. */
const TRIES_MAX = 2;

/**
 * Reports the first failure of a query at once. By default a query retries silently, and a user
 * waiting for its first data sees an empty screen for seconds and can't retry. Here retries have
 * the same number and delay, but the message is visible until one succeeds. Earlier data stays on
 * screen meanwhile.
 */
export function showFirstFailures(
  cache: QueryCache,
  delayMs: (count: number, error: Error) => number,
): void {
  const known = new WeakMap<Query, Tries>();
  const forget = (query: Query): void => {
    clearTimeout(known.get(query)?.timer);
    known.delete(query);
  };
  const tryLater = (query: Query, error: Error): void => {
    const tries = known.get(query) ?? { count: 0, timer: undefined, shown: null };
    known.set(query, tries);
    tries.shown = null;
    if (tries.count >= TRIES_MAX) return;
    tries.timer = setTimeout(
      () => {
        if (
          query.state.status !== 'error' ||
          query.state.fetchStatus !== 'idle' ||
          query.getObserversCount() === 0
        )
          return;
        tries.shown = error;
        query.fetch().catch(() => undefined);
      },
      delayMs(tries.count, error),
    );
    tries.count += 1;
  };
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed') forget(query);
    if (event.type !== 'updated' || query.state.data !== undefined) return;
    const { action } = event;
    if (action.type === 'fetch') {
      const shown = known.get(query)?.shown ?? null;
      if (shown === null) forget(query);
      else query.setState({ status: 'error', error: shown });
    }
    // A failure that will be retried; a final one is in `error`.
    if (action.type !== 'failed' || query.getObserversCount() === 0) return;
    const cause: unknown = action.error;
    const error = cause instanceof Error ? cause : new Error(String(cause));
    // Ended, so that it can be asked for anew at any moment: a query that waits for its next try
    // takes no other.
    void query.cancel({ silent: true });
    query.setState({ status: 'error', fetchStatus: 'idle', error, errorUpdatedAt: Date.now() });
    tryLater(query, error);
  });
}
