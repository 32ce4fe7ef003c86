import type { ComparedExample } from '#contracts/experiments/experiment-comparison.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import type { OptimizationDirection } from '#contracts/annotations/annotation-kind.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import type { FullEvaluation, FullExample, FullRun, RunVerdict } from './comparison.calls.ts';
import { ExperimentMark } from './experiment-mark.tsx';
import { valueText, outputText } from './output-text.ts';
import { RunPanel } from './run-panel.tsx';
import { DiffText } from '#web/ui/value/diff-text.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { configsOptions } from '#web/annotations/config-settings.calls.ts';
import { Criterion } from '#web/annotations/criterion.tsx';
import { FoldedFreeAnnotation, FreeAnnotation } from '#web/annotations/free-annotation.tsx';
import { KEYS_OF_PANEL } from '#web/annotations/panel-keys.ts';
import { undoLast } from '#web/annotations/undo-stack.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { KIND_WORDS } from './evaluation-list.tsx';

interface ExampleContentProps {
  readonly example: FullExample;
  readonly isStale: boolean;
  readonly experiments: readonly Experiment[];
  readonly repetition: number;
  /** The chosen experiment's place, from 1. */
  readonly chosen: number;
  /** The texts compared word by word; null where outputs are shown whole. */
  readonly sides: readonly [number, number] | null;
  readonly directions: ReadonlyMap<string, OptimizationDirection>;
  /** The row of the example; null where it has not been read. */
  readonly row: ComparedExample | null;
  readonly annotates: boolean;
  readonly onChoose: (place: number) => void;
  readonly onDiff: (on: boolean) => void;
  readonly onSides: (before: number, after: number) => void;
  readonly onAnnotate: ((place: number) => void) | null;
  readonly onStopAnnotating: () => void;
  readonly onSave: (
    run: FullRun,
    name: string,
    change: (before: RunVerdict) => RunVerdict,
  ) => Promise<boolean>;
  readonly onDelete: ((run: FullRun, evaluation: FullEvaluation) => void) | null;
}

const COLUMNS = ['grid-cols-1', 'grid-cols-2', 'grid-cols-3', 'grid-cols-4'] as const;

/** Input, reference and outputs side by side (on a phone one at a time), with their evaluations. */
export function ExampleContent(props: ExampleContentProps) {
  const { example, isStale, experiments, repetition, chosen, sides } = props;
  const narrow = useNarrow();
  const runs = experiments.map((one) =>
    example.experiments
      .find(({ experiment }) => experiment.id === one.id)
      ?.runs.find(({ run }) => run.repetition_number === repetition),
  );
  const last = experiments.length;
  return (
    <div
      tabIndex={0}
      aria-busy={isStale}
      className={`flex min-h-0 flex-1 flex-col gap-16 overflow-auto px-12 py-12 focus-visible:outline-offset-[-2px] ${isStale ? 'opacity-60' : ''}`}
    >
      <div className="grid grid-cols-2 gap-16 max-md:grid-cols-1">
        <Part title="Input" value={example.example.input} />
        <Part title="Reference output" value={example.example.output} />
      </div>
      <div className="flex flex-wrap items-center gap-8">
        <h3 className="text-12 font-semibold text-text2">Outputs</h3>
        <Button
          aria-pressed={sides !== null}
          className={sides === null ? '' : 'border-focus bg-sel'}
          title="Show what differs (D)"
          onClick={() => props.onDiff(sides === null)}
        >
          Difference
        </Button>
        {narrow && last > 1 && (
          <ColumnSwitch {...{ experiments, chosen }} onChoose={props.onChoose} />
        )}
      </div>
      {sides !== null && (
        <OutputDiff
          example={example}
          experiments={experiments}
          runs={runs}
          sides={sides}
          onSides={props.onSides}
        />
      )}
      <RunColumns {...props} runs={runs} />
    </div>
  );
}

interface RunColumnsProps extends Omit<
  ExampleContentProps,
  'example' | 'repetition' | 'onDiff' | 'onSides'
> {
  /** By place: the run of the repetition that is shown. */
  readonly runs: readonly (FullRun | undefined)[];
}

