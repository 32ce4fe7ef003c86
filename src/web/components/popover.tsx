import * as Primitive from 'radix-ui/popover';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useOpen } from '../lib/use-open.ts';

interface PopoverProps {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  /** Read out when it opens. */
  readonly label: string;
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
  /** For a popover that closes when something in it is chosen. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** To what says that it wants the focus, else to the first thing that takes it. */
function focusWished(event: Event): void {
  const wished = event.target instanceof HTMLElement ? event.target.querySelector<HTMLElement>('[data-first-focus]') : null;
  if (wished === null) return;
  event.preventDefault();
  wished.focus();
}

/** A panel under its button: the focus goes in and comes back, Esc and a click outside close it, and on a phone Back. */
export function Popover({ trigger, children, label, align = 'start', className = 'p-12', open, onOpenChange }: PopoverProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const isFocusBack = useRef(false);
  return (
    <Primitive.Root {...useOpen(open, onOpenChange)}>
      <Primitive.Trigger ref={opener} asChild>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          onOpenAutoFocus={focusWished}
          // At once, not a moment after it closed: the next key may have gone elsewhere by then, and would lose the focus again.
          onEscapeKeyDown={() => {
            opener.current?.focus();
            isFocusBack.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (isFocusBack.current) event.preventDefault();
            isFocusBack.current = false;
          }}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={`z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-auto rounded-popover border border-line2 bg-bg2 text-text1 shadow-popover ${className}`}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
