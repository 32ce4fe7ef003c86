import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { atSignOfLife } from '../../lib/sign-of-life.ts';

/** Fetches the code of the page that opens a row once somebody is there. */
export function useTracePageReady(): void {
  const router = useRouter();
  useEffect(() => atSignOfLife(() => void router.loadRouteChunk(router.routesById['/projects/$project/traces/$trace'])), [router]);
}
