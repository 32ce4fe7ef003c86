import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertChannel } from '#contracts/alerts/alert.ts';
import { alertsChanged, changeChannel, createChannel } from './alerts.calls.ts';
import { ChoiceField, Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

const KINDS = [
  { label: 'Webhook', value: 'webhook' },
  { label: 'Mail', value: 'mail' },
] as const;

/** A new channel, or a change to one: its secret stays unless another is given, which another receiver needs. */
export function ChannelForm({ channel, onClose }: { channel: AlertChannel | null; onClose: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<AlertChannel['kind']>(channel?.kind ?? 'webhook');
  const [name, setName] = useState(channel?.name ?? '');
  const [url, setUrl] = useState(channel?.url ?? '');
  const [secret, setSecret] = useState('');
  const [recipients, setRecipients] = useState(channel?.recipients.join(', ') ?? '');
  const addresses = recipients.split(/[\s,;]+/).filter((one) => one !== '');
  const own = kind === 'mail' ? { recipients: addresses } : { url: url.trim(), ...(secret === '' ? {} : { secret }) };
  const send = useMutation({
    mutationFn: () =>
      channel === null ? createChannel({ kind, name: name.trim(), ...own }) : changeChannel(channel.id, { name: name.trim(), ...own }),
    onSuccess: async () => {
      await alertsChanged(client);
      onClose();
    },
  });
  const isElsewhere = URL.parse(url.trim())?.origin !== URL.parse(channel?.url ?? '')?.origin;
  const hasOwn = kind === 'mail' ? addresses.length > 0 : url.trim() !== '' && (!isElsewhere || secret !== '');
  const action = channel === null ? 'Add channel' : 'Save channel';
  return (
    <FormDialog
      title={channel === null ? 'New channel' : 'Change channel'}
      action={action}
      ready={name.trim() !== '' && hasOwn}
      send={send}
      onClose={onClose}
    >
      {channel === null && <ChoiceField label="Sends by" options={KINDS} value={kind} onValue={setKind} />}
      <Field label="Name" value={name} onValue={setName} maxLength={100} autoComplete="off" />
      {kind === 'mail' ? (
        <Field label="Recipients" value={recipients} onValue={setRecipients} hint="Up to 10 addresses, separated by commas." />
      ) : (
        <>
          <Field label="Address" type="url" value={url} onValue={setUrl} placeholder="https://example.org/hook" />
          <Field
            label="Secret"
            type="password"
            autoComplete="off"
            value={secret}
            onValue={setSecret}
            hint={secretHint(channel, isElsewhere)}
          />
        </>
      )}
    </FormDialog>
  );
}

function secretHint(channel: AlertChannel | null, isElsewhere: boolean): string {
  if (channel === null) return 'At least 16 characters; requests are signed with it.';
  return isElsewhere ? 'A new address needs a new secret of at least 16 characters.' : 'Leave empty to keep the current secret.';
}
