import { showToast } from '#web/ui/notices/toasts.ts';

const SHOWN_MS = 2500;
let isShown = false;

/** Says that a list ends here; once, however often the key is pressed. */
export function sayListEnd(by: number, of: string): void {
  if (isShown) return;
  isShown = true;
  const text = by > 0 ? `This is the last of ${of}.` : `This is the first of ${of}.`;
  showToast({
    text,
    durationMs: SHOWN_MS,
    onGone: () => {
      isShown = false;
    },
  });
}
