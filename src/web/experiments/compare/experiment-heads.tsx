import { Link } from '@tanstack/react-router';
import { COMPARED_MAX } from '#contracts/experiments/experiment-limits.ts';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { IconButton } from '#web/ui/button.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { TagChips } from '../summary/tag-chips.tsx';
import { ExperimentMark } from './experiment-mark.tsx';
import { ExperimentPicker } from './experiment-picker.tsx';
import type { Compared } from './use-compared.ts';

interface ExperimentHeadsProps {
  readonly dataset: string;
  readonly compared: Compared;
  readonly grid: string;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  /** Puts other experiments in the address, by number. */
  readonly onNumbers: (numbers: readonly number[]) => void;
}

/**
 * The experiments that are compared, over their columns: which is the base, and what else could be
 * compared.
 */
export function ExperimentHeads({
  dataset,
  compared,
  grid,
  isFolded,
  onFold,
  onNumbers,
}: ExperimentHeadsProps) {
  const numbers = compared.experiments.map(({ sequence_number: number }) => number);
  return (
    <div
      className="grid shrink-0 overflow-hidden border-b border-line1 py-4 [scrollbar-gutter:stable]"
      style={{ gridTemplateColumns: grid }}
    >
      <div className="flex min-w-0 items-center px-4">
        <IconButton
          icon={isFolded ? 'chevronRight' : 'chevronDown'}
          label={isFolded ? 'Show figures (F)' : 'Hide figures (F)'}
          aria-expanded={!isFolded}
          onClick={onFold}
        />
        {numbers.length < COMPARED_MAX && (
          <ExperimentPicker
            compared={compared}
            text="Add"
            label="Add an experiment to compare"
            onPick={(one) => onNumbers([...numbers, one.sequence_number])}
          />
        )}
      </div>
      {compared.experiments.map((experiment, place) => (
        <ExperimentHead
          key={experiment.id}
          {...{ dataset, experiment, place }}
          onBase={
            place === 0
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
      ))}
    </div>
  );
}

interface ExperimentHeadProps {
  readonly dataset: string;
  readonly experiment: Experiment;
  readonly place: number;
  readonly onBase: (() => void) | null;
  readonly onRemove: (() => void) | null;
}

/** One experiment: its number, name, tags and progress. */
export function ExperimentHead({
  dataset,
  experiment,
  place,
  onBase,
  onRemove,
}: ExperimentHeadProps) {
  const {
    sequence_number: number,
    name,
    tags,
    missing_run_count: missing,
    successful_run_count,
    failed_run_count,
  } = experiment;
  const done = successful_run_count + failed_run_count;
  return (
    <div className="flex min-w-0 items-center gap-6 px-8">
      <ExperimentMark number={number} place={place} />
      {onRemove === null ? (
        <bdi className="clip min-w-40 text-13 font-medium" title={name}>
          {name}
        </bdi>
      ) : (
        <Link
          to="/datasets/$dataset/compare"
          params={{ dataset }}
          search={{ experiments: number }}
          title={`${name}: open this experiment`}
          className="clip min-w-40 text-13 font-medium hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
      )}
      <TagChips tags={tags} max={2} />
      {missing > 0 && (
        <span
          className="nums shrink-0 text-11 text-text3"
          title={`${exactCount(missing)} runs missing`}
        >
          {exactCount(done)} of {exactCount(done + missing)} runs
        </span>
      )}
      <span className="ml-auto flex shrink-0 items-center">
        {onBase === null && onRemove !== null && (
          <span className="px-6 text-11 text-text3">Base</span>
        )}
        {onBase !== null && (
          <IconButton icon="pin" label={`Make #${number} the base`} onClick={onBase} />
        )}
        {onRemove !== null && (
          <IconButton
            icon="close"
            label={`Remove #${number} from the comparison`}
            onClick={onRemove}
          />
        )}
      </span>
    </div>
  );
}
