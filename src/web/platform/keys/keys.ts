import { useLayoutEffect, useRef } from 'react';

type KeyAction = (event: KeyboardEvent) => void;

/** A key's action; with `what` it is listed by `?` while it works. */
type Shortcut = KeyAction | { readonly what: string; readonly run: KeyAction };

/** By key: 'l', 'Enter', 'Shift+ArrowLeft', or two keys in a row, 'g p'. */
export type KeyMap = Readonly<Record<string, Shortcut>>;

interface Registration {
  readonly where: string;
  readonly keys: () => KeyMap;
}

export function actionOf(shortcut: Shortcut): KeyAction {
  return typeof shortcut === 'function' ? shortcut : shortcut.run;
}

const SEQUENCE_MS = 1500;
/** All active listeners; the latest gets keys first, so that a panel comes before its page. */
const registered: Registration[] = [];
let first = { key: '', atMs: 0 };

/** Whether typing goes into a field, so that plain keys are text and not commands. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Fields of choice take arrows and Space, but no letters. */
function isText(target: EventTarget | null): boolean {
  return (
    isTyping(target) &&
    !(target instanceof HTMLInputElement && /^(?:checkbox|radio|button|range)$/.test(target.type))
  );
}

function isCovered(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [role="menu"]') !== null) return true;
  return (
    target instanceof HTMLElement && target.closest('[role="dialog"], [role="listbox"]') !== null
  );
}

/** Whether a key is pressed with another that makes it the browser's, as Alt makes ← go back. */
export function hasModifier({
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return ctrlKey || metaKey || altKey;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || hasModifier(event) || isCovered(event.target)) return;
  if (event.key.length === 1 && event.key !== ' ' ? isText(event.target) : isTyping(event.target))
    return;
  // A focused link or button keeps its own Enter and Space.
  if (
    (event.key === 'Enter' || event.key === ' ') &&
    event.target instanceof HTMLElement &&
    event.target.closest('a, button') !== null
  )
    return;
  const sequence = Date.now() - first.atMs < SEQUENCE_MS ? `${first.key} ${event.key}` : null;
  first = { key: event.key, atMs: Date.now() };
  const plain = event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key;
  for (const pressed of sequence === null ? [plain] : [sequence, plain]) {
    for (const { keys } of registered.toReversed()) {
      const shortcut = keys()[pressed];
      if (shortcut === undefined) continue;
      event.preventDefault();
      first = { key: '', atMs: 0 };
      actionOf(shortcut)(event);
      return;
    }
  }
}

/**
 * Plain keys for what is on screen: ignored in fields, in dialogs and menus, and with Ctrl, Alt or
 * Command (Shift with an arrow is written "Shift+ArrowLeft"). `where` is the heading under which
 * `?` lists those that say what they do.
 */
export function useKeys(keys: KeyMap, where = 'This screen'): void {
  const current = useRef(keys);
  // Before the paint: a list that is visible can already be walked.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useLayoutEffect(() => {
    const one: Registration = { where, keys: () => current.current };
    if (registered.length === 0) addEventListener('keydown', onKey);
    registered.push(one);
    return () => {
      registered.splice(registered.indexOf(one), 1);
      if (registered.length === 0) removeEventListener('keydown', onKey);
    };
  }, [where]);
}

/** One line of the help: its keys as printed, alternatives separate. */
interface KeyLine {
  readonly keys: readonly string[];
  readonly what: string;
}

const PRINTED: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

function printed(key: string): string[] {
  // A key that is itself what joins two is alone.
  const keys = key.length === 1 ? [key] : key.split(/[ +]/);
  return keys.map((one) => PRINTED[one] ?? one);
}

/**
 * The shortcuts that work on this screen now, by heading; keys with the same action share a line,
 * and for a key with two listeners the line shows which one gets it.
 */
export function keyHelp(): ReadonlyMap<string, readonly KeyLine[]> {
  const groups = new Map<string, KeyLine[]>();
  const taken = new Set<string>();
  for (const { where, keys } of registered.toReversed()) {
    const lines = groups.get(where) ?? [];
    groups.set(where, lines);
    for (const [key, shortcut] of Object.entries(keys())) {
      if (typeof shortcut === 'function' || taken.has(key)) continue;
      taken.add(key);
      const same = lines.findIndex((line) => line.what === shortcut.what);
      if (same < 0) lines.push({ keys: printed(key), what: shortcut.what });
      else
        lines[same] = {
          what: shortcut.what,
          keys: [...new Set([...(lines[same]?.keys ?? []), ...printed(key)])],
        };
    }
  }
  return new Map([...groups].filter(([, lines]) => lines.length > 0));
}
