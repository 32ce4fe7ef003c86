import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  assignLabel,
  changeLabel,
  createLabel,
  datasetLabelsOptions,
  deleteLabel,
  labelsChanged,
  type LabelFacts,
} from './dataset-labels.calls.ts';
import { datasetsOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import type { DatasetLabel } from '#contracts/datasets/dataset-label.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { FormError, Field } from '#web/ui/form/field.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { LabelDot } from './label-chips.tsx';

/**
 * The open line: one being edited, one whose deletion needs confirmation, or the form of a new
 * label.
 */
type Open = { readonly id: string; readonly for: 'change' | 'delete' } | 'new' | null;

/**
 * The labels of a dataset, and with them those of all: given and taken at once, made, changed and
 * deleted here.
 */
export function LabelsDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { data: labels, error, refetch } = useQuery(datasetLabelsOptions);
  const [open, setOpen] = useState<Open>(null);
  const { has, assign } = useAssigned(dataset);
  // Only itself: what was saved may close when something else was opened already.
  const close = (label: DatasetLabel, what: 'change' | 'delete'): void =>
    setOpen((now) => (isOpen(now, label, what) ? null : now));
  const create = async (facts: Parameters<typeof createLabel>[0]): Promise<void> => {
    const { id } = await createLabel(facts);
    await assign.mutateAsync({ id, into: true });
  };
  return (
    <Dialog title={`Labels of ${dataset.name}`} onClose={onClose}>
      <div className="flex flex-col gap-12">
        {error !== null && labels === undefined && (
          <ErrorNote
            what="The labels could not be read"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {error === null && labels === undefined && <SkeletonRows rows={3} height={38} />}
        {labels?.length === 0 && open !== 'new' && (
          <p className="text-13 text-text2">
            No labels yet. Use labels to organize datasets: golden, draft, regression.
          </p>
        )}
        <ul className="max-h-[50vh] overflow-auto empty:hidden" aria-label="Labels">
          {labels?.map((label) => (
            <LabelItem
              key={label.id}
              label={label}
              has={has.has(label.id)}
              open={open !== null && open !== 'new' && open.id === label.id ? open.for : null}
              onHas={(into) => assign.mutate({ id: label.id, into })}
              onOpen={(what) => setOpen({ id: label.id, for: what })}
              onClose={(what) => close(label, what)}
            />
          ))}
        </ul>
        <FormError error={assign.error} />
        {open === 'new' ? (
          <LabelForm
            facts={null}
            count={labels?.length ?? 0}
            save={create}
            onClose={() => setOpen((now) => (now === 'new' ? null : now))}
          />
        ) : (
          <div className="flex justify-between gap-8">
            <Button onClick={() => setOpen('new')}>New label</Button>
            <Button look="accent" onClick={onClose}>
              Done
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function useAssigned(dataset: Dataset) {
  const client = useQueryClient();
  const [has, setHas] = useState<ReadonlySet<string>>(
    () => new Set(dataset.labels.map(({ id }) => id)),
  );
  const assign = useMutation({
    mutationFn: ({ id, into }: { id: string; into: boolean }) => assignLabel(dataset.id, id, into),
    onMutate: ({ id, into }) => setHas((before) => withLabel(before, id, into)),
    onError: (_, { id, into }) => setHas((before) => withLabel(before, id, !into)),
    onSettled: () => labelsChanged(client),
  });
  return { has, assign };
}

function isOpen(open: Open, label: DatasetLabel, what: 'change' | 'delete'): boolean {
  return open !== null && open !== 'new' && open.id === label.id && open.for === what;
}

function withLabel(before: ReadonlySet<string>, id: string, into: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (into) next.add(id);
  else next.delete(id);
  return next;
}

interface LabelLineProps {
  readonly label: DatasetLabel;
  readonly has: boolean;
  readonly onHas: (has: boolean) => void;
  readonly onOpen: (what: 'change' | 'delete') => void;
}

interface LabelItemProps extends LabelLineProps {
  /** What is open below it. */
  readonly open: 'change' | 'delete' | null;
  readonly onClose: (what: 'change' | 'delete') => void;
}

function LabelItem({ label, has, open, onHas, onOpen, onClose }: LabelItemProps) {
  return (
    <li className="border-b border-line1 last:border-0">
      <LabelLine {...{ label, has, onHas, onOpen }} />
      {open === 'change' && (
        <LabelForm
          facts={label}
          count={0}
          save={(facts) => changeLabel(label.id, facts)}
          onClose={() => onClose('change')}
        />
      )}
      {open === 'delete' && <DeleteLabel label={label} onClose={() => onClose('delete')} />}
    </li>
  );
}

function LabelLine({ label, has, onHas, onOpen }: LabelLineProps) {
  const { name, description, color } = label;
  return (
    <div className="flex min-h-38 items-center gap-4 max-md:min-h-44">
      <label className="flex min-h-38 min-w-0 flex-1 items-center gap-8 text-13 max-md:min-h-44">
        <input
          type="checkbox"
          checked={has}
          onChange={(event) => onHas(event.target.checked)}
          className="accent-accent"
        />
        <LabelDot color={color} />
        <span className="clip font-medium">{name}</span>
        <span className="clip text-12 text-text3 max-md:hidden">{description}</span>
      </label>
      <IconButton
        icon="edit"
        label={`Change ${name}`}
        className="max-md:size-44"
        onClick={() => onOpen('change')}
      />
      <IconButton
        icon="trash"
        label={`Delete ${name}`}
        className="max-md:size-44"
        onClick={() => onOpen('delete')}
      />
    </div>
  );
}

/** Says who loses it: there is no way back. */
function DeleteLabel({ label, onClose }: { label: DatasetLabel; onClose: () => void }) {
  const client = useQueryClient();
  const { data: datasets } = useQuery(datasetsOptions);
  const count = datasets?.filter(({ labels }) => labels.some(({ id }) => id === label.id)).length;
  const remove = useMutation({
    mutationFn: () => deleteLabel(label.id),
    onSuccess: async () => {
      await labelsChanged(client);
      onClose();
    },
  });
  return (
    <div className="flex flex-col gap-8 rounded-control bg-bg2 p-12">
      <p className="text-13 text-text2">
        {count === undefined
          ? 'All datasets that use it'
          : count === 1
            ? 'One dataset'
            : plural(count, 'dataset')}{' '}
        will lose <strong className="verbatim font-semibold text-text1">{label.name}</strong>; their
        examples stay. This cannot be undone.
      </p>
      <FormError error={remove.error} />
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Keep</Button>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete label
        </Button>
      </div>
    </div>
  );
}

/** Colours that tell apart in both themes. */
const COLORS = [
  '#7c66dc',
  '#3e63dd',
  '#0d99b5',
  '#2b9a66',
  '#d19a00',
  '#ef5f00',
  '#dc3e42',
  '#ca3bab',
] as const;

interface LabelFormProps {
  readonly facts: LabelFacts | null;
  /** How many labels there are: a new one takes the next colour. */
  readonly count: number;
  readonly save: (facts: LabelFacts) => Promise<void>;
  readonly onClose: () => void;
}

/** A label's name, colour and meaning; with null a new one. */
function LabelForm({ facts, count, save, onClose }: LabelFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState(facts?.name ?? '');
  const [color, setColor] = useState(facts?.color ?? COLORS[count % COLORS.length] ?? COLORS[0]);
  const [description, setDescription] = useState(facts?.description ?? '');
  const send = useMutation({
    mutationFn: () =>
      save({
        name: name.trim(),
        color,
        description: description.trim() === '' ? null : description.trim(),
      }),
    onSuccess: async () => {
      await labelsChanged(client);
      onClose();
    },
  });
  return (
    <form
      aria-label={facts === null ? 'New label' : `Change ${facts.name}`}
      className="flex flex-col gap-8 rounded-control bg-bg2 p-12"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !send.isPending) send.mutate();
      }}
    >
      <div className="flex items-end gap-8">
        <Field label="Name" value={name} onValue={setName} maxLength={1024} />
        <label className="flex flex-col gap-4 text-12 text-text2">
          Color
          <input
            type="color"
            value={color}
            onChange={(event) => setColor(event.target.value)}
            className="h-30 w-44 cursor-pointer rounded-control border border-line3 bg-bg0 p-2 max-md:h-44"
          />
        </label>
      </div>
      <Field
        label="Description (optional)"
        value={description}
        onValue={setDescription}
        maxLength={10_000}
      />
      <FormError error={send.error} />
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="accent" disabled={name.trim() === '' || send.isPending}>
          {facts === null ? 'Create label' : 'Save label'}
        </Button>
      </div>
    </form>
  );
}
