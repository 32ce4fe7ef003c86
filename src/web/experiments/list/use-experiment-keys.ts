import { useState } from 'react';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import type { useExperimentSelection } from './use-experiment-selection.ts';

interface ExperimentKeys {
  readonly rows: readonly ExperimentSummary[];
  readonly selection: ReturnType<typeof useExperimentSelection>;
  readonly onOpen: (summary: ExperimentSummary) => void;
  readonly onCompare: () => void;
  /** Null for who may not. */
  readonly onDelete: ((rows: readonly ExperimentSummary[]) => void) | null;
  readonly onBaseline: ((summary: ExperimentSummary) => void) | null;
  readonly onLeave: () => void;
}

/** Which row is active, and the keys of the list. */
export function useExperimentKeys({
  rows,
  selection,
  onOpen,
  onCompare,
  onDelete,
  onBaseline,
  onLeave,
}: ExperimentKeys) {
  const [activeId, setActiveId] = useState<string | null>(null);
  // By id: rows move when an experiment is added above.
  const found = rows.findIndex(({ experiment }) => experiment.id === activeId);
  const active = found < 0 ? null : found;
  const go = (to: number): number => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    setActiveId(rows[index]?.experiment.id ?? null);
    return index;
  };
  const walk = (by: number): void => void go(active === null ? 0 : active + by);
  const extend = (by: number): void => {
    if (active === null) return walk(by);
    if (selection.selected.size === 0) selection.toggle(active, false);
    else selection.toggle(go(active + by), true);
  };
  const withActive = (act: (summary: ExperimentSummary) => void) => (): void => {
    const row = active === null ? undefined : rows[active];
    if (row !== undefined) act(row);
  };
  useKeys(
    {
      ArrowDown: { what: 'Move', run: () => walk(1) },
      ArrowUp: { what: 'Move', run: () => walk(-1) },
      'Shift+ArrowDown': { what: 'Select on the way', run: () => extend(1) },
      'Shift+ArrowUp': { what: 'Select on the way', run: () => extend(-1) },
      j: { what: 'Next, previous', run: () => walk(1) },
      k: { what: 'Next, previous', run: () => walk(-1) },
      Home: { what: 'First, last row', run: () => void go(0) },
      End: { what: 'First, last row', run: () => void go(rows.length - 1) },
      Enter: { what: 'Open', run: withActive(onOpen) },
      x: { what: 'Select', run: () => selection.toggle(go(active ?? 0), false) },
      // Without a selection it is the key of every screen.
      ...(selection.selected.size === 0
        ? {}
        : { c: { what: 'Compare the selected', run: onCompare } }),
      ...(onBaseline === null
        ? {}
        : { b: { what: 'Set or clear the baseline', run: withActive(onBaseline) } }),
      ...(onDelete === null
        ? {}
        : {
            Delete: {
              what: 'Delete',
              run: () =>
                selection.chosen.length > 0
                  ? onDelete(selection.chosen)
                  : withActive((row) => onDelete([row]))(),
            },
          }),
      Escape: {
        what: 'Up one level',
        run: () => (selection.selected.size > 0 ? selection.clear() : onLeave()),
      },
    },
    'Experiments',
  );
  return { active, activate: (index: number) => void go(index) };
}
