import { useCallback, useMemo, useRef, useState } from 'react';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { EXPERIMENTS_DELETED_MAX } from '#contracts/experiments/experiment-limits.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** What was last selected, for who comes back from a comparison. */
let kept: { readonly dataset: string; readonly ids: ReadonlySet<string> } | null = null;

/**
 * Which experiments of a dataset are selected, by Global ID; those that were deleted meanwhile are
 * not.
 */
export function useExperimentSelection(dataset: string, rows: readonly ExperimentSummary[]) {
  const [ids, setState] = useState(kept?.dataset === dataset ? kept.ids : NOTHING);
  const setIds = useCallback(
    (next: ReadonlySet<string>) => {
      kept = { dataset, ids: next };
      setState(next);
    },
    [dataset],
  );
  const anchor = useRef<number | null>(null);
  const chosen = useMemo(
    () => rows.filter(({ experiment }) => ids.has(experiment.id)),
    [rows, ids],
  );
  const selected = useMemo(() => new Set(chosen.map(({ experiment }) => experiment.id)), [chosen]);
  /** Selects a row or lets it go; with `through`, selects all from the one before to this. */
  const toggle = (index: number, through: boolean): void => {
    const from = anchor.current;
    const id = rows[index]?.experiment.id;
    if (id === undefined) return;
    anchor.current = index;
    const next = new Set(selected);
    if (through && from !== null)
      for (const { experiment } of rows.slice(Math.min(from, index), Math.max(from, index) + 1))
        next.add(experiment.id);
    else if (!next.delete(id)) next.add(id);
    setIds(new Set([...next].slice(0, EXPERIMENTS_DELETED_MAX)));
  };
  const clear = useCallback(() => setIds(NOTHING), [setIds]);
  const toggleAll = (): void =>
    setIds(
      selected.size > 0
        ? NOTHING
        : new Set(rows.slice(0, EXPERIMENTS_DELETED_MAX).map(({ experiment }) => experiment.id)),
    );
  return { selected, chosen, toggle, toggleAll, clear };
}
