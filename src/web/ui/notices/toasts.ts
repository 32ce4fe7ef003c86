interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Something to say that needs no answer, with what can be done about it. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  /** `error` is announced at once, the rest when the reader is idle. */
  readonly tone: 'info' | 'error';
  readonly action: ToastAction | null;
  /** Another one, for what leads to two places. */
  readonly second: ToastAction | null;
  /**
   * How long it stays; the timer stops while it is hovered, focused, or the window is in the
   * background.
   */
  readonly durationMs: number;
  /** Called once it is gone, unless an action of it was taken. */
  readonly onGone: (() => void) | null;
}

const DURATION_MS = 5000;
const SHOWN_MAX = 3;
const WAITING_MAX = 100;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Says something. Three are shown at a time, the others wait their turn; returns what
 * `dismissToast` takes.
 */
export function showToast(toast: Partial<Omit<Toast, 'id'>> & Pick<Toast, 'text'>): number {
  lastId += 1;
  change([
    ...toasts,
    {
      tone: 'info',
      action: null,
      second: null,
      durationMs: DURATION_MS,
      onGone: null,
      ...toast,
      id: lastId,
    },
  ]);
  const oldest = toasts.length > WAITING_MAX ? toasts[0] : undefined;
  if (oldest !== undefined) dismissToast(oldest.id);
  return lastId;
}

/** Takes a toast away and tells who showed it; nothing where it is gone already. */
export function dismissToast(id: number): void {
  const gone = take(id);
  gone?.onGone?.();
}

/** Does what a toast offers, and takes it away. */
export function actOnToast(id: number, which: 'action' | 'second' = 'action'): void {
  const gone = take(id);
  gone?.[which]?.run();
}

function take(id: number): Toast | undefined {
  const found = toasts.find((one) => one.id === id);
  if (found !== undefined) change(toasts.filter((one) => one !== found));
  return found;
}

/** The toasts on screen, oldest first; the same list until something changes. */
export function shownToasts(): readonly Toast[] {
  return shown(toasts);
}

let lastShown: { readonly of: readonly Toast[]; readonly list: readonly Toast[] } = {
  of: [],
  list: [],
};
function shown(all: readonly Toast[]): readonly Toast[] {
  if (lastShown.of !== all) lastShown = { of: all, list: all.slice(0, SHOWN_MAX) };
  return lastShown.list;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
