import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { COMPARISON_KEY } from '../api/comparison.ts';
import { useExperimentEvents } from '../api/use-experiment-events.ts';

/** Figures are computed from all runs: while experiments run, they are refreshed at most this often. */
const EVERY_MS = 3000;
/** So long after the reader's own change, an event tells of it. */
const OWN_MS = 4000;

interface LiveComparison {
  readonly dataset: string;
  readonly experiments: readonly string[];
  /** Whether rows may be read again without moving what is looked at. */
  readonly isStill: () => boolean;
  readonly onRows: () => void;
}

/**
 * Follows the experiments that are compared: figures are read again every few seconds while something changes. Rows are too where that moves
 * nothing under the reader; elsewhere `isBehind` says that there is something new.
 */
export function useComparisonLive({ dataset, experiments, isStill, onRows }: LiveComparison) {
  const client = useQueryClient();
  const [isBehind, setBehind] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ownAt = useRef(0);
  const current = useRef({ experiments, isStill, onRows });
  useEffect(() => {
    current.current = { experiments, isStill, onRows };
  });
  useEffect(() => () => clearTimeout(timer.current), [dataset]);
  const readFigures = useCallback(() => {
    void client.invalidateQueries({ queryKey: [COMPARISON_KEY, 'summary'] });
    void client.invalidateQueries({ queryKey: [COMPARISON_KEY, 'example'] });
    for (const id of current.current.experiments) void client.invalidateQueries({ queryKey: ['experiment', id, 'summary'] });
  }, [client]);
  const catchUp = useCallback(() => {
    setBehind(false);
    current.current.onRows();
  }, []);
  const seen = useRef(new Map<string, number>());
  const hasNews = useRef(false);
  const state = useExperimentEvents(dataset, (events) => {
    const shown = events.filter((event) => current.current.experiments.includes(event.experiment_id));
    // The first event of an experiment tells where it is.
    const changed = shown.filter((event) => {
      const before = seen.current.get(event.experiment_id);
      seen.current.set(event.experiment_id, event.change_number);
      return event.is_deleted || (before !== undefined && before !== event.change_number);
    });
    if (events.length > 0 && changed.length === 0) return;
    // A stream that opens again tells of no change: what is looked at is not called old for that.
    if (changed.length > 0) hasNews.current = true;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const isNews = hasNews.current;
      hasNews.current = false;
      void client.invalidateQueries({ queryKey: [COMPARISON_KEY, 'experiments'] });
      readFigures();
      if (Date.now() - ownAt.current < OWN_MS) return;
      if (current.current.isStill()) current.current.onRows();
      else if (isNews) setBehind(true);
    }, EVERY_MS);
  });
  return {
    state,
    isBehind,
    catchUp,
    /** The user's own changes show at once: the figures are refreshed, and the event that reports the change is ignored. */
    ownChange: useCallback(() => {
      ownAt.current = Date.now();
      readFigures();
    }, [readFigures]),
  };
}
