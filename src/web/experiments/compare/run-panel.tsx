import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ComparedCell } from '#contracts/experiments/experiment-comparison.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import type { OptimizationDirection } from '#contracts/annotations/annotation-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';
import { compactCount, exactCost, formatCost } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import type { FullEvaluation, FullRun } from './comparison.calls.ts';
import { ChangeWord } from './comparison-line.tsx';
import { EvaluationList } from './evaluation-list.tsx';
import { ExperimentMark } from './experiment-mark.tsx';
import { outputText } from './output-text.ts';

interface RunPanelProps {
  readonly experiment: Experiment;
  readonly place: number;
  /** Undefined where there is none. */
  readonly run: FullRun | undefined;
  /** The base's evaluations; null for the base itself. */
  readonly base: readonly FullEvaluation[] | null;
  /** The example's change compared with the base; undefined if the row is unknown. */
  readonly change: ComparedCell['change'] | undefined;
  readonly chosen: boolean;
  readonly showsOutput: boolean;
  readonly directions: ReadonlyMap<string, OptimizationDirection>;
  readonly onChoose: () => void;
  /** Null for who may not. */
  readonly onAnnotate: (() => void) | null;
  readonly onDelete: ((evaluation: FullEvaluation) => void) | null;
  /** The form, while it is open here. */
  readonly children?: ReactNode;
}

const FIRST_CHARS = 6000;

/** One experiment's run of an example: its output, figures, trace and evaluations. */
export function RunPanel(props: RunPanelProps) {
  const {
    experiment,
    place,
    run,
    base,
    change,
    chosen,
    showsOutput,
    directions,
    onChoose,
    onAnnotate,
    onDelete,
    children,
  } = props;
  const { sequence_number: number, name } = experiment;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the number keys choose it, too
    <section
      aria-label={`#${number} ${name}`}
      aria-current={chosen}
      onFocus={onChoose}
      className={`flex min-w-0 flex-col gap-8 border-t-2 pt-6 ${chosen ? 'border-focus' : 'border-line2'}`}
    >
      <header className="flex min-w-0 flex-wrap items-center gap-x-8 gap-y-2">
        <h3 className="flex min-w-0 items-center gap-6 text-13 font-medium">
          <ExperimentMark number={number} place={place} />
          <bdi className="clip max-w-240" title={name}>
            {name}
          </bdi>
        </h3>
        <span className="ml-auto flex items-center gap-4">
          {run !== undefined && onAnnotate !== null && (
            <Button
              look="quiet"
              className="h-24"
              onClick={onAnnotate}
              title="Annotate this run (A)"
            >
              Annotate
            </Button>
          )}
          {run !== undefined && <TraceLink run={run} project={experiment.project_name} />}
        </span>
      </header>
      {run === undefined ? (
        <p className="text-12 text-text3">No run of this example.</p>
      ) : (
        <>
          <RunFigures run={run} change={place > 0 ? change : undefined} />
          <Output run={run} label={`#${number} output`} shows={showsOutput} />
          {children}
          <EvaluationList
            evaluations={run.evaluations}
            base={base}
            directions={directions}
            onDelete={onDelete}
          />
        </>
      )}
    </section>
  );
}

interface RunFiguresProps extends Pick<RunPanelProps, 'change'> {
  readonly run: FullRun;
}

function RunFigures({ run, change }: RunFiguresProps) {
  return (
    <p className="nums flex flex-wrap items-baseline gap-x-12 text-12 text-text2">
      {change !== undefined && <ChangeWord change={change} />}
      <span>{formatDuration(run.latency_ms)}</span>
      {(run.prompt_tokens ?? run.completion_tokens) !== null && (
        <span title={`${run.prompt_tokens ?? 0} prompt, ${run.completion_tokens ?? 0} completion`}>
          {compactCount((run.prompt_tokens ?? 0) + (run.completion_tokens ?? 0))} tokens
        </span>
      )}
      {run.cost_usd !== null && (
        <span title={exactCost(run.cost_usd)}>{formatCost(run.cost_usd)}</span>
      )}
    </p>
  );
}

function Output({ run, label, shows }: { run: FullRun; label: string; shows: boolean }) {
  const text = outputText(run);
  const isError = run.run.error !== null && run.run.error !== undefined;
  if (isError)
    return (
      <div
        role="group"
        aria-label="Error"
        className="tone-error flex flex-col gap-4 rounded-control border border-bar p-8"
      >
        <span className="flex items-center gap-6 text-12 font-medium text-tone">
          <Icon name="alert" size={13} /> The task failed
        </span>
        <p className="verbatim max-h-200 overflow-auto text-12 text-text1" dir="auto">
          {text.slice(0, FIRST_CHARS)}
        </p>
      </div>
    );
  if (run.is_output_left_out)
    return (
      <p className="text-12 text-text3">
        The outputs of this example are longer than 16 MB together. Export the experiment to read
        this one.
      </p>
    );
  if (!shows) return null;
  return (
    <div dir="auto">
      <TextBlock text={text} look="content" label={label} firstChars={FIRST_CHARS} />
    </div>
  );
}

function TraceLink({ run, project }: { run: FullRun; project: string | null }) {
  const trace = run.run.trace_id;
  if (trace === null || trace === undefined || trace === '')
    return <span className="text-12 text-text3">No trace</span>;
  if (project === null)
    return (
      <span className="mono text-11 text-text3" title={trace}>
        {trace.slice(0, 8)}…
      </span>
    );
  return (
    <Link
      to="/projects/$project/traces/$trace"
      params={{ project, trace }}
      className="touch inline-flex items-center gap-4 text-12 text-link hover:underline"
      title="Open the trace of this run (T)"
    >
      <Icon name="traces" size={13} /> Trace
    </Link>
  );
}
