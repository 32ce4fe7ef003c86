import { Slot } from 'radix-ui/slot';
import { useId, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { floatingNow, useFloating } from './floating.ts';
import { useOpen } from '#web/ui/use-open.ts';
import { Icon } from '#web/ui/icon.tsx';

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

/**
 * A menu under its button. Not modal: the page behind stays live. Its button works as
 * https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/ says.
 */
export function Menu({
  trigger,
  children,
  align = 'start',
  open: owned,
  onOpenChange: onOwned,
  focusAfter,
}: MenuProps) {
  const { open, onOpenChange } = useOpen(owned, onOwned);
  const library = useFloating(open);
  const button = useRef<HTMLElement>(null);
  const isLeftByPointer = useRef(false);
  const [buttonId, contentId] = [useId(), useId()];
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || event.ctrlKey) return;
    onOpenChange(!open);
    // The focus goes into the menu, and does not stop at the button on its way.
    if (!open) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    onOpenChange(event.key === 'ArrowDown' || !open);
    event.preventDefault();
  };
  return (
    <>
      <Slot
        ref={button}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? contentId : undefined}
        data-state={open ? 'open' : 'closed'}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </Slot>
      {library !== null && (
        <library.Menu.Root modal={false} open={open} onOpenChange={onOpenChange}>
          <library.Menu.Anchor virtualRef={button} />
          <library.Menu.Portal>
            {/* Menus are outside the screen's landmarks: a landmark of their own, so that
                everything on the page is in one. */}
            <section aria-label="Menu">
              <library.Menu.Content
                id={contentId}
                aria-labelledby={buttonId}
                align={align}
                sideOffset={4}
                collisionPadding={8}
                onInteractOutside={() => (isLeftByPointer.current = true)}
                onCloseAutoFocus={(event) => {
                  event.preventDefault();
                  if (focusAfter !== undefined) focusAfter();
                  else if (!isLeftByPointer.current) button.current?.focus();
                  isLeftByPointer.current = false;
                }}
                className="z-50 max-h-(--radix-popper-available-height) min-w-180 overflow-auto rounded-popover border border-line2 bg-bg2 p-4 shadow-popover"
              >
                {children}
              </library.Menu.Content>
            </section>
          </library.Menu.Portal>
        </library.Menu.Root>
      )}
    </>
  );
}

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly children: ReactNode;
  readonly checked?: boolean;
  readonly hint?: string;
}

export function MenuItem({ onSelect, children, checked, hint }: MenuItemProps) {
  const { Menu: Parts } = floatingNow();
  return (
    <Parts.Item
      onSelect={onSelect}
      {...(checked === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      className="flex h-28 cursor-pointer items-center gap-8 rounded-chip max-md:h-44 px-8 text-12 text-text1 outline-none data-highlighted:bg-bg3"
    >
      {checked !== undefined && (
        <span className="w-14 text-link">{checked && <Icon name="check" size={13} />}</span>
      )}
      <span className="clip max-w-320 flex-1">{children}</span>
      {hint !== undefined && <span className="text-11 text-text3">{hint}</span>}
    </Parts.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Menu: Parts } = floatingNow();
  return <Parts.Label className="px-8 pt-6 pb-2 text-11 text-text3">{children}</Parts.Label>;
}
