import { useEffect, useRef } from 'react';

export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Whether typing goes into a field, so that plain keys are text and not commands. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Plain keys for the page on screen: ignored in fields, in dialogs and menus, and with a modifier (Shift is written "Shift+x"). */
export function useKeys(keys: KeyMap): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open], [role="menu"]') !== null) return;
      const shifted = event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key;
      const action = current.current[shifted];
      if (action === undefined) return;
      // A focused link or button keeps its own Enter and Space.
      if ((event.key === 'Enter' || event.key === ' ') && event.target instanceof HTMLElement && event.target.closest('a, button') !== null)
        return;
      event.preventDefault();
      action(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** The shortcuts as the help shows them. */
export const KEY_HELP: readonly { readonly where: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      ['?', 'This help'],
      ['[', 'Fold the sidebar'],
      ['g p', 'Projects'],
      ['/', 'Filter or find'],
      ['Esc', 'Up one level'],
    ],
  },
  {
    where: 'Lists',
    keys: [
      ['↑ ↓', 'Move'],
      ['Enter', 'Open'],
      ['l', 'Live on or off'],
    ],
  },
  {
    where: 'A trace',
    keys: [
      ['↑ ↓', 'Move'],
      ['← →', 'Fold, open'],
      ['Shift ←', 'Fold all'],
      ['Shift →', 'Open all'],
      ['E', 'Next error'],
      ['J K', 'Next, previous trace'],
    ],
  },
];
