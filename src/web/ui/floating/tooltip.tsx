import { Slot } from 'radix-ui/slot';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface TooltipProps extends ComponentPropsWithRef<typeof Slot> {
  /**
   * What is shown; it repeats or adds to what the thing itself says, and is never the only place of
   * a word.
   */
  readonly text: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One focusable element. */
  readonly children: ReactNode;
}

/**
 * A note on hover and on focus. `TooltipLayer`, one for the whole page, draws it. Props that a menu
 * or popover passes to its trigger go to the child.
 */
export function Tooltip({ text, side = 'bottom', children, ...trigger }: TooltipProps) {
  return (
    <Slot {...trigger} data-tooltip={text} data-tooltip-side={side}>
      {children}
    </Slot>
  );
}
