import { useSyncExternalStore } from 'react';

const query = matchMedia('(max-width: 899px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function isNarrow(): boolean {
  return query.matches;
}

/** Whether the screen is a phone's, where rows have two lines and details a page of their own. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