/** A run beside the other; on a phone only that of the chosen experiment. */
function RunColumns({ runs, ...props }: RunColumnsProps) {
  const { isStale, experiments, chosen, sides, directions, row, annotates } = props;
  const narrow = useNarrow();
  const base = runs[0]?.evaluations ?? [];
  const last = experiments.length;
  return (
    <div
      className={`grid items-start gap-16 ${narrow ? 'grid-cols-1' : (COLUMNS[last - 1] ?? 'grid-cols-4')}`}
    >
      {experiments.map((experiment, at) => {
        const place = at + 1;
        const run = runs[at];
        if (narrow && place !== chosen) return null;
        return (
          <RunPanel
            key={experiment.id}
            experiment={experiment}
            place={at}
            run={run}
            base={at === 0 ? null : base}
            change={row?.cells[at]?.change}
            chosen={place === chosen && last > 1}
            showsOutput={sides === null}
            directions={directions}
            onChoose={() => props.onChoose(place)}
            onAnnotate={props.onAnnotate === null ? null : () => props.onAnnotate?.(place)}
            onDelete={
              props.onDelete === null || run === undefined
                ? null
                : (evaluation) => props.onDelete?.(run, evaluation)
            }
          >
            {annotates && !isStale && place === chosen && run !== undefined && (
              <AnnotateRun
                key={run.run.id}
                run={run}
                onSave={(name, change) => props.onSave(run, name, change)}
                onClose={props.onStopAnnotating}
              />
            )}
          </RunPanel>
        );
      })}
    </div>
  );
}

function Part({ title, value }: { title: string; value: unknown }) {
  const text = valueText(value);
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-4">
      <h3 className="text-12 font-semibold text-text2">{title}</h3>
      {text === '{}' || text === '' ? (
        <p className="text-12 text-text3">Empty</p>
      ) : (
        <div tabIndex={0} className="max-h-240 overflow-auto" dir="auto">
          <TextBlock text={text} look="content" label={title.toLowerCase()} firstChars={6000} />
        </div>
      )}
    </section>
  );
}

