import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether the page can be seen: false in a tab behind another. */
export function usePageSeen(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState !== 'hidden');
}
