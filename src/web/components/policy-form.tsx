import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveRetentionPolicy } from '../api/retention.ts';
import type { RetentionPolicy } from '../api/model.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, FormError } from './field.tsx';
import { useFirstField } from '../lib/use-first-field.ts';

const BYTES_PER_GB = 1_073_741_824;

interface PolicyFormProps {
  /** The policy to change; null makes a new one. */
  readonly policy: RetentionPolicy | null;
  readonly onSaved?: (policy: RetentionPolicy) => void;
  readonly onClose: () => void;
}

/** The limits of a retention policy; an empty field is no limit. */
export function PolicyForm({ policy, onSaved, onClose }: PolicyFormProps) {
  const client = useQueryClient();
  const isDefault = policy !== null && policy.name === 'Default';
  const [name, setName] = useState(policy?.name ?? '');
  const [days, setDays] = useState(textOf(policy?.rule.max_days));
  const [traces, setTraces] = useState(textOf(policy?.rule.max_traces));
  const [gigabytes, setGigabytes] = useState(textOf(policy?.rule.max_bytes, BYTES_PER_GB));
  const form = useFirstField();
  const save = useMutation({
    mutationFn: () =>
      saveRetentionPolicy(policy?.id ?? null, name.trim(), {
        max_days: numberOf(days),
        max_traces: numberOf(traces),
        max_bytes: roundedUp(numberOf(gigabytes), BYTES_PER_GB),
      }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: ['retention-policies'] });
      await client.invalidateQueries({ queryKey: ['project-retention'] });
      onSaved?.(saved);
      onClose();
    },
  });
  return (
    <Dialog title={policy === null ? 'New retention policy' : `Retention policy ${policy.name}`} onClose={onClose}>
      <form
        ref={form}
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label="Name" value={name} onValue={setName} maxLength={256} disabled={isDefault} required />
        <div className="flex gap-12 max-md:flex-col">
          <Field label="Days" type="number" min="0.01" step="any" value={days} onValue={setDays} placeholder="no limit" />
          <Field label="Traces" type="number" min="1" step="1" value={traces} onValue={setTraces} placeholder="no limit" />
          <Field label="Size in GB" type="number" min="0.001" step="any" value={gigabytes} onValue={setGigabytes} placeholder="no limit" />
        </div>
        <p className="text-12 text-text2">All limits apply: the oldest traces go first. An empty field is no limit.</p>
        <FormError error={save.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="accent" disabled={name.trim() === '' || save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function textOf(value: number | null | undefined, unit = 1): string {
  return value === null || value === undefined ? '' : String(Number((value / unit).toPrecision(6)));
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function roundedUp(value: number | null, unit: number): number | null {
  return value === null ? null : Math.ceil(value * unit);
}
