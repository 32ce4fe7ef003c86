import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { awaitAnswer, whenReady } from './connection.ts';

/** A component of its own file, fetched when it is drawn first. */
export const lazyPart: typeof lazy = (load) => lazy(whenReached(load));

/** The same for what an address leads to. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(whenReached(load), name);

/**
 * Fetches a part of the page. While the server is away it is waited for, as everything on screen waits: nobody loses a page for a menu that
 * could not be fetched. What fails twice though the server is there is an error: it was updated, and has that part no more.
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
