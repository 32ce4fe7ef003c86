import { useSyncExternalStore } from 'react';
import type { FILTER_LANGUAGE } from './filter-language.ts';

/*
 * A list without a filter is drawn without the filter language, a sixth of what the first screen would otherwise fetch. It comes with the first
 * sign of somebody being there, and before any address that has a filter is read.
 */

type FilterLanguage = typeof FILTER_LANGUAGE;

let language: FilterLanguage | null = null;
let coming: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** The language; null until it was fetched. */
export function filterLanguage(): FilterLanguage | null {
  return language;
}

/** Fetches it, once. What fails is tried again by the next caller; a failure blocks no one. */
export async function loadFilterLanguage(): Promise<void> {
  coming ??= fetchLanguage();
  await coming;
}

async function fetchLanguage(): Promise<void> {
  try {
    ({ FILTER_LANGUAGE: language } = await import('./filter-language.ts'));
    for (const listener of listeners) listener();
  } catch {
    coming = null;
  }
}

/** The parts of an address that are read as a filter, as `lib/search-params.ts` does. */
const FILTERED = /[?&](?:q|status|kind|name|model|user)=/;

/** Fetches it where an address needs it; null where nothing is to be waited for. */
export function languageForAddress(search: string): Promise<void> | null {
  return language === null && FILTERED.test(search) ? loadFilterLanguage() : null;
}

/** The language, as soon as it is here. */
export function useFilterLanguage(): FilterLanguage | null {
  return useSyncExternalStore(subscribe, filterLanguage);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
