import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';

const KEY = 'telltale.pins';
const PINS_MAX = 100;
const listeners = new Set<() => void>();
let pins: ReadonlySet<string> = stored();

function stored(): ReadonlySet<string> {
  return new Set((readSetting(KEY) ?? '').split(' ').filter(Boolean));
}

/** Pins a project, by its Global ID, or takes its pin away. Kept in this browser. */
export function togglePin(id: string): void {
  const next = new Set(pins);
  if (!next.delete(id)) next.add(id);
  pins = new Set([...next].slice(-PINS_MAX));
  writeSetting(KEY, [...pins].join(' '));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Global IDs of the pinned projects. */
export function usePins(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => pins);
}
