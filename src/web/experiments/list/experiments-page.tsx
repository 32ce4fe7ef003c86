import { useParams, useSearch, useNavigate } from '@tanstack/react-router';
import { DatasetFrame } from '#web/datasets/dataset-frame.tsx';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { COMPARED_MAX } from '#contracts/experiments/experiment-limits.ts';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { versionsOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button } from '#web/ui/button.tsx';
import { useMay, May } from '#web/accounts/may.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { versionNumbers } from '#web/datasets/version-numbers.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { examplesPath, experimentComparisonPath } from '#web/platform/address/paths.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { useSummaries, type SummaryList } from './use-summaries.ts';
import {
  SORTED_MAX,
  comparisonOrder,
  evaluatorNames,
  inOrder,
  sortedPartText,
  scoreSort,
} from './experiment-order.ts';
import { ExperimentsTable } from './experiments-table.tsx';
import type { ExperimentsSearch } from './list-search.ts';
import { BASELINE, useExperimentChanges } from './use-experiment-changes.ts';
import { useExperimentKeys } from './use-experiment-keys.ts';
import { useExperimentSelection } from './use-experiment-selection.ts';
import { SelectionToolbar } from '#web/lists/selection-toolbar.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import { TrendChart } from './trend-chart.tsx';
import { trendsOf } from './trend-series.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SortMenu } from '#web/ui/sort-menu.tsx';
import { TypedSearch } from '#web/ui/typed-search.tsx';

/** The experiments of a dataset. */
export function ExperimentsPage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/experiments' });
  const search = useSearch({ from: '/datasets/$dataset/experiments' });
  return (
    <DatasetFrame id={id} tab="Experiments">
      {(dataset) => <ExperimentsPane key={dataset.id} dataset={dataset} search={search} />}
    </DatasetFrame>
  );
}

/** Kind hues in fixed order, as charts of experiments take them. */
const TONES = [
  'tone-llm',
  'tone-tool',
  'tone-agent',
  'tone-retriever',
  'tone-evaluator',
  'tone-guardrail',
  'tone-reranker',
  'tone-prompt',
] as const;

interface TrendStripProps {
  readonly rows: readonly ExperimentSummary[];
  readonly evaluators: readonly string[];
  readonly onOpen: (number: number) => void;
}

