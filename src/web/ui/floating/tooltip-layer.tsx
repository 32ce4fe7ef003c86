import * as Primitive from 'radix-ui/popover';
import { useCallback, useEffect, useId, useRef, useState } from 'react';

const OPEN_AFTER_MS = 300;
/** Long enough to reach the note itself: it can be hovered, and its text selected (WCAG 1.4.13). */
const CLOSE_AFTER_MS = 150;
const SELECTOR = '[data-tooltip]';
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * The note of what the pointer is over, or of what got the focus, if not by a press; Esc takes it
 * away, and so does a click.
 */
export function TooltipLayer() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const plan = useCallback((next: HTMLElement | null, afterMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), afterMs);
  }, []);
  useEffect(() => watch(plan), [plan]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    anchor?.setAttribute('aria-describedby', id);
    return () => anchor?.removeAttribute('aria-describedby');
  }, [anchor, id]);
  if (anchor?.isConnected !== true) return null;
  return (
    <Primitive.Root open onOpenChange={(open) => !open && plan(null, 0)}>
      <Primitive.Anchor virtualRef={{ current: anchor }} />
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          role="tooltip"
          side={SIDES.find((side) => side === anchor.dataset['tooltipSide']) ?? 'bottom'}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => plan(null, CLOSE_AFTER_MS)}
          className="verbatim z-60 max-w-320 rounded-control border border-line2 bg-bg2 px-8 py-4 text-12 text-text1 shadow-popover"
        >
          {anchor.dataset['tooltip']}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * Watches the whole page for what has a tooltip, under the pointer or with the focus; answers how
 * to stop.
 */
function watch(plan: (next: HTMLElement | null, afterMs: number) => void): () => void {
  const notedIn = (target: EventTarget | null): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>(SELECTOR) : null;
  const end = new AbortController();
  const { signal } = end;
  /** An element focused by a press needs no tooltip: it is in use. */
  let isPressed = false;
  // The one that this was loaded for.
  const here = document.querySelector<HTMLElement>(`${SELECTOR}:hover, ${SELECTOR}:focus-visible`);
  if (here !== null) plan(here, OPEN_AFTER_MS);
  addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      const noted = pointerType === 'touch' ? null : notedIn(target);
      if (noted !== null) plan(noted, OPEN_AFTER_MS);
    },
    { signal },
  );
  addEventListener(
    'pointerout',
    ({ target, relatedTarget }) => {
      const noted = notedIn(target);
      if (noted !== null && notedIn(relatedTarget) !== noted) plan(null, CLOSE_AFTER_MS);
    },
    { signal },
  );
  addEventListener(
    'focusin',
    ({ target }) => {
      const noted = isPressed ? null : notedIn(target);
      if (noted !== null) plan(noted, 0);
    },
    { signal },
  );
  addEventListener('focusout', ({ target }) => notedIn(target) !== null && plan(null, 0), {
    signal,
  });
  const leave = ({ type }: Event): void => {
    isPressed = type === 'pointerdown';
    plan(null, 0);
  };
  for (const away of ['pointerdown', 'wheel'])
    addEventListener(away, leave, { signal, passive: true, capture: true });
  // By a key too: what the button does may have changed what its note says.
  addEventListener('click', () => plan(null, 0), { signal, capture: true });
  for (const up of ['pointerup', 'pointercancel'])
    addEventListener(up, () => (isPressed = false), { signal, capture: true });
  return () => end.abort();
}
