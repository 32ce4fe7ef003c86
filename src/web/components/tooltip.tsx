import * as Primitive from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

interface TooltipProps {
  /** What is shown; it repeats or adds to what the thing itself says, and is never the only place of a word. */
  readonly text: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that can have the focus. */
  readonly children: ReactNode;
}

/** A note on hover and on focus; it can be hovered itself, and Esc takes it away. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="verbatim z-60 max-w-320 rounded-control border border-line2 bg-bg2 px-8 py-4 text-12 text-text1 shadow-popover"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