/** How figures went over the last experiments; nothing before there are two. */
function TrendStrip({ rows, evaluators, onOpen }: TrendStripProps) {
  const trends = useMemo(() => trendsOf(rows, evaluators), [rows, evaluators]);
  // All are over the same experiments.
  const [cursor, setCursor] = useState<number | null>(null);
  if (trends.length === 0) return null;
  return (
    <div
      role="region"
      aria-label="Trends"
      className="flex h-77 shrink-0 overflow-x-auto overflow-y-hidden border-b border-line1"
    >
      {trends.map((trend, index) => (
        <TrendChart
          key={trend.key}
          trend={trend}
          tone={
            trend.key.startsWith('score ')
              ? (TONES[index % TONES.length] ?? TONES[0])
              : 'tone-unknown'
          }
          cursor={cursor}
          onCursor={setCursor}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

const FirstExperiment = lazyPart(async () => ({
  default: (await import('./first-experiment.tsx')).FirstExperiment,
}));
const RunDialog = lazyPart(async () => ({ default: (await import('./run-dialog.tsx')).RunDialog }));
const DeleteExperiments = lazyPart(async () => ({
  default: (await import('./delete-experiments.tsx')).DeleteExperiments,
}));

interface ExperimentsPaneProps {
  readonly dataset: Dataset;
  readonly search: ExperimentsSearch;
}

/**
 * A dataset's experiments: trends, the table, what is selected in it; before there are any, how to
 * run the first.
 */
function ExperimentsPane({ dataset, search }: ExperimentsPaneProps) {
  const { q = '' } = search;
  const { sort, order, isSorted } = orderOf(search);
  const navigate = useNavigate({ from: '/datasets/$dataset/experiments' });
  const change = (changes: Changes<ExperimentsSearch>): void =>
    void navigate({
      search: (before) => withChanges<ExperimentsSearch>(before, changes),
      replace: true,
    });
  const list = useSummaries(dataset.id, q);
  useReadAll(list, isSorted);
  const evaluators = useMemo(() => evaluatorNames(list.rows), [list.rows]);
  const rows = useMemo(
    () => (isSorted ? inOrder(list.rows, sort, order) : list.rows),
    [list.rows, isSorted, sort, order],
  );
  const sorted = {
    loaded: list.rows.length,
    hasMore: list.hasMore,
    all: dataset.experiment_count,
    isSearched: q !== '',
  };
  const model = useListModel(dataset, rows);
  useKeys({ n: { what: 'Run an experiment', run: () => change({ run: true }) } });
  if (isEmptyList(list) && q === '')
    return (
      <Suspense>
        <FirstExperiment dataset={dataset} live={list.live} />
      </Suspense>
    );
  return (
    <>
      <ExperimentsToolbar
        search={search}
        list={list}
        sortedPart={isSorted ? sortedPartText(sorted) : null}
        evaluators={evaluators}
        onChange={change}
      />
      <TrendStrip rows={list.rows} evaluators={evaluators} onOpen={model.openNumbers} />
      <ListBody {...{ dataset, search, list, rows, evaluators, model }} onChange={change} />
      {search.run === true && (
        <Suspense>
          <RunDialog dataset={dataset} onClose={() => change({ run: undefined })} />
        </Suspense>
      )}
      {model.deleting.length > 0 && (
        <Suspense>
          <DeleteExperiments
            experiments={model.deleting.map(({ experiment }) => experiment)}
            onDeleted={model.selection.clear}
            onClose={() => model.setDeleting([])}
          />
        </Suspense>
      )}
    </>
  );
}

interface ListBodyProps extends ExperimentsPaneProps {
  readonly list: SummaryList;
  /** Those of the list, in order. */
  readonly rows: readonly ExperimentSummary[];
  readonly evaluators: readonly string[];
  readonly model: ReturnType<typeof useListModel>;
  readonly onChange: (changes: Changes<ExperimentsSearch>) => void;
}

function ListBody({ dataset, search, list, rows, evaluators, model, onChange }: ListBodyProps) {
  const { sort, order, isSorted } = orderOf(search);
  const { selection, keys } = model;
  const versions = useQuery(versionsOptions(dataset.id)).data;
  const numbers = useMemo(() => versionNumbers(versions ?? []), [versions]);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {list.error !== null && (
        <ErrorNote what="Experiments could not be loaded" error={list.error} onRetry={list.retry} />
      )}
      {list.isPending && <SkeletonRows rows={12} height={48} />}
      {isEmptyList(list) && (
        <EmptyNote title={`No experiments match “${search.q ?? ''}”`}>
          <Button onClick={() => onChange({ q: undefined })}>Clear search</Button>
        </EmptyNote>
      )}
      {rows.length > 0 && (
        <ExperimentsTable
          dataset={dataset.id}
          rows={rows}
          evaluators={evaluators}
          versions={numbers}
          sort={sort}
          order={order}
          activeIndex={keys.active}
          selected={selection.selected}
          hasMore={list.hasMore && !isSorted}
          onEnd={list.loadMore}
          onSort={(next) => onChange(nextSort(next, sort, order))}
          onOpen={(index) => {
            keys.activate(index);
            const row = rows[index];
            if (row !== undefined) model.open([row]);
          }}
          onSelect={(index, through) => {
            keys.activate(index);
            selection.toggle(index, through);
          }}
          onSelectAll={selection.toggleAll}
        />
      )}
      {selection.selected.size > 0 && (
        <SelectionBar
          count={selection.selected.size}
          onCompare={model.compare}
          onDelete={() => model.setDeleting(selection.chosen)}
          onClear={selection.clear}
        />
      )}
    </div>
  );
}

function isEmptyList({ isPending, error, rows }: SummaryList): boolean {
  return !isPending && error === null && rows.length === 0;
}

/** The order of the list, and whether it is another one than the server's. */
function orderOf({ sort = 'number', order = sort === 'name' ? 'asc' : 'desc' }: ExperimentsSearch) {
  return { sort, order, isSorted: sort !== 'number' || order !== 'desc' };
}

/** Sorting by a figure loads the whole list: the server sorts newest first. */
function useReadAll(
  { rows, hasMore, isFetching, error, loadMore }: SummaryList,
  isWanted: boolean,
): void {
  // Pages requested during a refresh are skipped: wait until it has ended.
  const isDue = isWanted && hasMore && !isFetching && error === null && rows.length < SORTED_MAX;
  useEffect(() => {
    if (isDue) loadMore();
    // oxlint-disable-next-line react/exhaustive-deps -- the function is another one each time
  }, [isDue, rows.length]);
}

function useListModel(dataset: Dataset, rows: readonly ExperimentSummary[]) {
  const navigate = useNavigate();
  const may = useMay('experiments:write');
  const [deleting, setDeleting] = useState<readonly ExperimentSummary[]>([]);
  const { setBaseline } = useExperimentChanges(dataset.id);
  const selection = useExperimentSelection(dataset.id, rows);
  const openNumbers = (...numbers: readonly number[]): void =>
    void navigate({ to: experimentComparisonPath(dataset.id, numbers) });
  const open = (some: readonly ExperimentSummary[]): void => openNumbers(...comparisonOrder(some));
  const compare = (): void => {
    const count = selection.chosen.length;
    if (count >= 2 && count <= COMPARED_MAX) open(selection.chosen);
  };
  const keys = useExperimentKeys({
    rows,
    selection,
    onOpen: (row) => open([row]),
    onCompare: compare,
    onDelete: may ? setDeleting : null,
    onBaseline: may
      ? ({ experiment }) => setBaseline(experiment, !experiment.tags.includes(BASELINE))
      : null,
    onLeave: () => void navigate({ to: examplesPath(dataset.id) }),
  });
  return { selection, keys, open, openNumbers, compare, deleting, setDeleting };
}

/** A second click on a column inverts its order. */
function nextSort(next: string, sort: string, order: 'asc' | 'desc'): Changes<ExperimentsSearch> {
  const natural = next === 'name' ? 'asc' : 'desc';
  const inverted = natural === 'asc' ? 'desc' : 'asc';
  return {
    sort: next === 'number' ? undefined : next,
    order: next === sort && order === natural ? inverted : undefined,
  };
}

interface SelectionBarProps {
  readonly count: number;
  readonly onCompare: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** The actions for the selected experiments. */
function SelectionBar({ count, onCompare, onDelete, onClear }: SelectionBarProps) {
  const isComparable = count >= 2 && count <= COMPARED_MAX;
  return (
    <SelectionToolbar
      text={`${plural(count, 'experiment')} selected`}
      work={null}
      onStop={onClear}
      onClear={onClear}
    >
      <Button
        look="accent"
        disabled={!isComparable}
        title={
          isComparable ? 'Compare (C)' : `Select 2 to ${COMPARED_MAX} experiments to compare them`
        }
        onClick={onCompare}
      >
        Compare
      </Button>
      <May scope="experiments:write">
        <Button look="quiet" title="Delete (Del)" onClick={onDelete}>
          Delete
        </Button>
      </May>
    </SelectionToolbar>
  );
}

interface ExperimentsToolbarProps {
  readonly search: ExperimentsSearch;
  readonly list: Pick<SummaryList, 'rows' | 'hasMore' | 'isPending'>;
  /** The part of the list that its sort order covers, if not all of it. */
  readonly sortedPart: string | null;
  readonly evaluators: readonly string[];
  readonly onChange: (changes: Changes<ExperimentsSearch>) => void;
}

const SORTS: readonly { readonly key: string; readonly label: string }[] = [
  { key: 'number', label: 'Newest first' },
  { key: 'name', label: 'Name' },
  { key: 'latency', label: 'Latency p50' },
  { key: 'cost', label: 'Cost' },
  { key: 'errors', label: 'Error rate' },
];

/** The list's filters, and the number of experiments. */
function ExperimentsToolbar({
  search,
  list,
  sortedPart,
  evaluators,
  onChange,
}: ExperimentsToolbarProps) {
  const running = list.rows.filter(({ experiment }) => experiment.missing_run_count > 0).length;
  const count = `${plural(list.rows.length, 'experiment')}${list.hasMore ? ' loaded' : ''}`;
  const sorts = [
    ...SORTS,
    ...evaluators.map((name) => ({ key: scoreSort(name), label: `Score: ${name}` })),
  ];
  return (
    <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-x-12 gap-y-6 border-b border-line1 px-12 py-6">
      <TypedSearch
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q === '' ? undefined : q })}
        placeholder="Find by name"
        className="w-280 max-md:flex-1"
      />
      <span role="status" className="nums text-12 text-text3 max-md:sr-only">
        {list.isPending ? '' : running === 0 ? count : `${count}, ${running} incomplete`}
      </span>
      <SortMenu
        choices={sorts.map(({ key, label }) => ({
          key,
          label,
          onChoose: () => onChange({ sort: key === 'number' ? undefined : key, order: undefined }),
        }))}
        current={search.sort ?? 'number'}
      />
      {sortedPart !== null && (
        <span role="status" className="nums text-12 text-text2">
          {sortedPart}
        </span>
      )}
      <Button
        className="ml-auto"
        title="Run an experiment (N)"
        onClick={() => onChange({ run: true })}
      >
        <Icon name="plus" size={14} /> <span className="max-md:sr-only">Run an experiment</span>
      </Button>
    </div>
  );
}
