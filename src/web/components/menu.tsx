import * as DropdownMenu from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { useOpen } from '../lib/use-open.ts';
import { Icon } from './icon.tsx';

interface MenuProps {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  /** For a menu that something else than its button opens. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** Where the focus goes when it closes, if not back to its button. */
  readonly focusAfter?: () => void;
}

/** A menu under its button. Not modal: the page behind stays live. */
export function Menu({ trigger, children, align = 'start', open, onOpenChange, focusAfter }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} {...useOpen(open, onOpenChange)}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* Menus stand outside of the screen: a part of their own, so that nothing on the page is in no part of it. */}
        <section aria-label="Menu">
          <DropdownMenu.Content
            align={align}
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              if (focusAfter === undefined) return;
              event.preventDefault();
              focusAfter();
            }}
            className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-180 overflow-auto rounded-popover border border-line2 bg-bg2 p-4 shadow-popover"
          >
            {children}
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly children: ReactNode;
  readonly checked?: boolean;
  readonly hint?: string;
}

export function MenuItem({ onSelect, children, checked, hint }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      {...(checked === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      className="flex h-28 cursor-pointer items-center gap-8 rounded-chip max-md:h-44 px-8 text-12 text-text1 outline-none data-highlighted:bg-bg3"
    >
      {checked !== undefined && <span className="w-14 text-link">{checked && <Icon name="check" size={13} />}</span>}
      <span className="clip max-w-320 flex-1">{children}</span>
      {hint !== undefined && <span className="text-11 text-text3">{hint}</span>}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-8 pt-6 pb-2 text-11 text-text3">{children}</DropdownMenu.Label>;
}
