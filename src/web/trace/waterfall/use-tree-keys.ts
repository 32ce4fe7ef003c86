import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { actionOf, hasModifier, useKeys, type KeyMap } from '#web/platform/keys/keys.ts';
import { hasChildren, withFold } from '#web/trace/trace-fold.ts';
import { isFailed, slowestNodes, stepWhere } from '#web/trace/trace-steps.ts';
import { showToast, shownToasts } from '#web/ui/notices/toasts.ts';
import { NODE_SPAN } from '#web/trace/trace-tree.ts';
import type { TraceModel } from '#web/trace/use-trace-model.ts';

interface TreeKeys {
  readonly model: TraceModel;
  readonly visible: Int32Array;
  readonly selected: number;
  readonly folds: Uint8Array;
  readonly setFolds: (folds: Uint8Array) => void;
  readonly foldAll: (folded: boolean) => void;
  readonly select: (node: number) => void;
  /** Keys of the timeline, such as those that zoom. */
  readonly more: KeyMap;
  readonly keys: 'page' | 'focus';
}

const NONE: KeyMap = {};
const PAGE_ROWS = 20;

/**
 * The keys of the tree: for the whole page, or through the handler given back, only within the
 * element that has it.
 */
export function useTreeKeys(given: TreeKeys): ((event: ReactKeyboardEvent) => void) | undefined {
  const map = { ...treeKeys(given), ...given.more };
  useKeys(given.keys === 'page' ? map : NONE, 'A trace');
  if (given.keys === 'page') return undefined;
  return (event) => {
    if (hasModifier(event)) return;
    const action =
      map[event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key];
    if (action === undefined) return;
    event.preventDefault();
    // The list beside it hears nothing of what the tree has taken.
    event.stopPropagation();
    actionOf(action)(event.nativeEvent);
  };
}

function treeKeys({
  model,
  visible,
  selected,
  folds,
  setFolds,
  foldAll,
  select,
}: TreeKeys): KeyMap {
  const { tree, columns, times } = model;
  /**
   * The next row of the view that is a span, or the one so many rows on; groups and missing parents
   * are passed over.
   */
  const step = (by: number): void => {
    const sign = Math.sign(by);
    const from = Math.max(0, Math.min(visible.length - 1, visible.indexOf(selected) + by));
    for (const way of [sign, -sign])
      for (let at = from; at >= 0 && at < visible.length; at += way) {
        const node = visible[at] ?? 0;
        if (tree.type[node] === NODE_SPAN) return node === selected ? undefined : select(node);
      }
  };
  const spanAbove = (): number => {
    let up = tree.parent[selected] ?? -1;
    while (up >= 0 && tree.type[up] !== NODE_SPAN) up = tree.parent[up] ?? -1;
    return up;
  };
  const goFailed = (by: 1 | -1): void => {
    const node = stepWhere(tree.size, selected, by, (one) => isFailed(tree, columns, one));
    if (node >= 0) select(node);
    else sayOnce('No span of this trace failed');
  };
  const goSlow = (by: 1 | -1): void => {
    const slow = slowestNodes(tree, times);
    const at = slow.indexOf(selected);
    const next = slow[at < 0 ? 0 : (at + by + slow.length) % slow.length];
    if (next !== undefined) select(next);
  };
  const left = (): void => {
    if (hasChildren(tree, selected) && folds[selected] !== 1)
      setFolds(withFold(folds, selected, true));
    else if (spanAbove() >= 0) select(spanAbove());
  };
  const right = (): void => {
    if (hasChildren(tree, selected) && folds[selected] === 1)
      setFolds(withFold(folds, selected, false));
    else if (hasChildren(tree, selected)) step(1);
  };
  return {
    ArrowDown: { what: 'Move', run: () => step(1) },
    ArrowUp: { what: 'Move', run: () => step(-1) },
    PageDown: () => step(PAGE_ROWS),
    PageUp: () => step(-PAGE_ROWS),
    Home: () => step(-visible.length),
    End: () => step(visible.length),
    ArrowLeft: { what: 'Fold, to the parent', run: left },
    ArrowRight: { what: 'Open, to the child', run: right },
    'Shift+ArrowLeft': { what: 'Fold all', run: () => foldAll(true) },
    'Shift+ArrowRight': { what: 'Open all', run: () => foldAll(false) },
    e: { what: 'Next error', run: () => goFailed(1) },
    E: { what: 'Previous error', run: () => goFailed(-1) },
    s: { what: 'Slow spans, slowest first', run: () => goSlow(1) },
    S: { what: 'Slow spans, backwards', run: () => goSlow(-1) },
  };
}

/** A key that is held down says it but once. */
function sayOnce(text: string): void {
  if (!shownToasts().some((toast) => toast.text === text)) showToast({ text });
}
