import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import type { OptimizationDirection } from '#contracts/annotations/annotation-kind.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { ApiError } from '#web/platform/http/client.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import {
  COMPARISON_KEY,
  comparisonSummaryOptions,
  readComparedRows,
  type RowsWish,
} from './comparison.calls.ts';
import { summaryOptions } from '../experiments.calls.ts';
import { isRegression } from './change-words.ts';
import { exampleNumber } from './comparison-line.tsx';
import type { ComparisonSearch } from './comparison-search.ts';
import type { ComparisonControl } from './comparison-table.tsx';
import type { ComparedExample } from '#contracts/experiments/experiment-comparison.ts';
import { OffsetPages, type OffsetRows } from './offset-pages.ts';
import { useExperimentEvents } from '#web/experiments/use-experiment-events.ts';

/** Rows with four outputs and their scores are some 3 KB each. */
const PAGE_ROWS = 50;

interface ComparisonRows {
  readonly pages: OffsetPages<ComparedExample>;
  /** The current parameters, also before any data has loaded. */
  readonly view: OffsetRows<ComparedExample>;
  /** The rows to draw: the previous ones until the first of the new ones have loaded. */
  readonly shown: OffsetRows<ComparedExample>;
  readonly isStale: boolean;
}

/** The rows that an address lists, page by page; other pages when it lists others. */
function useComparisonRows(wish: RowsWish): ComparisonRows {
  const key = JSON.stringify(wish);
  const pages = useMemo(
    () =>
      new OffsetPages<ComparedExample>(
        (offset, limit, signal) => readComparedRows(wish, offset, limit, signal),
        PAGE_ROWS,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- `key` is the text of the wish
    [key],
  );
  const view = useSyncExternalStore(pages.subscribe, pages.view);
  const [kept, setKept] = useState(view);
  if (view.count !== null && kept !== view) setKept(view);
  // Rows of other experiments have other columns.
  const columns = wish.experiments.join(' ');
  const drawn = useRef(columns);
  useEffect(() => {
    if (view.count !== null) drawn.current = columns;
  }, [view, columns]);
  useEffect(() => {
    pages.show(0, 1);
    return () => pages.stop();
  }, [pages]);
  const isStale =
    view.count === null && kept.count !== null && view.error === null && drawn.current === columns;
  return { pages, view, shown: isStale ? kept : view, isStale };
}

export type ChangeComparison = (
  changes: Changes<ComparisonSearch>,
  how?: { readonly replace: boolean },
) => void;
export type ComparisonModel = ReturnType<typeof useComparisonModel>;

/**
 * Where a list was left, by what it lists: leaving for a trace and coming back leads to the same
 * row.
 */
const places = new Map<string, number>();
const PLACES_MAX = 20;

/** A comparison: its rows and figures, which row is active, which is open. */
export function useComparisonModel(
  dataset: string,
  experiments: readonly Experiment[],
  search: ComparisonSearch,
) {
  const change = useChange();
  const ids = useMemo(() => experiments.map(({ id }) => id), [experiments]);
  const wish = wishOf(ids, search);
  const { pages, view, shown, isStale } = useComparisonRows(wish);
  const figures = useFigures(wish, ids);
  const control = useRef<ComparisonControl>(null);
  const listKey = JSON.stringify(wish);
  const { active, setActive } = useActive(listKey, view.count, control);
  const { isAtTop, setAtTop } = useTop();
  const live = useComparisonLive({
    dataset,
    experiments: ids,
    isStill: () => search.sort === 'example' || (isAtTop.current && search.example === undefined),
    onRows: () => pages.refresh(),
  });
  const count = shown.count ?? 0;
  const openAt = (index: number, replace: boolean, more: Changes<ComparisonSearch> = {}): void => {
    const row = shown.row(index);
    if (row !== null)
      change({ example: exampleNumber(row.example_id), rep: undefined, ...more }, { replace });
  };
  const go = (to: number): void => {
    const index = Math.max(0, Math.min(count - 1, to));
    setActive(index);
    control.current?.show(index);
    if (search.example !== undefined) openAt(index, true);
  };
  const goToRegression = async (step: 1 | -1): Promise<void> => {
    const from = active === null ? 0 : active + step;
    const index = await pages.find(from, step, isRegression);
    if (index === null)
      showToast({ text: step === 1 ? 'No more regressions below.' : 'No regressions above.' });
    else go(index);
  };
  useGone(view.error, figures.comparison.error);
  return {
    wish,
    change,
    pages,
    view,
    shown,
    isStale,
    ...figures,
    control,
    active,
    count,
    live,
    setAtTop,
    go,
    walk: (by: number) => go(active === null ? 0 : active + by),
    goToRegression,
    open: (index: number, more?: Changes<ComparisonSearch>) => {
      setActive(index);
      openAt(index, isOpening(), more);
    },
    close: () =>
      change({
        example: undefined,
        rep: undefined,
        diff: undefined,
        annotate: undefined,
        run: undefined,
      }),
    opened: search.example === undefined ? null : encodeGlobalId('DatasetExample', search.example),
  };
}

function useTop() {
  const isAtTop = useRef(true);
  const setAtTop = useCallback((atTop: boolean) => {
    isAtTop.current = atTop;
  }, []);
  return { isAtTop, setAtTop };
}

/**
 * Whether an example is open, or about to be: the address says so before the page shows it, and the
 * next key is often there before that.
 */
export function isOpening(): boolean {
  return new URLSearchParams(location.search).has('example');
}

function useChange(): ChangeComparison {
  const navigate = useNavigate({ from: '/datasets/$dataset/compare' });
  return useCallback(
    (changes, how) =>
      void navigate({ search: (before) => withChanges<ComparisonSearch>(before, changes), ...how }),
    [navigate],
  );
}

function wishOf(experiments: readonly string[], search: ComparisonSearch): RowsWish {
  const isAlone = experiments.length === 1;
  const wished = search.sort ?? 'regression';
  return {
    experiments,
    filter: search.filter ?? '',
    splits: search.split ?? [],
    evaluation: search.evaluation ?? null,
    show: search.show ?? 'all',
    sort: isAlone && (wished === 'regression' || wished === 'difference') ? 'example' : wished,
    order: search.order ?? 'asc',
  };
}

function summariesById<Summary extends { readonly experiment: { readonly id: string } }>(
  summaries: readonly (Summary | undefined)[],
): ReadonlyMap<string, Summary> {
  return new Map(
    summaries.flatMap((one) => (one === undefined ? [] : [[one.experiment.id, one] as const])),
  );
}

/** The figures above the rows: of the comparison, and of each experiment. */
function useFigures({ filter, splits, evaluation }: RowsWish, ids: readonly string[]) {
  const comparison = useQuery(
    comparisonSummaryOptions({ experiments: ids, filter, splits, evaluation }),
  );
  const replies = useQueries({ queries: ids.map((id) => summaryOptions(id)) });
  const data = replies.map((reply) => reply.data?.summary);
  // oxlint-disable-next-line react/exhaustive-deps -- the list is as long as there are experiments
  const summaries = useMemo(() => summariesById(data), data);
  const directions = useMemo(
    () =>
      new Map<string, OptimizationDirection>(
        [...summaries.values()].flatMap(({ evaluators }) =>
          evaluators.map((one) => [one.name, one.direction] as const),
        ),
      ),
    [summaries],
  );
  return { comparison, summaries, directions };
}

/** The row that keys act on; where the list was left before, that one. */
function useActive(
  listKey: string,
  count: number | null,
  control: { readonly current: ComparisonControl | null },
) {
  const [state, setState] = useState<{ readonly of: string; readonly index: number | null }>({
    of: listKey,
    index: null,
  });
  const active = state.of === listKey ? state.index : null;
  const setActive = (index: number): void => {
    setState({ of: listKey, index });
    places.delete(listKey);
    places.set(listKey, index);
    const [oldest] = places.keys();
    if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
  };
  const isRead = count !== null;
  useEffect(() => {
    if (!isRead) return;
    const index = places.get(listKey);
    if (index !== undefined) setState({ of: listKey, index });
    control.current?.show(index ?? 0);
  }, [listKey, isRead, control]);
  return { active, setActive };
}

/** An experiment that was deleted meanwhile: the list of experiments, read again, says which. */
function useGone(...errors: readonly (Error | null)[]): void {
  const client = useQueryClient();
  const isGone = errors.some((error) => error instanceof ApiError && error.status === 404);
  useEffect(() => {
    if (isGone) void client.invalidateQueries({ queryKey: [COMPARISON_KEY, 'experiments'] });
  }, [isGone, client]);
}

/**
 * Figures are computed from all runs: while experiments run, they are refreshed at most this often.
 */
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
 * Follows the experiments that are compared: figures are read again every few seconds while
 * something changes. Rows are too where that moves nothing under the reader; elsewhere `isBehind`
 * says that there is something new.
 */
function useComparisonLive({ dataset, experiments, isStill, onRows }: LiveComparison) {
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
    for (const id of current.current.experiments)
      void client.invalidateQueries({ queryKey: ['experiment', id, 'summary'] });
  }, [client]);
  const catchUp = useCallback(() => {
    setBehind(false);
    current.current.onRows();
  }, []);
  const seen = useRef(new Map<string, number>());
  const hasNews = useRef(false);
  const state = useExperimentEvents(dataset, (events) => {
    const shown = events.filter((event) =>
      current.current.experiments.includes(event.experiment_id),
    );
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
    /**
     * The user's own changes show at once: the figures are refreshed, and the event that reports
     * the change is ignored.
     */
    ownChange: useCallback(() => {
      ownAt.current = Date.now();
      readFigures();
    }, [readFigures]),
  };
}
