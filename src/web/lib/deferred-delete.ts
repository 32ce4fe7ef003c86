import { useSyncExternalStore } from 'react';
import { dismissToast, showToast } from './toasts.ts';

interface DeferredDelete {
  /** What was done, in the past tense and with its count: "3 traces deleted". */
  readonly text: string;
  /** Global IDs of what goes: hidden by `usePendingDeletes` from now on. */
  readonly ids: readonly string[];
  /**
   * Deletes for good, and refreshes what shows it. `keepalive` is true when the page is being left: then the request must carry
   * `keepalive` to outlive it.
   */
  readonly run: (keepalive: boolean) => Promise<void>;
}

const UNDO_MS = 10_000;
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
/** Deletes that still can be undone, by toast. */
const open = new Map<number, DeferredDelete>();

/**
 * Deletes in ten seconds, with Undo until then: the reader's change of mind never reaches the server. It survives going to another screen;
 * when the page is closed or reloaded, or its notice dismissed, the delete is done at once. A failed one brings its things back and says so.
 */
export function deferDelete(what: DeferredDelete): void {
  hide(what.ids, true);
  const toast = showToast({
    text: what.text,
    durationMs: UNDO_MS,
    action: {
      label: 'Undo',
      run: () => {
        open.delete(toast);
        hide(what.ids, false);
      },
    },
    onGone: () => void commit(toast, false),
  });
  if (open.size === 0) addEventListener('pagehide', flush);
  open.set(toast, what);
}

async function commit(toast: number, keepalive: boolean): Promise<void> {
  const what = open.get(toast);
  if (what === undefined) return;
  open.delete(toast);
  if (open.size === 0) removeEventListener('pagehide', flush);
  try {
    await what.run(keepalive);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the server did not say why';
    showToast({ tone: 'error', text: `Not deleted: ${reason}`, durationMs: UNDO_MS });
  } finally {
    hide(what.ids, false);
  }
}

function flush(): void {
  for (const toast of open.keys()) {
    void commit(toast, true);
    // A page that comes back from the browser's cache must not offer to undo it.
    dismissToast(toast);
  }
}

function hide(ids: readonly string[], away: boolean): void {
  const next = new Set(hidden);
  for (const id of ids) {
    if (away) next.add(id);
    else next.delete(id);
  }
  hidden = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Global IDs of what is about to be deleted: leave them out of lists. */
export function usePendingDeletes(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => hidden);
}
