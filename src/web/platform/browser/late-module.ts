import { useSyncExternalStore } from 'react';

/** A module that the first screen is drawn without. */
export interface LateModule<Module> {
  /** The module; null until it was fetched. */
  readonly now: () => Module | null;
  /** Fetches it, once. A failed fetch is repeated by the next caller and blocks no one. */
  readonly fetch: () => Promise<void>;
  /** As a hook: null, and the module as soon as it is there. */
  readonly use: () => Module | null;
}

export function lateModule<Module>(load: () => Promise<Module>): LateModule<Module> {
  let module: Module | null = null;
  let coming: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const now = (): Module | null => module;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const fetchNow = async (): Promise<void> => {
    try {
      module = await load();
      for (const listener of listeners) listener();
    } catch {
      coming = null;
    }
  };
  return {
    now,
    fetch: async () => await (coming ??= fetchNow()),
    use: () => useSyncExternalStore(subscribe, now),
  };
}
