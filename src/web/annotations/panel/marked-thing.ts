import type { MarkedTarget } from '#web/annotations/annotated-mark.ts';

/** A span, a trace or a session by the id its sender gave it. */
export interface MarkedThing {
  readonly target: MarkedTarget;
  readonly id: string;
}

const TARGETS = ['span', 'trace', 'session'] as const;
const CHOSEN_IN_TREE = '[role="treeitem"][aria-selected="true"][data-annotated]';

/** The thing that an element, or what it lies in, shows. */
export function markedThing(element: Element | null): MarkedThing | null {
  const mark = element?.closest<HTMLElement>('[data-annotated]')?.dataset['annotated'] ?? '';
  const target = TARGETS.find((one) => mark.startsWith(`${one} `));
  return target === undefined ? null : { target, id: mark.slice(target.length + 1) };
}

/**
 * The row that plain keys are at: the one with the focus, that of the tree when the focus is there,
 * else of the list, else of the tree.
 */
export function markedRow(): Element | null {
  const focus = document.activeElement;
  return (
    focus?.closest('[data-annotated]') ??
    focus?.closest('[role="tree"]')?.querySelector(CHOSEN_IN_TREE) ??
    document.querySelector('[role="row"].row-active[data-annotated]') ??
    document.querySelector(CHOSEN_IN_TREE)
  );
}