interface ColumnSwitchProps {
  readonly experiments: readonly Experiment[];
  /** From 1. */
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

/** Which experiment a phone shows. */
export function ColumnSwitch({ experiments, chosen, onChoose }: ColumnSwitchProps) {
  return (
    <div role="group" aria-label="Experiment" className="flex min-w-0 gap-4 overflow-x-auto">
      {experiments.map((one, at) => (
        <button
          key={one.id}
          type="button"
          aria-pressed={at + 1 === chosen}
          title={one.name}
          onClick={() => onChoose(at + 1)}
          className={`touch inline-flex h-30 min-w-44 shrink-0 items-center rounded-control border px-8 pointer-coarse:h-44 ${at + 1 === chosen ? 'border-focus bg-sel' : 'border-line2'}`}
        >
          <ExperimentMark number={one.sequence_number} place={at} />
        </button>
      ))}
    </div>
  );
}

interface OutputDiffProps {
  readonly example: FullExample;
  readonly experiments: readonly Experiment[];
  /** By place: the run of the repetition that is shown. */
  readonly runs: readonly (FullRun | undefined)[];
  /** Two columns, from 1; 0 is the reference output. */
  readonly sides: readonly [before: number, after: number];
  readonly onSides: (before: number, after: number) => void;
}

/**
 * The differences between two outputs, or an output and the reference: by word if they are short,
 * by line if they are long.
 */
function OutputDiff({
  example,
  experiments,
  runs,
  sides: [before, after],
  onSides,
}: OutputDiffProps) {
  const textOf = (side: number): string =>
    side === 0 ? valueText(example.example.output) : outputText(runs[side - 1]);
  const choices = [
    { side: 0, label: 'Reference output' },
    ...experiments.map((one, place) => ({
      side: place + 1,
      label: `#${one.sequence_number} ${one.name}`,
    })),
  ];
  const select =
    'h-28 min-w-0 max-w-240 rounded-control border border-line2 bg-bg1 px-6 text-12 text-text1 max-md:h-44';
  return (
    <section
      aria-label="Difference of outputs"
      className="flex min-h-120 shrink-0 flex-col rounded-control border border-line1 bg-bg1"
    >
      <div className="flex flex-wrap items-center gap-8 border-b border-line1 px-10 py-4 text-12 text-text2">
        <label className="flex min-w-0 items-center gap-6">
          From
          <select
            className={select}
            value={before}
            onChange={(event) => onSides(Number(event.target.value), after)}
          >
            {choices.map(({ side, label }) => (
              <option key={side} value={side}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="flex min-w-0 items-center gap-6">
          to
          <select
            className={select}
            value={after}
            onChange={(event) => onSides(before, Number(event.target.value))}
          >
            {choices.map(({ side, label }) => (
              <option key={side} value={side}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="flex max-h-480 min-h-0 flex-1 flex-col" dir="auto">
        <DiffText before={textOf(before)} after={textOf(after)} />
      </div>
    </section>
  );
}

interface AnnotateRunProps {
  readonly run: FullRun;
  readonly onSave: (name: string, change: (before: RunVerdict) => RunVerdict) => Promise<boolean>;
  readonly onClose: () => void;
}

/**
 * The form by which a person evaluates a run: one row per annotation config, and a free name. Each
 * answer is saved as it is given.
 */
function AnnotateRun({ run, onSave, onClose }: AnnotateRunProps) {
  const configs = useQuery(configsOptions);
  const [active, setActive] = useState(0);
  const asked = (configs.data ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  useKeys(
    {
      a: {
        what: 'Next annotation',
        run: () => setActive((before) => (asked.length === 0 ? 0 : (before + 1) % asked.length)),
      },
      u: { what: 'Undo the last annotation', run: () => void undo() },
      Escape: { what: 'Close the form', run: onClose },
    },
    KEYS_OF_PANEL,
  );
  const form = useRef<HTMLElement>(null);
  // Below a long output it would open out of sight.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [configs.isPending]);
  const about = `experiment run ${run.run.id}`;
  const free = { about, onAnnotate: onSave };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves its fields
    <section
      ref={form}
      aria-label="Annotate run"
      className="flex flex-col rounded-control border border-line2"
      onKeyDown={leaveField}
    >
      <div className="flex h-30 items-center gap-8 border-b border-line1 pr-2 pl-10">
        <h4 className="flex-1 text-12 font-semibold">Annotate</h4>
        <IconButton icon="close" label="Close the form (Esc)" onClick={onClose} />
      </div>
      {asked.map((config, index) => {
        const own = run.evaluations.find(({ name }) => name === config.name);
        return (
          <div key={config.id}>
            <Criterion
              config={config}
              own={
                own === undefined
                  ? undefined
                  : { result: { label: own.label, score: own.score, explanation: own.explanation } }
              }
              active={index === Math.min(active, asked.length - 1)}
              onActive={() => setActive(index)}
              onAnnotate={(change) => onSave(config.name, change)}
              about={about}
            />
            {own !== undefined && own.annotator_kind !== 'HUMAN' && (
              <ReplacedNote kind={own.annotator_kind} />
            )}
          </div>
        );
      })}
      <div className="px-12 py-8">
        {configs.isPending ? null : asked.length === 0 ? (
          <FreeAnnotation {...free} />
        ) : (
          <FoldedFreeAnnotation {...free} />
        )}
      </div>
    </section>
  );
}

function ReplacedNote({ kind }: { kind: keyof typeof KIND_WORDS }) {
  return (
    <p className="px-12 pb-6 text-11 text-text3">
      Scored by {KIND_WORDS[kind]}. Your annotation replaces that score.
    </p>
  );
}

async function undo(): Promise<void> {
  if (!(await undoLast())) showToast({ text: 'Nothing to undo.' });
}

/** Esc leaves a field, so that plain keys work again; what was typed is saved. */
function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  if (
    event.key !== 'Escape' ||
    !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
  )
    return;
  event.preventDefault();
  event.stopPropagation();
  target.blur();
}
