import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from './stored-setting.ts';

const DENSITIES = ['dense', 'normal', 'relaxed'] as const;
export type Density = (typeof DENSITIES)[number];
const TIME_ZONES = ['local', 'utc'] as const;
export type TimeZone = (typeof TIME_ZONES)[number];
/** `compact` writes 96.2k in narrow places, `full` 96,213. */
const NUMBER_FORMS = ['compact', 'full'] as const;
export type NumberForm = (typeof NUMBER_FORMS)[number];

/** How the reader wants things shown. Kept in this browser, never sent. */
export interface Preferences {
  readonly density: Density;
  readonly zone: TimeZone;
  readonly numbers: NumberForm;
}

const PREFIX = 'telltale.';
const listeners = new Set<() => void>();
let current = stored();

function stored(): Preferences {
  return {
    density: oneOf(DENSITIES, readSetting(`${PREFIX}density`)) ?? 'normal',
    zone: oneOf(TIME_ZONES, readSetting(`${PREFIX}zone`)) ?? 'local',
    numbers: oneOf(NUMBER_FORMS, readSetting(`${PREFIX}numbers`)) ?? 'compact',
  };
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | undefined {
  return choices.find((one) => one === text);
}

/** The preferences at this moment; in components use `usePreferences`, which follows changes. */
export function preferences(): Preferences {
  return current;
}

/** Changes some preferences, at once and for all tabs of this browser. */
export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...current, ...changes };
  for (const [name, value] of Object.entries(changes)) writeSetting(PREFIX + name, value);
  apply();
}

/**
 * Puts the density on the page, where `tokens.css` finds it, and follows what other tabs choose.
 */
export function followPreferences(): void {
  apply();
  addEventListener('storage', (event) => {
    if (event.key?.startsWith(PREFIX) !== true) return;
    current = stored();
    apply();
  });
}

function apply(): void {
  document.documentElement.dataset['density'] = current.density;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences);
}

/**
 * Height of a table's row in pixels, for what is virtualised; in CSS it is `var(--row)` (`h-row`).
 */
const ROW_PX: Readonly<Record<Density, number>> = { dense: 26, normal: 30, relaxed: 38 };

export function useRowPx(): number {
  return ROW_PX[usePreferences().density];
}
