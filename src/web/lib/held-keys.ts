import { pressAgain } from './press-again.ts';

/** More keys than a hand presses before the next thing is on screen: one that is dropped would give the answers after it to the wrong things. */
const KEPT_MAX = 1000;
/** What is not on screen by then failed, and says so; the keys work on. */
const WAIT_MS_MAX = 10_000;

/** Keys that were pressed and not passed on yet; null while none are kept. */
let kept: KeyboardEvent[] | null = null;
let isHeld = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the keys that are pressed while what they are for is on its way (the next thing to annotate, the panel to annotate it in), to press them again once
 * it is there: a quick hand would else annotate what it has just left, or lose what it answered. Pointers are not held back.
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

/** What was waited for is there: the kept keys are pressed, one after the other. */
export function releaseKeys(): void {
  clearTimeout(timer);
  isHeld = false;
  pressNext();
}

/** Forgets them: what they were for will not come. */
export function dropKeys(): void {
  clearTimeout(timer);
  isHeld = false;
  stop();
}

function pressNext(): void {
  // One of them went on: those after it are for what comes then.
  if (isHeld || kept === null) return;
  const next = kept.shift();
  if (next === undefined) return stop();
  pressAgain(next);
  // What a key did is on screen before the next one: a field that it opened takes the text.
  setTimeout(pressNext);
}

function stop(): void {
  kept = null;
  removeEventListener('keydown', onKey, true);
}

function onKey(event: KeyboardEvent): void {
  if (kept === null || !event.isTrusted || /^(?:Control|Meta|Shift|Alt|AltGraph|Tab)$/.test(event.key)) return;
  // It leaves what is on its way, or the field that a kept key will open; with none kept it is the way out.
  if (event.key === 'Escape' && kept.length === 0) return;
  // The browser's own: to reload must always be possible.
  if ((event.ctrlKey || event.metaKey) && event.key !== 'Enter' && !event.getModifierState('AltGraph')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (kept.length < KEPT_MAX) kept.push(event);
}
