import { useSyncExternalStore } from 'react';
import { actOnToast, dismissToast, showToast } from './toasts.ts';

/**
 * A thing that is about to be deleted, with what else it is known by on other screens; its project
 * is an id or a name, as addresses have it.
 */
export type Doomed =
  | {
      readonly kind: 'trace';
      readonly id: string;
      readonly project: string;
      readonly traceId: string;
      readonly session: string | null;
    }
  | {
      readonly kind: 'span';
      readonly id: string;
      readonly project: string;
      readonly spanId: string;
    }
  | {
      readonly kind: 'session';
      readonly id: string;
      readonly project: string;
      readonly sessionId: string;
    }
  /** The traces of a project that started before a moment. */
  | {
      readonly kind: 'cleared';
      readonly id: string;
      readonly project: string;
      readonly before: string;
    }
  | { readonly kind: 'other'; readonly id: string };

interface DeferredDelete {
  /** The action in the past tense with its count: "3 traces deleted". */
  readonly text: string;
  /** The deleted things: every screen hides them from now on, with `usePendingDeletes`. */
  readonly things: readonly Doomed[];
  /**
   * Deletes permanently, and refreshes what shows it. `keepalive` is true when the page is being
   * left: then the request must carry `keepalive` to outlive it.
   */
  readonly run: (keepalive: boolean) => Promise<void>;
}

/**
 * Things about to be deleted: exclude them from lists, pages and counts. The same object until
 * something changes.
 */
export interface PendingDeletes {
  /** Global IDs of everything. */
  readonly ids: ReadonlySet<string>;
  /** OpenTelemetry trace and span ids, and sessions by the id their sender gave them. */
  readonly traces: ReadonlySet<string>;
  readonly spans: ReadonlySet<string>;
  readonly sessions: ReadonlySet<string>;
  /** How many traces each session loses, by its sender's id. */
  readonly turns: ReadonlyMap<string, number>;
  /**
   * Projects that lose something, and the moment before which all of their traces go (ISO 8601), or
   * null.
   */
  readonly projects: ReadonlyMap<string, string | null>;
}

const UNDO_MS = 10_000;
let hidden: ReadonlySet<DeferredDelete> = new Set();
let pending = pendingOf([]);
const listeners = new Set<() => void>();
/** Deletes that still can be undone, by toast. */
const open = new Map<number, DeferredDelete>();

/**
 * Deletes after ten seconds, with Undo until then: an undone delete never reaches the server.
 * Survives navigation; when the page is closed or reloaded, or the notice dismissed, the delete is
 * sent at once. After a failure the things reappear with an error.
 */
export function deferDelete(what: DeferredDelete): void {
  hide(what, true);
  const toast = showToast({
    text: what.text,
    durationMs: UNDO_MS,
    action: {
      label: 'Undo',
      run: () => {
        open.delete(toast);
        hide(what, false);
      },
    },
    onGone: () => void commit(toast, false),
  });
  if (open.size === 0) addEventListener('pagehide', flush);
  open.set(toast, what);
}

/** Undoes the deletes that take something away, as their notices do. */
export function undoDeletes(isMeant: (thing: Doomed) => boolean): void {
  for (const [toast, { things }] of open) if (things.some(isMeant)) actOnToast(toast);
}

async function commit(toast: number, keepalive: boolean): Promise<void> {
  const what = open.get(toast);
  if (what === undefined) return;
  open.delete(toast);
  if (open.size === 0) removeEventListener('pagehide', flush);
  try {
    await what.run(keepalive);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown server error';
    showToast({ tone: 'error', text: `Not deleted: ${reason}`, durationMs: UNDO_MS });
  } finally {
    hide(what, false);
  }
}

function flush(): void {
  for (const toast of open.keys()) {
    void commit(toast, true);
    // A page that comes back from the browser's cache must not offer to undo it.
    dismissToast(toast);
  }
}

function hide(what: DeferredDelete, away: boolean): void {
  const next = new Set(hidden);
  if (away) next.add(what);
  else next.delete(what);
  hidden = next;
  pending = pendingOf([...next].flatMap(({ things }) => things));
  for (const listener of listeners) listener();
}

function pendingOf(things: readonly Doomed[]): PendingDeletes {
  const turns = new Map<string, number>();
  for (const one of things)
    if (one.kind === 'trace' && one.session !== null)
      turns.set(one.session, (turns.get(one.session) ?? 0) + 1);
  return {
    ids: new Set(things.map(({ id }) => id)),
    traces: new Set(things.flatMap((one) => (one.kind === 'trace' ? [one.traceId] : []))),
    spans: new Set(things.flatMap((one) => (one.kind === 'span' ? [one.spanId] : []))),
    sessions: new Set(things.flatMap((one) => (one.kind === 'session' ? [one.sessionId] : []))),
    turns,
    projects: projectsOf(things),
  };
}

function projectsOf(things: readonly Doomed[]): ReadonlyMap<string, string | null> {
  const projects = new Map<string, string | null>();
  for (const one of things) {
    if (one.kind === 'other') continue;
    const known = projects.get(one.project) ?? null;
    const before = one.kind === 'cleared' ? one.before : null;
    projects.set(
      one.project,
      known !== null && (before === null || before < known) ? known : before,
    );
  }
  return projects;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePendingDeletes(): PendingDeletes {
  return useSyncExternalStore(subscribe, () => pending);
}

/**
 * The moment before which all traces of a project go (ISO 8601), by the project as its address has
 * it; null where they stay.
 */
export function clearedBefore({ projects }: PendingDeletes, project: string): string | null {
  return projects.get(project) ?? null;
}

/** Whether a row of a list goes: itself, the trace it is of, or the session. */
export function isRowPending(
  { traces, spans, sessions }: PendingDeletes,
  row: {
    readonly traceId: string;
    readonly spanId: string | null;
    readonly session: string | null;
  },
): boolean {
  return (
    traces.has(row.traceId) ||
    (row.spanId !== null && spans.has(row.spanId)) ||
    (row.session !== null && sessions.has(row.session))
  );
}
