import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { COMPARED_MAX } from '#contracts/experiments/experiment-limits.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { useMay } from '#web/accounts/may.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { ValueViewer } from '#web/trace/open-value.tsx';
import { useKeys } from '#web/platform/keys/keys.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { fullExampleOptions, type FullExample, type FullSide } from './comparison.calls.ts';
import { sidesOf, type ComparisonSearch } from './comparison-search.ts';
import { ExampleContent } from './example-content.tsx';
import { outputsDiff } from './outputs-diff.ts';
import { useAnnotateRun } from './use-annotate-run.ts';
import type { ComparisonModel } from './use-comparison-model.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { SplitChips } from '#web/datasets/split-chips.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { exampleNumber } from './comparison-line.tsx';

interface ExamplePeekProps {
  /** Global ID of the example. */
  readonly id: string;
  readonly dataset: string;
  readonly experiments: readonly Experiment[];
  readonly search: ComparisonSearch;
  readonly model: ComparisonModel;
}

/** The heading under which the help lists its keys. */
const KEYS = 'Open example';

/**
 * An example beside the rows: its input, each experiment's output, the differences and the
 * evaluations.
 */
export function ExamplePeek({ id, dataset, experiments, search, model }: ExamplePeekProps) {
  const ids = experiments.map((one) => one.id);
  // The previous example stays visible until the next is loaded, without actions.
  const {
    data: shown,
    error,
    refetch,
    isPlaceholderData: isStale,
  } = useQuery({ ...fullExampleOptions(ids, id), placeholderData: (before) => before });
  const data = isStale ? undefined : shown;
  usePrefetch(ids, model);
  const repetitions = Math.max(
    1,
    ...(shown?.experiments ?? []).map(({ runs }) => runs.at(-1)?.run.repetition_number ?? 1),
  );
  const rep = Math.min(search.rep ?? 1, repetitions);
  const run = Math.min(search.run ?? experiments.length, experiments.length);
  usePeekKeys({ data, experiments, search, model, rep, repetitions, run });
  return (
    <aside
      aria-label="Example"
      className="flex min-w-0 flex-1 flex-col border-l border-line2 bg-bg0 max-md:w-full max-md:border-l-0"
    >
      <PeekHead id={id} dataset={dataset} example={data} model={model} />
      {repetitions > 1 && shown !== undefined && (
        <div className="shrink-0 border-b border-line1 px-12 py-4">
          <RepetitionStrip
            sides={shown.experiments}
            count={repetitions}
            chosen={rep}
            onChoose={(next) =>
              model.change({ rep: next === 1 ? undefined : next }, { replace: true })
            }
          />
        </div>
      )}
      {error !== null && shown === undefined && (
        <ErrorNote
          what="The example could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {shown === undefined && error === null && <SkeletonRows rows={10} height={34} />}
      {shown !== undefined && (
        <ValueViewer spanId="">
          <Opened
            key={id}
            {...{ experiments, search, model, rep, run }}
            example={shown}
            isStale={isStale}
          />
        </ValueViewer>
      )}
    </aside>
  );
}

interface OpenedProps extends Pick<ExamplePeekProps, 'experiments' | 'search' | 'model'> {
  readonly example: FullExample;
  readonly isStale: boolean;
  readonly rep: number;
  readonly run: number;
}

function Opened({ example, isStale, experiments, search, model, rep, run }: OpenedProps) {
  const annotate = useAnnotateRun(model.live.ownChange);
  const may = useMay('experiments:write');
  const { change } = model;
  const sides = search.diff === undefined ? null : sidesOf(search.diff);
  const inRange =
    sides !== null && sides.every((side) => side <= experiments.length) ? sides : null;
  return (
    <ExampleContent
      example={example}
      isStale={isStale}
      experiments={experiments}
      repetition={rep}
      chosen={run}
      sides={inRange}
      directions={model.directions}
      row={rowOf(model, example.example.node_id)}
      annotates={may && search.annotate === true}
      onChoose={(place) => {
        if (place !== run) change({ run: place }, { replace: true });
      }}
      onDiff={(on) =>
        change({ diff: on ? outputsDiff(experiments.length, run) : undefined }, { replace: true })
      }
      onSides={(before, after) => change({ diff: `${before}-${after}` }, { replace: true })}
      onAnnotate={may ? (place) => change({ run: place, annotate: true }, { replace: true }) : null}
      onStopAnnotating={() => change({ annotate: undefined }, { replace: true })}
      onSave={annotate.save}
      onDelete={may ? (of, evaluation) => void annotate.remove(of, evaluation) : null}
    />
  );
}

function rowOf(model: ComparisonModel, id: string) {
  const first = model.active === null ? null : model.shown.row(model.active);
  if (first?.example_id === id) return first;
  for (const [, row] of model.shown.loaded()) if (row.example_id === id) return row;
  return null;
}

/** Reads the neighbours ahead: walking with J shows each at once. */
function usePrefetch(ids: readonly string[], { active, shown }: ComparisonModel): void {
  const client = useQueryClient();
  const key = ids.join(' ');
  useEffect(() => {
    if (active === null) return undefined;
    const timer = setTimeout(() => {
      for (const index of [active + 1, active - 1]) {
        const row = index < 0 ? null : shown.row(index);
        if (row !== null)
          void client.prefetchQuery(fullExampleOptions(key.split(' '), row.example_id));
      }
    }, 100);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- what is shown changes with every page; the neighbours of the active row seldom do
  }, [client, key, active]);
}

interface PeekKeys extends Pick<ExamplePeekProps, 'experiments' | 'search' | 'model'> {
  readonly data: FullExample | undefined;
  readonly rep: number;
  readonly repetitions: number;
  readonly run: number;
}

function usePeekKeys({
  data,
  experiments,
  search,
  model: { change },
  rep,
  repetitions,
  run,
}: PeekKeys): void {
  const navigate = useNavigate();
  const may = useMay('experiments:write');
  const repeat = (by: number): void => {
    const next = Math.max(1, Math.min(repetitions, rep + by));
    change({ rep: next === 1 ? undefined : next }, { replace: true });
  };
  const last = experiments.length;
  const openTrace = (): void => {
    const side = data?.experiments[run - 1];
    const trace = side?.runs.find((one) => one.run.repetition_number === rep)?.run.trace_id ?? null;
    const project = side?.experiment.project_name ?? null;
    if (trace === null || project === null) showToast({ text: 'This run has no trace.' });
    else void navigate({ to: '/projects/$project/traces/$trace', params: { project, trace } });
  };
  const choose = Object.fromEntries(
    Array.from({ length: Math.min(last, COMPARED_MAX) }, (_, at) => [
      String(at + 1),
      { what: 'Choose an experiment', run: () => change({ run: at + 1 }, { replace: true }) },
    ]),
  );
  useKeys(
    {
      ...choose,
      d: {
        what: 'Show the difference of outputs',
        run: () =>
          change(
            { diff: search.diff === undefined ? outputsDiff(last, run) : undefined },
            { replace: true },
          ),
      },
      t: { what: 'Open the trace of the chosen run', run: openTrace },
      ...(may
        ? {
            a: {
              what: 'Annotate the chosen run',
              run: () => change({ annotate: true }, { replace: true }),
            },
          }
        : {}),
      ...(repetitions > 1
        ? {
            ArrowRight: { what: 'Next, previous repetition', run: () => repeat(1) },
            ArrowLeft: { what: 'Next, previous repetition', run: () => repeat(-1) },
          }
        : {}),
    },
    KEYS,
  );
}

interface PeekHeadProps {
  readonly id: string;
  readonly dataset: string;
  readonly example: FullExample | undefined;
  readonly model: ComparisonModel;
}

/** The open example, its position in the list, and buttons to the next ones. */
function PeekHead({ id, dataset, example, model }: PeekHeadProps) {
  const { active, count } = model;
  const own = example?.example.id;
  const name =
    own === undefined || own === example?.example.node_id ? `#${exampleNumber(id)}` : own;
  return (
    <div className="flex h-36 shrink-0 items-center gap-6 border-b border-line1 pr-4 pl-12 pointer-coarse:h-44">
      <h2 className="clip min-w-0 font-semibold">
        <Link
          to={examplesPath(dataset, id)}
          className="hover:underline"
          title="Open in the dataset"
        >
          <bdi>{name}</bdi>
        </Link>
      </h2>
      <CopyButton text={own ?? id} label="Copy id" quiet />
      {active !== null && (
        <span className="nums shrink-0 text-12 text-text3 max-md:hidden">
          {exactCount(active + 1)} of {exactCount(count)}
        </span>
      )}
      {example !== undefined && <SplitChips names={example.example.splits ?? []} />}
      <span className="flex-1" />
      <IconButton icon="arrowUp" label="Previous example (K)" onClick={() => model.walk(-1)} />
      <IconButton icon="arrowDown" label="Next example (J)" onClick={() => model.walk(1)} />
      <IconButton icon="close" label="Close (Esc)" onClick={model.close} />
    </div>
  );
}

interface RepetitionStripProps {
  readonly sides: readonly FullSide[];
  readonly count: number;
  readonly chosen: number;
  readonly onChoose: (repetition: number) => void;
}

/** The repetitions of an example: which is shown, and which of them failed anywhere. */
function RepetitionStrip({ sides, count, chosen, onChoose }: RepetitionStripProps) {
  return (
    <div
      role="group"
      aria-label="Repetition"
      className="flex min-w-0 items-center gap-4 overflow-x-auto text-12 text-text3"
    >
      <span className="shrink-0">Repetition</span>
      {Array.from({ length: count }, (_, at) => at + 1).map((repetition) => {
        const failed = sides.filter(({ runs }) => {
          const run = runs.find((one) => one.run.repetition_number === repetition)?.run;
          return run?.error !== null && run?.error !== undefined;
        }).length;
        return (
          <button
            key={repetition}
            type="button"
            aria-pressed={repetition === chosen}
            title={
              failed > 0
                ? `Repetition ${repetition}: ${failed} failed`
                : `Repetition ${repetition} (← →)`
            }
            onClick={() => onChoose(repetition)}
            className={`touch nums inline-flex h-24 min-w-24 shrink-0 items-center justify-center gap-2 rounded-chip px-6 font-medium ${repetition === chosen ? 'bg-sel text-text1' : 'text-text2 hover:bg-bg2'}`}
          >
            {repetition}
            {failed > 0 && (
              <span className="tone-error text-tone">
                ! <span className="sr-only">{failed} failed</span>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
