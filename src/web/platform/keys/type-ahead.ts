import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * More keys than a hand presses before the next thing is on screen: one that is dropped would give
 * the answers after it to the wrong things.
 */
const KEPT_MAX = 1000;
/** If it isn't on screen by then, loading failed and shows an error; the keys work again. */
const WAIT_MS_MAX = 10_000;

/** Keys that were pressed and not passed on yet; null while none are kept. */
let kept: KeyboardEvent[] | null = null;
let isHeld = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the keys that are pressed while what they are for is loading (the next thing to annotate,
 * the panel to annotate it in, the command palette), and passes them on once it is there: a quick
 * hand would else annotate what it has just left, or lose what it typed. What a key means is known
 * only then, so the screen itself can't take it sooner. Pointers are not held back.
 */
export function holdKeys(): void {
  if (kept === null) {
    kept = [];
    addEventListener('keydown', onKey, true);
  }
  isHeld = true;
  clearTimeout(timer);
  timer = setTimeout(releaseKeys, WAIT_MS_MAX);
}

/** What was awaited is on screen: it gets the keys, in order. */
export function releaseKeys(): void {
  clearTimeout(timer);
  isHeld = false;
  passNext();
}

/** Forgets the keys: what they were for will not come. */
export function dropKeys(): void {
  clearTimeout(timer);
  isHeld = false;
  kept = null;
  removeEventListener('keydown', onKey, true);
}

/**
 * Keeps the keys of a page that opens with the panel for annotating, until that is there or the
 * page has failed; with the page they are forgotten.
 */
export function useKeysHeld(hasPanel: boolean, hasFailed: boolean): void {
  const opensWithPanel = useRef(hasPanel);
  // Before what is on the page says that it is there.
  useLayoutEffect(() => {
    if (opensWithPanel.current) holdKeys();
    return dropKeys;
  }, []);
  useEffect(() => {
    if (hasFailed) releaseKeys();
  }, [hasFailed]);
}

function onKey(event: KeyboardEvent): void {
  if (
    kept === null ||
    !event.isTrusted ||
    /^(?:Control|Meta|Shift|Alt|AltGraph|Tab)$/.test(event.key)
  )
    return;
  // Esc cancels pending navigation, or closes the field that a kept key will open; with none kept
  // it is handled normally.
  if (event.key === 'Escape' && kept.length === 0) return;
  // The browser's own: to reload must always be possible.
  if (
    (event.ctrlKey || event.metaKey) &&
    event.key !== 'Enter' &&
    !event.getModifierState('AltGraph')
  )
    return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (kept.length < KEPT_MAX) kept.push(event);
}

function passNext(): void {
  // One of them navigated: later ones are for the next screen.
  if (isHeld || kept === null) return;
  const next = kept.shift();
  if (next === undefined) return dropKeys();
  pass(next);
  // A key's effect is on screen before the next key: an opened field receives the text.
  setTimeout(passNext);
}

/**
 * Gives a kept key to what has the focus; a field takes its text, which browsers give only to keys
 * of the keyboard.
 */
function pass(pressed: KeyboardEvent): void {
  const { key, code, metaKey, shiftKey } = pressed;
  // AltGr is reported as Ctrl and Alt too, and is how many keyboards write @ and {.
  const isAltGraph = pressed.getModifierState('AltGraph');
  const [ctrlKey, altKey] = [pressed.ctrlKey && !isAltGraph, pressed.altKey && !isAltGraph];
  const field = document.activeElement ?? document.body;
  const again = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    metaKey,
    shiftKey,
    altKey,
    bubbles: true,
    cancelable: true,
  });
  if (!field.dispatchEvent(again) || ctrlKey || metaKey || altKey) return;
  const isArea = field instanceof HTMLTextAreaElement;
  if (!isArea && !(field instanceof HTMLInputElement)) return;
  const { selectionStart: start, selectionEnd: end } = field;
  const text = isArea && key === 'Enter' ? '\n' : key;
  if (start === null || end === null) return;
  if (key === 'Backspace')
    field.setRangeText('', start === end ? Math.max(start - 1, 0) : start, end, 'end');
  // Names of keys are longer than what one types.
  else if ([...new Intl.Segmenter().segment(text)].length === 1)
    field.setRangeText(text, start, end, 'end');
  else return;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
