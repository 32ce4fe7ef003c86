import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { ApiError } from '#web/platform/http/client.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { ExperimentHead as SummaryHead } from '../summary/experiment-head.tsx';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import type { ComparisonSearch } from './comparison-search.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { ComparisonToolbar } from './comparison-toolbar.tsx';
import { ColumnSwitch } from './example-content.tsx';
import { ExperimentHead, ExperimentHeads } from './experiment-heads.tsx';
import { ExperimentPicker } from './experiment-picker.tsx';
import { FiguresTable } from './figures-table.tsx';
import { NoRows } from './no-rows.tsx';
import { useComparisonKeys } from './use-comparison-keys.ts';
import { useComparisonModel, type ComparisonModel } from './use-comparison-model.ts';
import type { Compared } from './use-compared.ts';

const importPeek = async () => await import('./example-peek.tsx');
const ExamplePeek = lazyPart(async () => ({ default: (await importPeek()).ExamplePeek }));

interface ComparisonViewProps {
  readonly dataset: Dataset;
  readonly compared: Compared;
  readonly search: ComparisonSearch;
  readonly onNumbers: (numbers: readonly number[]) => void;
}

/**
 * Experiments side by side: their figures above, their examples below, and what is open of them.
 */
export function ComparisonView({ dataset, compared, search, onNumbers }: ComparisonViewProps) {
  const { experiments } = compared;
  const model = useComparisonModel(dataset.id, experiments, search);
  useComparisonKeys(dataset.id, model, search, experiments.length);
  const narrow = useNarrow();
  const isOpen = model.opened !== null;
  const hasRows = model.count > 0;
  useEffect(() => {
    // Preloaded, so that keys pressed right after Space work there. If it fails now, it is loaded
    // again then.
    if (hasRows) importPeek().catch(() => undefined);
  }, [hasRows]);
  const refused = refusalOf(
    model.view.error ?? model.comparison.error,
    search.filter !== undefined,
  );
  const chosen = Math.min(search.run ?? experiments.length, experiments.length);
  return (
    <>
      {!(narrow && isOpen) && (
        <>
          {!isOpen &&
            (narrow ? (
              <NarrowHead {...{ dataset, compared, model, search, chosen, onNumbers }} />
            ) : (
              <WideHead {...{ dataset, compared, model, search, onNumbers }} />
            ))}
          <ComparisonToolbar
            dataset={dataset.id}
            search={search}
            change={model.change}
            summary={model.comparison.data}
            experiments={experiments.length}
            refusal={refused}
          />
        </>
      )}
      <div className="flex min-h-0 flex-1">
        <div
          className={`relative flex min-w-0 flex-col ${isOpen ? 'w-300 shrink-0' : 'flex-1'} ${narrow && isOpen ? 'hidden' : ''}`}
        >
          <Rows
            {...{ dataset, compared, model, search, narrow, chosen }}
            isRefused={refused !== null}
          />
        </div>
        {model.opened !== null && (
          <Suspense fallback={<div className="flex-1 border-l border-line2" />}>
            <ExamplePeek
              id={model.opened}
              dataset={dataset.id}
              experiments={experiments}
              search={search}
              model={model}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** Why the server did not take the filter; null where it did, or something else failed. */
function refusalOf(error: Error | null, isFiltered: boolean): string | null {
  return isFiltered && error instanceof ApiError && (error.status === 400 || error.status === 422)
    ? error.message
    : null;
}

interface HeadProps extends Pick<ComparisonViewProps, 'dataset' | 'compared' | 'onNumbers'> {
  readonly model: ComparisonModel;
}

function WideHead({
  dataset,
  compared,
  model,
  search,
  onNumbers,
}: HeadProps & { search: ComparisonSearch }) {
  const [only, second] = compared.experiments;
  if (only !== undefined && second === undefined)
    return <LoneHead {...{ compared, model, search, onNumbers }} experiment={only} />;
  const grid = `140px repeat(${compared.experiments.length}, minmax(0, 1fr))`;
  const isFolded = search.figures === false;
  return (
    <>
      <ExperimentHeads
        dataset={dataset.id}
        compared={compared}
        grid={grid}
        isFolded={isFolded}
        onFold={() => model.change({ figures: isFolded ? undefined : false })}
        onNumbers={onNumbers}
      />
      {!isFolded && (
        <FiguresTable
          columns={compared.experiments.map((experiment, place) => ({ experiment, place }))}
          summaries={model.summaries}
          comparison={model.comparison.data}
          evaluation={search.evaluation ?? null}
          grid={grid}
        />
      )}
    </>
  );
}

/** The head of an experiment that is compared with none. */
function LoneHead({ experiment, compared, model, search, onNumbers }: LoneHeadProps) {
  const number = experiment.sequence_number;
  const isFolded = search.figures === false;
  const add = (
    <>
      <ExperimentPicker
        compared={compared}
        text="Compare with another experiment"
        label="Compare with another experiment"
        onPick={(one) => onNumbers([one.sequence_number, number])}
      />
      <Button
        look="quiet"
        aria-expanded={!isFolded}
        onClick={() => model.change({ figures: isFolded ? undefined : false })}
      >
        {isFolded ? 'Show figures' : 'Hide figures'}
      </Button>
    </>
  );
  return isFolded ? (
    <div className="flex shrink-0 items-center justify-end border-b border-line1 px-12 py-4">
      {add}
    </div>
  ) : (
    <ScrolledHead>
      <Summary {...{ experiment, model, search }} actions={add} />
    </ScrolledHead>
  );
}

/** As much of a head as leaves room for rows; the rest of it by scrolling. */
function ScrolledHead({ children }: { children: ReactNode }) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label="Experiment"
      className="max-h-[42vh] shrink-0 overflow-y-auto focus-visible:outline-offset-[-2px]"
    >
      {children}
    </div>
  );
}

/** All figures of an experiment. */
function Summary({
  experiment,
  model,
  search,
  actions,
}: Pick<LoneHeadProps, 'experiment' | 'model' | 'search'> & { actions?: ReactNode }) {
  return (
    <SummaryHead
      id={experiment.id}
      actions={actions}
      tab={search.tab ?? 'figures'}
      onTab={(tab) => model.change({ tab: tab === 'figures' ? undefined : tab }, { replace: true })}
    />
  );
}

interface LoneHeadProps extends Pick<HeadProps, 'compared' | 'model' | 'onNumbers'> {
  readonly experiment: Experiment;
  readonly search: ComparisonSearch;
}

function NarrowHead({
  dataset,
  compared,
  model,
  search,
  chosen,
  onNumbers,
}: HeadProps & { search: ComparisonSearch; chosen: number }) {
  // The figures of a phone are folded unless asked for: they would leave no room for rows.
  const isOpen = search.figures === true;
  const { experiments } = compared;
  const numbers = experiments.map(({ sequence_number: number }) => number);
  const experiment = experiments[chosen - 1];
  if (experiment === undefined) return null;
  return (
    <>
      <div className="flex shrink-0 items-center gap-8 border-b border-line1 px-12 py-6">
        {experiments.length > 1 && (
          <ColumnSwitch
            experiments={experiments}
            chosen={chosen}
            onChoose={(run) => model.change({ run }, { replace: true })}
          />
        )}
        <span className="ml-auto flex items-center">
          <Button
            look="quiet"
            aria-expanded={isOpen}
            onClick={() => model.change({ figures: isOpen ? undefined : true }, { replace: true })}
          >
            Figures
          </Button>
          <ExperimentPicker
            compared={compared}
            text="Compare with another experiment"
            label="Compare with another experiment"
            onPick={(one) => onNumbers([...numbers.slice(0, 3), one.sequence_number])}
          />
        </span>
      </div>
      {isOpen && experiments.length === 1 ? (
        <ScrolledHead>
          <Summary {...{ experiment, model, search }} />
        </ScrolledHead>
      ) : (
        <ChosenHead dataset={dataset.id} {...{ experiments, experiment, chosen, onNumbers }} />
      )}
      {isOpen && experiments.length > 1 && (
        <FiguresTable
          columns={[{ experiment, place: chosen - 1 }]}
          summaries={model.summaries}
          comparison={model.comparison.data}
          evaluation={search.evaluation ?? null}
          grid="100px minmax(0, 1fr)"
        />
      )}
    </>
  );
}

interface ChosenHeadProps extends Pick<HeadProps, 'onNumbers'> {
  readonly dataset: string;
  readonly experiments: readonly Experiment[];
  readonly experiment: Experiment;
  /** Its place, from 1. */
  readonly chosen: number;
}

function ChosenHead({ dataset, experiments, experiment, chosen, onNumbers }: ChosenHeadProps) {
  const numbers = experiments.map(({ sequence_number: number }) => number);
  return (
    <div className="shrink-0 border-b border-line1 py-4">
      <ExperimentHead
        dataset={dataset}
        experiment={experiment}
        place={chosen - 1}
        onBase={
          chosen === 1
            ? null
            : () =>
                onNumbers([
                  experiment.sequence_number,
                  ...numbers.filter((one) => one !== experiment.sequence_number),
                ])
        }
        onRemove={
          numbers.length === 1
            ? null
            : () => onNumbers(numbers.filter((one) => one !== experiment.sequence_number))
        }
      />
    </div>
  );
}

interface RowsProps extends Pick<ComparisonViewProps, 'dataset' | 'compared' | 'search'> {
  readonly model: ComparisonModel;
  readonly narrow: boolean;
  /** The experiment a phone shows, from 1. */
  readonly chosen: number;
  readonly isRefused: boolean;
}

function Rows({ dataset, compared, model, search, narrow, chosen, isRefused }: RowsProps) {
  const { shown, view, isStale, count, live } = model;
  const evaluation = search.evaluation ?? null;
  const marks = search.mark === true;
  const { directions } = model;
  const cells = useMemo(() => ({ evaluation, directions, marks }), [evaluation, directions, marks]);
  const isOpen = model.opened !== null;
  const { pages } = model;
  const onShow = useMemo(() => (first: number, end: number) => pages.show(first, end), [pages]);
  const query = location.search.replace(/[?&]example=\d+/, '').replace(/^&/, '?');
  return (
    <>
      {view.error !== null && !isRefused && (
        <ErrorNote
          what="The examples could not be read"
          error={view.error}
          onRetry={() => model.pages.retry()}
        />
      )}
      {shown.count === null && view.error === null && <SkeletonRows rows={12} height={64} />}
      {count > 0 && (
        <div className={`flex min-h-0 flex-1 flex-col ${isStale || isRefused ? 'opacity-60' : ''}`}>
          <ComparisonTable
            view={shown}
            count={count}
            experiments={compared.experiments}
            look={narrow ? 'narrow' : isOpen ? 'beside' : 'wide'}
            column={chosen - 1}
            cells={cells}
            activeIndex={model.active}
            opened={model.opened}
            href={`${ROOT_PATH}${location.pathname.slice(ROOT_PATH.length)}${query === '' ? '?' : `${query}&`}example=`}
            control={model.control}
            onShow={onShow}
            onOpen={model.open}
            onTop={model.setAtTop}
          />
        </div>
      )}
      {shown.count === 0 && view.error === null && (
        <NoRows
          dataset={dataset}
          experiments={compared.experiments}
          search={search}
          summary={model.comparison.data}
          change={model.change}
        />
      )}
      {live.isBehind && (
        <div className="pointer-events-none absolute inset-x-0 top-36 z-20 flex justify-center">
          <Button
            look="accent"
            className="pointer-events-auto shadow-popover"
            onClick={live.catchUp}
          >
            Show new results
          </Button>
        </div>
      )}
    </>
  );
}
