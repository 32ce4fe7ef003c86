import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { labelsChanged, type LabelFacts } from './dataset-labels.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FormError } from '#web/ui/form/field.tsx';

/** Colours that tell apart in both themes. */
const COLORS = ['#7c66dc', '#3e63dd', '#0d99b5', '#2b9a66', '#d19a00', '#ef5f00', '#dc3e42', '#ca3bab'] as const;

interface LabelFormProps {
  readonly facts: LabelFacts | null;
  /** How many labels there are: a new one takes the next colour. */
  readonly count: number;
  readonly save: (facts: LabelFacts) => Promise<void>;
  readonly onClose: () => void;
}

/** A label's name, colour and meaning; with null a new one. */
export function LabelForm({ facts, count, save, onClose }: LabelFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState(facts?.name ?? '');
  const [color, setColor] = useState(facts?.color ?? COLORS[count % COLORS.length] ?? COLORS[0]);
  const [description, setDescription] = useState(facts?.description ?? '');
  const send = useMutation({
    mutationFn: () => save({ name: name.trim(), color, description: description.trim() === '' ? null : description.trim() }),
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
      <Field label="Description (optional)" value={description} onValue={setDescription} maxLength={10_000} />
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
