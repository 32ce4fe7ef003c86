import { useCallback, useMemo, useRef, useState } from 'react';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { EXPERIMENTS_DELETED_MAX } from '#contracts/experiments/experiment-limits.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** Which experiments are selected, by Global ID; those that were deleted meanwhile are not. */
export function useExperimentSelection(rows: readonly ExperimentSummary[]) {
  const [ids, setIds] = useState(NOTHING);
  const last = useRef<number | null>(null);
  const chosen = useMemo(
    () => rows.filter(({ experiment }) => ids.has(experiment.id)),
    [rows, ids],
  );
  const selected = useMemo(() => new Set(chosen.map(({ experiment }) => experiment.id)), [chosen]);
  /** Selects a row or lets it go; with `through`, selects all from the one before to this. */
  const toggle = (index: number, through: boolean): void => {
    const from = last.current;
    const id = rows[index]?.experiment.id;
    if (id === undefined) return;
    last.current = index;
    const next = new Set(selected);
    if (through && from !== null)
      for (const { experiment } of rows.slice(Math.min(from, index), Math.max(from, index) + 1))
        next.add(experiment.id);
    else if (!next.delete(id)) next.add(id);
    setIds(new Set([...next].slice(0, EXPERIMENTS_DELETED_MAX)));
  };
  const clear = useCallback(() => setIds(NOTHING), []);
  const toggleAll = (): void =>
    setIds(
      selected.size > 0
        ? NOTHING
        : new Set(rows.slice(0, EXPERIMENTS_DELETED_MAX).map(({ experiment }) => experiment.id)),
    );
  return { selected, chosen, toggle, toggleAll, clear };
}
