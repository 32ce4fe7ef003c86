import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { BASELINE, useExperimentChanges } from './use-experiment-changes.ts';

interface DeleteExperimentsProps {
  /** All of one dataset. */
  readonly experiments: readonly Experiment[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Says what is deleted, and asks about the traces. */
export function DeleteExperiments({ experiments, onClose, onDeleted }: DeleteExperimentsProps) {
  const [first] = experiments;
  const { remove } = useExperimentChanges(first?.dataset_id ?? '');
  const [withTraces, setWithTraces] = useState(false);
  const runs = experiments.reduce(
    (sum, one) => sum + one.successful_run_count + one.failed_run_count,
    0,
  );
  const projects = experiments.filter(({ project_name: project }) => project !== null).length;
  const running = experiments.filter(({ missing_run_count: missing }) => missing > 0).length;
  const send = useMutation({
    mutationFn: () =>
      remove(
        experiments.map(({ id }) => id),
        withTraces,
      ),
    onSuccess: () => {
      showToast({ text: `${plural(experiments.length, 'experiment')} deleted` });
      onDeleted();
      onClose();
    },
  });
  const what = experiments.length === 1 ? 'experiment' : plural(experiments.length, 'experiment');
  return (
    <FormDialog
      title={`Delete ${what}?`}
      action={`Delete ${what}`}
      look="danger"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        {experiments.length === 1 && first !== undefined ? (
          <strong className="verbatim font-semibold text-text1">{shownName(first.name)}</strong>
        ) : (
          plural(experiments.length, 'experiment')
        )}{' '}
        with {plural(runs, 'run')} and all evaluations will be deleted permanently. This can’t be
        undone.
      </p>
      {experiments.some(({ tags }) => tags.includes(BASELINE)) && (
        <p className="text-13 text-text2">
          The baseline is among them: the dataset will have no baseline to compare with.
        </p>
      )}
      {running > 0 && (
        <p className="text-13 text-text2">
          {experiments.length === 1
            ? 'The experiment is'
            : `${exactCount(running)} of them ${running === 1 ? 'is' : 'are'}`}{' '}
          incomplete: a client that is still running will fail.
        </p>
      )}
      {projects > 0 && (
        <TracesChoice
          ofOne={experiments.length === 1}
          projects={projects}
          withTraces={withTraces}
          onChange={setWithTraces}
        />
      )}
    </FormDialog>
  );
}

interface TracesChoiceProps {
  /** Whether one experiment is deleted, not several. */
  readonly ofOne: boolean;
  /** How many of them have traces. */
  readonly projects: number;
  readonly withTraces: boolean;
  readonly onChange: (withTraces: boolean) => void;
}

function TracesChoice({ ofOne, projects, withTraces, onChange }: TracesChoiceProps) {
  return (
    <label className="flex items-start gap-8 text-13 max-md:min-h-44">
      <input
        type="checkbox"
        checked={withTraces}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-4 accent-accent"
      />
      <span>
        Also delete {ofOne ? 'its' : 'their'} traces
        <span className="block text-12 text-text3">
          {withTraces
            ? `${plural(projects, 'project')} will be deleted with all traces.`
            : `The traces stay, in ${plural(projects, 'project')} of ${projects === 1 ? 'its' : 'their'} own.`}
        </span>
      </span>
    </label>
  );
}
