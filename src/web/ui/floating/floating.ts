import { useEffect } from 'react';
import type { Floating } from './floating-library.ts';
import { lateModule } from '#web/platform/browser/late-module.ts';
import { whenReached } from '#web/platform/browser/lazy-part.ts';

/*
 * Menus and popovers are drawn with a library that is a tenth of the first load. The first screen
 * has their buttons alone; the library is fetched at the first sign of life, and at the latest by
 * the first click.
 */
const library = lateModule(
  whenReached(async () => (await import('./floating-library.ts')).FLOATING),
);

export const { fetch: loadFloating } = library;

/** The library, null until it was fetched; something that is to be open fetches it. */
export function useFloating(isOpen: boolean): Floating | null {
  useEffect(() => {
    if (isOpen) void library.fetch();
  }, [isOpen]);
  return library.use();
}

/** The library, for what is only ever drawn inside of it. */
export function floatingNow(): Floating {
  const now = library.now();
  if (now === null) throw new Error('A part of a menu was drawn outside of a menu.');
  return now;
}
