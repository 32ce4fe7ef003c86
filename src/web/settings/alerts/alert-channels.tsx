import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertChannel } from '#contracts/alerts/alert.ts';
import {
  alertChannelsOptions,
  alertsChanged,
  changeChannel,
  deleteChannel,
  testChannel,
  createChannel,
} from './alerts.calls.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { FormError, ChoiceField, Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'change' | 'delete'; readonly channel: AlertChannel };

/** Where alerts are sent, and what became of it. */
export function AlertChannels() {
  const { data, error, refetch } = useQuery(alertChannelsOptions);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The channels could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      {data?.length === 0 && (
        <p className="text-13 text-text2">No channels. Alerts only appear on this page.</p>
      )}
      <ul className="flex flex-col border-t border-line1 empty:hidden">
        {data?.map((channel) => (
          <ChannelLine
            key={channel.id}
            channel={channel}
            onOpen={(what) => setOpen({ what, channel })}
          />
        ))}
      </ul>
      <Button className="self-start max-md:h-44" onClick={() => setOpen({ what: 'new' })}>
        New channel
      </Button>
      {open?.what === 'new' && <ChannelForm channel={null} onClose={close} />}
      {open?.what === 'change' && <ChannelForm channel={open.channel} onClose={close} />}
      {open?.what === 'delete' && <DeleteChannel channel={open.channel} onClose={close} />}
    </>
  );
}

function ChannelLine({
  channel,
  onOpen,
}: {
  channel: AlertChannel;
  onOpen: (what: 'change' | 'delete') => void;
}) {
  const client = useQueryClient();
  const onSettled = () => alertsChanged(client);
  const turn = useMutation({
    mutationFn: (enabled: boolean) => changeChannel(channel.id, { enabled }),
    onSettled,
  });
  const test = useMutation({ mutationFn: () => testChannel(channel.id), onSettled });
  const { name, kind, url, recipients } = channel;
  const to = kind === 'mail' ? recipients.join(', ') : (url ?? '');
  return (
    <li className="flex min-h-44 flex-wrap items-center gap-8 border-b border-line1 py-6">
      <span className="flex min-w-0 flex-1 flex-col max-md:basis-full">
        <span className="clip font-medium" title={name}>
          {name}
        </span>
        <span className="clip text-12 text-text3" title={to}>
          {to}
        </span>
        <ChannelDeliveries deliveries={channel.deliveries} />
      </span>
      <label className="flex items-center gap-6 text-12 max-md:h-44">
        <input
          type="checkbox"
          aria-label={`Send to ${name}`}
          checked={channel.enabled}
          onChange={(event) => turn.mutate(event.target.checked)}
          className="accent-accent"
        />
        On
      </label>
      <Button
        look="quiet"
        aria-label={`Send a test to ${name}`}
        className="max-md:h-44"
        disabled={test.isPending}
        onClick={() => test.mutate()}
      >
        Send a test
      </Button>
      <Button
        look="quiet"
        aria-label={`Change ${name}`}
        className="max-md:h-44"
        onClick={() => onOpen('change')}
      >
        Change
      </Button>
      <IconButton
        icon="trash"
        label={`Delete ${name}`}
        className="max-md:size-44"
        onClick={() => onOpen('delete')}
      />
      <FormError error={turn.error ?? test.error} />
    </li>
  );
}

function DeleteChannel({ channel, onClose }: { channel: AlertChannel; onClose: () => void }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => deleteChannel(channel.id),
    onSuccess: async () => {
      await alertsChanged(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Delete channel"
      action="Delete channel"
      look="danger"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        No more alerts are sent to{' '}
        <strong className="verbatim font-semibold text-text1">{channel.name}</strong> , including
        pending ones.
      </p>
    </FormDialog>
  );
}

type Delivery = AlertChannel['deliveries'][number];

/** The last delivery to each recipient of a channel, and the reason if the last attempt failed. */
function ChannelDeliveries({ deliveries }: Pick<AlertChannel, 'deliveries'>) {
  if (deliveries.length === 0) return <span className="text-12 text-text3">No deliveries yet</span>;
  return (
    <ul className="flex flex-col text-12">
      {deliveries.map((delivery) => (
        <li key={delivery.recipient ?? ''} className="flex min-w-0 flex-col">
          {delivery.error !== null && (
            <span className="tone-error verbatim text-tone">
              {sentence(delivery, `failed, ${when(delivery.attempted_at)}: ${delivery.error}`)}
            </span>
          )}
          {delivery.delivered_at !== null && (
            <span className="clip text-text3" title={delivery.delivered ?? ''}>
              {sentence(
                delivery,
                `${delivery.error === null ? '' : 'last '}taken, ${when(delivery.delivered_at)}: ${delivery.delivered ?? ''}`,
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function sentence({ recipient }: Delivery, text: string): string {
  return recipient === null
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : `${recipient}: ${text}`;
}

function when(time: string): string {
  return formatWhen(time, Date.now());
}

const KINDS = [
  { label: 'Webhook', value: 'webhook' },
  { label: 'Mail', value: 'mail' },
] as const;

/**
 * A new channel, or a change to one: its secret stays unless another is given, which another
 * receiver needs.
 */
function ChannelForm({ channel, onClose }: { channel: AlertChannel | null; onClose: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<AlertChannel['kind']>(channel?.kind ?? 'webhook');
  const [name, setName] = useState(channel?.name ?? '');
  const [url, setUrl] = useState(channel?.url ?? '');
  const [secret, setSecret] = useState('');
  const [recipients, setRecipients] = useState(channel?.recipients.join(', ') ?? '');
  const addresses = recipients.split(/[\s,;]+/).filter((one) => one !== '');
  const own =
    kind === 'mail'
      ? { recipients: addresses }
      : { url: url.trim(), ...(secret === '' ? {} : { secret }) };
  const send = useMutation({
    mutationFn: () =>
      channel === null
        ? createChannel({ kind, name: name.trim(), ...own })
        : changeChannel(channel.id, { name: name.trim(), ...own }),
    onSuccess: async () => {
      await alertsChanged(client);
      onClose();
    },
  });
  const isElsewhere = URL.parse(url.trim())?.origin !== URL.parse(channel?.url ?? '')?.origin;
  const hasOwn =
    kind === 'mail' ? addresses.length > 0 : url.trim() !== '' && (!isElsewhere || secret !== '');
  const action = channel === null ? 'Add channel' : 'Save channel';
  return (
    <FormDialog
      title={channel === null ? 'New channel' : 'Change channel'}
      action={action}
      ready={name.trim() !== '' && hasOwn}
      send={send}
      onClose={onClose}
    >
      {channel === null && (
        <ChoiceField label="Sends by" options={KINDS} value={kind} onValue={setKind} />
      )}
      <Field label="Name" value={name} onValue={setName} maxLength={100} autoComplete="off" />
      {kind === 'mail' ? (
        <Field
          label="Recipients"
          value={recipients}
          onValue={setRecipients}
          hint="Up to 10 addresses, separated by commas."
        />
      ) : (
        <>
          <Field
            label="Address"
            type="url"
            value={url}
            onValue={setUrl}
            placeholder="https://example.org/hook"
          />
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
  return isElsewhere
    ? 'A new address needs a new secret of at least 16 characters.'
    : 'Leave empty to keep the current secret.';
}
