import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '#contracts/api-keys/api-key.ts';
import { rotateApiKey } from './api-keys.calls.ts';
import { OVERLAPS, overlapTime } from './key-expiry.ts';
import type { Overlap } from './key-expiry.ts';
import { formatClock } from '#web/platform/time/format-time.ts';
import { ChoiceField } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  /** The new key, and what happens to the old one. */
  readonly onMade: (made: NewApiKey, note: string) => void;
  readonly onClose: () => void;
}

/** Puts a new key in a key's place, and asks how long the old one may still be used. */
export function RotateKey({ apiKey, onMade, onClose }: RotateKeyProps) {
  const client = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>(OVERLAPS[2]);
  const send = useMutation({
    mutationFn: () => rotateApiKey(apiKey.id, { overlapUntil: overlapTime(overlap, Date.now()) }),
    onSuccess: async ({ key, replaced }) => {
      onMade(key, endText(replaced));
      await client.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  return (
    <FormDialog title={`Rotate key ${apiKey.name}`} action="Rotate" ready send={send} onClose={onClose}>
      <p className="text-13 text-text2">
        Creates a key with the same permissions. Replace the old key in your programs, check here that it is no longer used, then revoke it
        or let it expire.
      </p>
      <ChoiceField
        label="Old key stays valid"
        options={OVERLAPS.map((value) => ({ label: value.label, value }))}
        value={overlap}
        onValue={setOverlap}
      />
    </FormDialog>
  );
}

function endText({ expiresAt, state }: ApiKey): string {
  if (state !== 'active' || expiresAt === null) return 'The old key is refused from now on.';
  return `The old key stays valid until ${formatClock(Date.parse(expiresAt), Date.now())}.`;
}
