import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { actionOf, useKeys } from '../../lib/keys.ts';
import type { KeyMap } from '../../lib/keys.ts';
import { foldAll, hasChildren, nextError, withFold } from '../../lib/trace-fold.ts';
import type { TraceColumns } from '../../lib/trace-columns.ts';
import { NODE_SPAN } from '../../lib/trace-tree.ts';
import type { TraceTree } from '../../lib/trace-tree.ts';

interface TreeKeys {
  readonly tree: TraceTree;
  readonly columns: TraceColumns;
  readonly visible: Int32Array;
  readonly selected: number;
  readonly folds: Uint8Array;
  readonly setFolds: (folds: Uint8Array) => void;
  readonly select: (node: number) => void;
  readonly keys: 'page' | 'focus';
}

const NONE: KeyMap = {};

/** The keys of the tree: for the whole page, or through the handler given back, only within the element that has it. */
export function useTreeKeys(given: TreeKeys): ((event: ReactKeyboardEvent) => void) | undefined {
  const map = treeKeys(given);
  useKeys(given.keys === 'page' ? map : NONE);
  if (given.keys === 'page') return undefined;
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = map[event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key];
    if (action === undefined) return;
    event.preventDefault();
    // The list beside it hears nothing of what the tree has taken.
    event.stopPropagation();
    actionOf(action)(event.nativeEvent);
  };
}

function treeKeys({ tree, columns, visible, selected, folds, setFolds, select }: TreeKeys): KeyMap {
  /** The next row of the view that is a span; groups and missing parents are passed over. */
  const step = (by: 1 | -1): void => {
    for (let at = visible.indexOf(selected) + by; at >= 0 && at < visible.length; at += by) {
      const node = visible[at] ?? 0;
      if (tree.type[node] === NODE_SPAN) return select(node);
    }
  };
  const left = (): void => {
    if (hasChildren(tree, selected) && folds[selected] !== 1) setFolds(withFold(folds, selected, true));
    else if ((tree.parent[selected] ?? -1) >= 0 && tree.type[tree.parent[selected] ?? 0] === NODE_SPAN) select(tree.parent[selected] ?? 0);
  };
  return {
    ArrowDown: { what: 'Move', run: () => step(1) },
    ArrowUp: { what: 'Move', run: () => step(-1) },
    ArrowLeft: { what: 'Fold, unfold', run: left },
    ArrowRight: {
      what: 'Fold, unfold',
      run: () => {
        if (hasChildren(tree, selected) && folds[selected] === 1) setFolds(withFold(folds, selected, false));
        else step(1);
      },
    },
    'Shift+ArrowLeft': { what: 'Fold all', run: () => setFolds(foldAll(tree, true)) },
    'Shift+ArrowRight': { what: 'Unfold all', run: () => setFolds(foldAll(tree, false)) },
    e: {
      what: 'Next error',
      run: () => {
        const node = nextError(tree, columns, selected);
        if (node >= 0) select(node);
      },
    },
  };
}
