const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const;

let isSeen = false;

/**
 * Runs something at the reader's first move, key or touch, or after a while without: what a hand
 * may ask for is there before the hand is, and the first screen has not waited for it. Answers how
 * to call it off.
 */
export function atSignOfLife(run: () => void, afterMs: number | null = null): () => void {
  if (isSeen) {
    run();
    return () => undefined;
  }
  const listening = new AbortController();
  const once = (): void => {
    if (listening.signal.aborted) return;
    listening.abort();
    run();
  };
  const onSign = (): void => {
    isSeen = true;
    once();
  };
  for (const sign of SIGNS)
    addEventListener(sign, onSign, { capture: true, passive: true, signal: listening.signal });
  const timer = afterMs === null ? undefined : setTimeout(once, afterMs);
  return () => {
    listening.abort();
    clearTimeout(timer);
  };
}
