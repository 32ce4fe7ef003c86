import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { atSignOfLife } from '#web/platform/browser/sign-of-life.ts';

/** Preloads the page that opens a row once the user is active. */
export function useTracePageReady(): void {
  const router = useRouter();
  useEffect(() => atSignOfLife(() => void router.loadRouteChunk(router.routesById['/projects/$project/traces/$trace'])), [router]);
}
