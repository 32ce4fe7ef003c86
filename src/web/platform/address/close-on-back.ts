import { useEffect, useRef } from 'react';
import { isNarrow } from '#web/platform/browser/narrow.ts';

interface Layer {
  readonly close: () => void;
  /** Opened with its own history entry: Back closes it by navigating. */
  readonly isStep: boolean;
}

/** The open overlays, the topmost last. */
const layers: Layer[] = [];
let entryAtTouch: string | undefined;
let isAsked = false;

// Not in every browser; without it Back goes to the previous page.
if ('navigation' in window) {
  const { navigation } = window;
  const keepEntry = (): void => {
    entryAtTouch = navigation.currentEntry?.key;
  };
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, keepEntry, { capture: true });
  navigation.addEventListener('navigate', (event) => {
    const top = layers.at(-1);
    if (event.navigationType !== 'traverse') return;
    const isByButton = isAsked;
    isAsked = false;
    const isBack = event.destination.index < (navigation.currentEntry?.index ?? 0);
    if (
      top === undefined ||
      top.isStep ||
      isByButton ||
      !isBack ||
      !event.cancelable ||
      !isNarrow()
    )
      return;
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
 * On a phone, Back closes the topmost overlay instead of leaving the page. Adds no history entry:
 * the navigation itself is canceled, which the browser allows once for each touch, so that users
 * can always leave.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen || !('navigation' in window)) return;
    const entry = window.navigation.currentEntry?.key;
    const layer = {
      close: () => latest.current(),
      isStep: entryAtTouch !== undefined && entry !== entryAtTouch,
    };
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen]);
}
