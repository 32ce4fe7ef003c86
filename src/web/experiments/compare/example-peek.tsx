import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { COMPARED_MAX } from '#contracts/experiments/experiment-limits.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { useMay } from '#web/accounts/may.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { ValueViewer } from '#web/trace/open-value.tsx';
import { useKeys } from '#web/platform/keys/keys.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { fullExampleOptions } from '../api/comparison.ts';
import type { FullExample } from '../api/comparison.ts';
import { sidesOf } from './comparison-search.ts';
import type { ComparisonSearch } from './comparison-search.ts';
import { ExampleContent } from './example-content.tsx';
import { outputsDiff } from './outputs-diff.ts';
import { PeekHead } from './peek-head.tsx';
import { RepetitionStrip } from './repetition-strip.tsx';
import { useAnnotateRun } from './use-annotate-run.ts';
import type { ComparisonModel } from './use-comparison-model.ts';

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

/** An example beside the rows: its input, each experiment's output, the differences and the evaluations. */
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
  const repetitions = Math.max(1, ...(shown?.experiments ?? []).map(({ runs }) => runs.at(-1)?.run.repetition_number ?? 1));
  const rep = Math.min(search.rep ?? 1, repetitions);
  const run = Math.min(search.run ?? experiments.length, experiments.length);
  usePeekKeys({ data, experiments, search, model, rep, repetitions, run });
  return (
    <aside aria-label="Example" className="flex min-w-0 flex-1 flex-col border-l border-line2 bg-bg0 max-md:w-full max-md:border-l-0">
      <PeekHead id={id} dataset={dataset} example={data} model={model} />
      {repetitions > 1 && shown !== undefined && (
        <div className="shrink-0 border-b border-line1 px-12 py-4">
          <RepetitionStrip
            sides={shown.experiments}
            count={repetitions}
            chosen={rep}
            onChoose={(next) => model.change({ rep: next === 1 ? undefined : next }, { replace: true })}
          />
        </div>
      )}
      {error !== null && shown === undefined && (
        <ErrorNote what="The example could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {shown === undefined && error === null && <SkeletonRows rows={10} height={34} />}
      {shown !== undefined && (
        <ValueViewer spanId="">
          <Opened key={id} {...{ experiments, search, model, rep, run }} example={shown} isStale={isStale} />
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
  const inRange = sides !== null && sides.every((side) => side <= experiments.length) ? sides : null;
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
      onDiff={(on) => change({ diff: on ? outputsDiff(experiments.length, run) : undefined }, { replace: true })}
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
        if (row !== null) void client.prefetchQuery(fullExampleOptions(key.split(' '), row.example_id));
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

function usePeekKeys({ data, experiments, search, model: { change }, rep, repetitions, run }: PeekKeys): void {
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
        run: () => change({ diff: search.diff === undefined ? outputsDiff(last, run) : undefined }, { replace: true }),
      },
      t: { what: 'Open the trace of the chosen run', run: openTrace },
      ...(may ? { a: { what: 'Annotate the chosen run', run: () => change({ annotate: true }, { replace: true }) } } : {}),
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
