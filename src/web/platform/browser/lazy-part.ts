import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { awaitAnswer, whenReady } from '#web/platform/http/connection.ts';

/** A component in its own file, loaded on first render. */
export const lazyPart: typeof lazy = (load) => lazy(whenReached(load));

/** The same for what an address leads to. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(whenReached(load), name);

/**
 * Loads a part of the page. While the server is unreachable it waits, as everything on screen does:
 * a failed load doesn't break the page. Two failures while the server is reachable are an error:
 * after an upgrade the file no longer exists.
 */
export function whenReached<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    // Some parts are fetched ahead of any click.
    const isAsked = navigator.userActivation.isActive;
    let isSecond = false;
    for (;;) {
      const arrived = awaitAnswer();
      try {
        return await load();
      } catch (error) {
        const wasAway = await whenReady(isAsked);
        if (isSecond && !wasAway) throw error;
        isSecond = !wasAway;
      } finally {
        arrived();
      }
    }
  };
}
