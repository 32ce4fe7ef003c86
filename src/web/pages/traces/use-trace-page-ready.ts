import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const SIGNS = ['pointermove', 'keydown', 'touchstart'] as const;

/**
 * At the reader's first sign of life, fetches the code of the page that opens a row: it is there before the hand is, and the list has not
 * waited for it.
 */
export function useTracePageReady(): void {
  const router = useRouter();
  useEffect(() => {
    const listening = new AbortController();
    const fetchCode = (): void => {
      listening.abort();
      void router.loadRouteChunk(router.routesById['/projects/$project/traces/$trace']);
    };
    for (const sign of SIGNS) addEventListener(sign, fetchCode, { passive: true, signal: listening.signal });
    return () => listening.abort();
  }, [router]);
}
