import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { splitsOptions } from '#web/datasets/dataset-splits.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';
import { exampleLine, type ExampleRow } from './example-row.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { saveText } from '#web/platform/browser/save-text.ts';
import type { SplitChoice } from './use-example-changes.ts';

type OnSplit = (rows: readonly ExampleRow[], split: SplitChoice, into: boolean) => Promise<void>;

interface SelectionBarProps {
  readonly dataset: Dataset;
  readonly rows: readonly ExampleRow[];
  /** Null where the version shown is not the newest. */
  readonly onSplit: OnSplit | null;
  readonly onRemove: (() => void) | null;
  readonly onClear: () => void;
}

/** The actions for the selected examples. */
export function SelectionBar({ dataset, rows, onSplit, onRemove, onClear }: SelectionBarProps) {
  const save = (): void =>
    saveText(
      rows.map((row) => `${exampleLine(row)}\n`).join(''),
      `${dataset.name}-selection.jsonl`,
      'application/jsonl',
    );
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className="absolute bottom-12 left-1/2 z-20 flex h-40 max-w-[calc(100%-16px)] -translate-x-1/2 items-center gap-4 overflow-x-auto rounded-popover border border-line2 bg-bg2 px-8 shadow-popover"
    >
      <span className="nums px-4 text-12 font-medium whitespace-nowrap" role="status">
        {plural(rows.length, 'example')} selected
      </span>
      {onSplit !== null && <SplitPopover dataset={dataset.id} rows={rows} onSplit={onSplit} />}
      <Button look="quiet" onClick={save}>
        Export
      </Button>
      {onRemove !== null && (
        <Button look="quiet" className="tone-error text-tone" onClick={onRemove}>
          Delete
        </Button>
      )}
      <IconButton icon="close" label="Clear the selection (Esc)" onClick={onClear} />
    </div>
  );
}

function SplitPopover({
  dataset,
  rows,
  onSplit,
}: {
  dataset: string;
  rows: readonly ExampleRow[];
  onSplit: OnSplit;
}) {
  const { data } = useQuery(splitsOptions(dataset));
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const put = (split: SplitChoice, into: boolean): void => {
    setOpen(false);
    setName('');
    void onSplit(rows, split, into);
  };
  const known = data?.find((one) => one.name === name.trim());
  return (
    <Popover
      label="Assign split"
      open={open}
      onOpenChange={setOpen}
      className="flex w-280 flex-col gap-4 p-8"
      trigger={<Button look="quiet">Split</Button>}
    >
      {(data ?? []).map(({ id, name: split }) => (
        <div key={id} className="flex items-center gap-4">
          <span className="clip flex-1 px-4 text-12" title={split}>
            {split}
          </span>
          <Button
            look="quiet"
            className="h-24"
            onClick={() => put({ id, name: split }, true)}
            aria-label={`Add to ${split}`}
          >
            Add to
          </Button>
          <Button
            look="quiet"
            className="h-24"
            onClick={() => put({ id, name: split }, false)}
            aria-label={`Remove from ${split}`}
          >
            Remove
          </Button>
        </div>
      ))}
      <form
        className="flex items-end gap-8 border-t border-line1 px-4 pt-8 first:border-0 first:pt-0"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') put(known ?? { id: null, name: name.trim() }, true);
        }}
      >
        <Field
          label="New split"
          value={name}
          onValue={setName}
          maxLength={1024}
          placeholder="train"
        />
        <Button type="submit" look="accent" disabled={name.trim() === ''}>
          Put in
        </Button>
      </form>
    </Popover>
  );
}
