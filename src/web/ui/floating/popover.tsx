import { Slot } from 'radix-ui/slot';
import { useId, useRef, type ReactNode, type RefObject } from 'react';
import type { Floating } from './floating-library.ts';
import { useFloating } from './floating.ts';
import { useOpen } from '#web/ui/use-open.ts';

interface PanelProps {
  readonly children: ReactNode;
  /** Read out when it opens. */
  readonly label: string;
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
}

interface PopoverProps extends PanelProps {
  readonly trigger: ReactNode;
  /** For a popover that closes when something in it is chosen. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/**
 * A panel under its button: the focus goes in and comes back, Esc and a click outside close it, and
 * on a phone Back.
 */
export function Popover({ trigger, open: owned, onOpenChange: onOwned, ...panel }: PopoverProps) {
  const { open, onOpenChange } = useOpen(owned, onOwned);
  const library = useFloating(open);
  const opener = useRef<HTMLElement>(null);
  const id = useId();
  return (
    <>
      <Slot
        ref={opener}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? 'open' : 'closed'}
        onClick={() => onOpenChange(!open)}
      >
        {trigger}
      </Slot>
      {library !== null && (
        <library.Popover.Root open={open} onOpenChange={onOpenChange}>
          <Panel {...panel} id={id} library={library} opener={opener} />
        </library.Popover.Root>
      )}
    </>
  );
}

/** To what says that it wants the focus, else to the first thing that takes it. */
function focusWished(event: Event): void {
  const wished =
    event.target instanceof HTMLElement
      ? event.target.querySelector<HTMLElement>('[data-first-focus]')
      : null;
  if (wished === null) return;
  event.preventDefault();
  wished.focus();
}

interface OpenPanelProps extends PanelProps {
  readonly id: string;
  readonly library: Floating;
  readonly opener: RefObject<HTMLElement | null>;
}

function Panel({
  id,
  library: { Popover: Parts },
  opener,
  label,
  align = 'start',
  className = 'p-12',
  children,
}: OpenPanelProps) {
  /** The focus is back at the button, or went elsewhere with a click. */
  const isFocusSettled = useRef(false);
  return (
    <>
      <Parts.Anchor virtualRef={opener} />
      <Parts.Portal>
        <Parts.Content
          id={id}
          aria-label={label}
          onOpenAutoFocus={focusWished}
          // At once, not a moment after it closed: the next key may have gone elsewhere by then,
          // and would lose the focus again.
          onEscapeKeyDown={() => {
            opener.current?.focus();
            isFocusSettled.current = true;
          }}
          onInteractOutside={(event) => {
            // A click on the button closes it already; closing here first would reopen it.
            if (event.target instanceof Node && opener.current?.contains(event.target) === true)
              event.preventDefault();
            else isFocusSettled.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isFocusSettled.current) opener.current?.focus();
            isFocusSettled.current = false;
          }}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={`z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-auto rounded-popover border border-line2 bg-bg2 text-text1 shadow-popover ${className}`}
        >
          {children}
        </Parts.Content>
      </Parts.Portal>
    </>
  );
}
