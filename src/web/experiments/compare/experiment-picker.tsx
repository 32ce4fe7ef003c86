import { useState } from 'react';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { TagChips } from '../summary/tag-chips.tsx';
import type { Compared } from './use-compared.ts';

interface ExperimentPickerProps {
  readonly compared: Compared;
  readonly onPick: (experiment: Experiment) => void;
  /** The button's visible text; part of `label`, its accessible name. */
  readonly text: string;
  readonly label: string;
  /** Keeps the text on a phone, where a toolbar has room for the icon only. */
  readonly keepsText?: boolean;
}

const SHOWN_MAX = 50;

/** Adds an experiment of the dataset to the comparison: found by name, number or tag. */
export function ExperimentPicker({
  compared,
  onPick,
  label,
  text: shown,
  keepsText = false,
}: ExperimentPickerProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const chosen = new Set(compared.experiments.map(({ id }) => id));
  const found = compared.all.filter((one) => !chosen.has(one.id) && matches(one, text));
  const pick = (experiment: Experiment | undefined): void => {
    if (experiment === undefined) return;
    setOpen(false);
    setText('');
    onPick(experiment);
  };
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="flex w-360 flex-col p-0"
      trigger={
        <Button look="quiet" aria-label={label} title={label}>
          <Icon name="plus" size={13} />{' '}
          <span className={keepsText ? '' : 'max-md:sr-only'}>{shown}</span>
        </Button>
      }
    >
      <input
        data-first-focus
        aria-label="Find an experiment"
        placeholder="Name, number or tag"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') pick(found[0]);
        }}
        className="m-8 h-30 rounded-control border border-line3 bg-bg1 px-8 text-13 text-text1 max-md:h-44"
      />
      <ul aria-label="Experiments" className="max-h-300 overflow-auto border-t border-line1 p-4">
        {found.slice(0, SHOWN_MAX).map((one) => (
          <FoundExperiment key={one.id} experiment={one} onPick={() => pick(one)} />
        ))}
        {found.length === 0 && (
          <li className="px-8 py-12 text-12 text-text2">
            {text === ''
              ? 'This dataset has no other experiments.'
              : `No experiments match "${text}".`}
          </li>
        )}
        {compared.hasMore && (
          <li className="p-4">
            <Button look="quiet" onClick={compared.loadMore}>
              Load older experiments
            </Button>
          </li>
        )}
      </ul>
    </Popover>
  );
}

function FoundExperiment({ experiment, onPick }: { experiment: Experiment; onPick: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onPick}
        className="flex w-full min-w-0 items-center gap-8 rounded-chip px-8 py-6 text-left text-12 hover:bg-bg3 focus-visible:bg-bg3 max-md:min-h-44"
      >
        <span className="nums shrink-0 font-medium">#{experiment.sequence_number}</span>
        <bdi className="clip min-w-0 flex-1">{experiment.name}</bdi>
        <TagChips tags={experiment.tags} max={1} />
        <span className="nums shrink-0 text-11 text-text3">
          {formatWhen(experiment.created_at, Date.now())}
        </span>
      </button>
    </li>
  );
}

function matches({ name, sequence_number: number, tags }: Experiment, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    wanted === '' ||
    name.toLowerCase().includes(wanted) ||
    `#${number}`.startsWith(wanted) ||
    String(number) === wanted ||
    tags.some((tag) => tag.includes(wanted))
  );
}
