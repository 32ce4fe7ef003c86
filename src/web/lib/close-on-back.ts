import { useEffect, useRef } from 'react';
import { isNarrow } from './narrow.ts';

interface Layer {
  readonly close: () => void;
  /** Opened by a step in the history of its own: Back closes it by going there. */
  readonly isStep: boolean;
}

/** What lies over the page, the topmost last. */
const layers: Layer[] = [];
let entryAtTouch: string | undefined;
let isAsked = false;

// Not in every browser; without it Back goes on to the page before.
if ('navigation' in window) {
  const { navigation } = window;
  const keepEntry = (): void => {
    entryAtTouch = navigation.currentEntry?.key;
  };
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, keepEntry, { capture: true });
  navigation.addEventListener('navigate', (event) => {
    const top = layers.at(-1);
    if (event.navigationType !== 'traverse') return;
    const isByButton = isAsked;
    isAsked = false;
    const isBack = event.destination.index < (navigation.currentEntry?.index ?? 0);
    if (top === undefined || top.isStep || isByButton || !isBack || !event.cancelable || !isNarrow()) return;
    event.preventDefault();
    top.close();
  });
}

/** Goes back because a button of the page says so: whatever lies on top is no reason to stay. */
export function stepBack(history: { readonly back: () => void }): void {
  isAsked = true;
  history.back();
}

/**
 * On a phone, Back closes what lies on top of the page, and stays. No entry of the history is made for it: the step itself is held back, which the
 * browser allows once for each touch, so that nobody is kept on a page.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen || !('navigation' in window)) return;
    const entry = window.navigation.currentEntry?.key;
    const layer = { close: () => latest.current(), isStep: entryAtTouch !== undefined && entry !== entryAtTouch };
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen]);
}
