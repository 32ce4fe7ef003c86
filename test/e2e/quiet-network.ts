import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** How long nothing may be asked for, until a page counts as having asked for all it needs. */
const QUIET_MS = 500;

/**
 * Follows what a page asks for, and returns a wait for the moment when all of it has been answered.
 * Streams of events do not count: a page that follows one never falls silent, which is why
 * Playwright's own `networkidle` cannot be waited for.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let lastMs = performance.now();
  let isLeaving = false;
  const ended = (request: Request): void => {
    open.delete(request);
    lastMs = performance.now();
  };
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return;
    if (request.isNavigationRequest()) isLeaving = true;
    open.add(request);
    lastMs = performance.now();
  });
  page.on('framenavigated', () => {
    // Requests of the previous document no longer matter, and may never be reported as ended.
    if (isLeaving) open.clear();
    isLeaving = false;
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () =>
    await expect.poll(() => open.size === 0 && performance.now() - lastMs >= QUIET_MS).toBe(true);
}
