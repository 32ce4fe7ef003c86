import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '#contracts/api-keys/api-key.ts';
import {
  KEYS_MAX,
  apiKeysOptions,
  keyRequestsOptions,
  ownRoleOptions,
  revokeApiKey,
  rotateApiKey,
} from './api-keys.calls.ts';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { serverInfoOptions } from '#web/platform/http/server.ts';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';
import { Button } from '#web/ui/button.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { SEARCHED_FROM, isNamedLike } from '#web/platform/text/named-like.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import { formatAgo, formatClock } from '#web/platform/time/format-time.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { OVERLAPS, overlapTime, type Overlap } from './key-expiry.ts';
import { ChoiceField } from '#web/ui/form/field.tsx';
import { keyLines } from './key-access.ts';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { CodeTabs } from '#web/ui/code-tabs.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'rotate' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly what: 'secret'; readonly made: NewApiKey; readonly note?: string };

/** The API keys and their actions. */
export function KeysSettingsPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const role = useQuery(ownRoleOptions);
  const close = (): void => setOpen(null);
  return (
    <SettingsColumn wide>
      <SettingsSection
        title="API keys"
        note="API keys authenticate exporters and scripts. The secret is shown only once."
        actions={
          <Button
            look="accent"
            className="max-md:h-44"
            disabled={role.data === undefined}
            onClick={() => setOpen({ what: 'new' })}
          >
            New key
          </Button>
        }
      >
        <OpenNote />
        <Keys
          onRotate={(apiKey) => setOpen({ what: 'rotate', apiKey })}
          onRevoke={(apiKey) => setOpen({ what: 'revoke', apiKey })}
        />
      </SettingsSection>
      {open?.what === 'new' && role.data !== undefined && (
        <CreateKey
          role={role.data}
          onMade={(made) => setOpen({ what: 'secret', made })}
          onClose={close}
        />
      )}
      {open?.what === 'rotate' && (
        <RotateKey
          apiKey={open.apiKey}
          onMade={(made, note) => setOpen({ what: 'secret', made, note })}
          onClose={close}
        />
      )}
      {open?.what === 'revoke' && <RevokeKey apiKey={open.apiKey} onClose={close} />}
      {open?.what === 'secret' && (
        <SecretOnce
          made={open.made}
          {...(open.note === undefined ? {} : { note: open.note })}
          onClose={close}
        />
      )}
    </SettingsColumn>
  );
}

interface KeysProps {
  readonly onRotate: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

function Keys({ onRotate, onRevoke }: KeysProps) {
  const { data, error, refetch } = useQuery(apiKeysOptions);
  const requests = useQuery(keyRequestsOptions);
  const { data: viewer } = useQuery(viewerOptions);
  const [withEnded, setWithEnded] = useState(false);
  const [find, setFind] = useState('');
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The API keys could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows rows={3} height={38} />;
  // A user's key is rotated by that user alone: anyone with the new secret could act as them.
  const mayRotate = ({ kind, user }: ApiKey): boolean =>
    kind === 'system' ||
    viewer?.auth_method === 'ANONYMOUS' ||
    (viewer !== undefined && user?.id === viewer.id);
  const active = data.filter(({ state }) => state === 'active');
  const ended = data.length - active.length;
  const listed = withEnded ? data : active;
  const shown = listed.filter((key) =>
    isNamedLike([key.name, key.description, key.user?.email, key.lastFour], find),
  );
  return (
    <>
      {data.length >= SEARCHED_FROM && (
        <SearchField
          value={find}
          onChange={setFind}
          placeholder="Find a key"
          className="w-280 max-md:w-full"
        />
      )}
      {listed.length === 0 ? (
        <p className="border-t border-line1 py-16 text-13 text-text2">
          {ended === 0 ? 'No API keys yet.' : 'No active keys.'} A key lets a program send or read
          spans, with the permissions you choose.
        </p>
      ) : shown.length === 0 ? (
        <p className="border-t border-line1 py-16 text-13 text-text2">No results for “{find}”.</p>
      ) : (
        <KeyTable
          keys={shown}
          requests={requests.data}
          mayRotate={mayRotate}
          onRotate={onRotate}
          onRevoke={onRevoke}
        />
      )}
      {ended > 0 && (
        <label className="flex h-28 items-center gap-6 text-13 text-text2 max-md:h-44">
          <input
            type="checkbox"
            checked={withEnded}
            onChange={(event) => setWithEnded(event.target.checked)}
            className="accent-accent"
          />
          Show {ended} expired or revoked
        </label>
      )}
      <CappedNote shown={data.length} max={KEYS_MAX} what="keys" />
    </>
  );
}

/** While authentication is off, keys do less than one may think. */
function OpenNote() {
  const { data } = useQuery(serverInfoOptions);
  if (data === undefined || data.authentication) return null;
  return (
    <p className="tone-warn rounded-control bg-tint px-12 py-8 text-13 text-text1">
      Authentication is off: anyone who can reach this server has full access. Requests that send a
      key are still limited to that key's permissions. Keys created now are refused once
      authentication is on.
    </p>
  );
}

/** Says what a key is used for before it is revoked. */
function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => revokeApiKey(apiKey.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['api-keys'] });
      onClose();
    },
  });
  const { name, prefix, lastFour, lastUsedAt } = apiKey;
  return (
    <FormDialog
      title="Revoke key"
      action="Revoke key"
      look="danger"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        <strong className="verbatim font-semibold text-text1">{name}</strong> (
        <span className="mono">{`${prefix}…${lastFour}`}</span>) was{' '}
        {lastUsedAt === null
          ? 'never used'
          : `last used ${formatAgo(Date.parse(lastUsedAt), Date.now())}`}
        . Programs that use it are refused immediately. This can’t be undone.
      </p>
    </FormDialog>
  );
}

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  /** The new key, and what happens to the old one. */
  readonly onMade: (made: NewApiKey, note: string) => void;
  readonly onClose: () => void;
}

/** Puts a new key in a key's place, and asks how long the old one may still be used. */
function RotateKey({ apiKey, onMade, onClose }: RotateKeyProps) {
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
    <FormDialog
      title={`Rotate key ${apiKey.name}`}
      action="Rotate"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        Creates a key with the same permissions. Replace the old key in your programs, check here
        that it is no longer used, then revoke it or let it expire.
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

interface SecretOnceProps {
  readonly made: NewApiKey;
  /** Further information, such as when the old key expires. */
  readonly note?: string;
  readonly onClose: () => void;
}

/**
 * The secret of a new key. It is shown only once, so closing without having copied it asks for
 * confirmation.
 */
function SecretOnce({ made, note, onClose }: SecretOnceProps) {
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);
  const mayClose = (): boolean => {
    if (!copied) setAsking(true);
    return copied;
  };
  return (
    <Dialog title={`Key ${made.name}`} size="wide" onClose={onClose} mayClose={mayClose}>
      <div
        className="flex flex-col gap-16"
        onCopy={() => setCopied(document.getSelection()?.toString().includes(made.key) ?? false)}
      >
        <p className="text-13 text-text2">
          Copy the key now. The secret is shown only once. {note}
        </p>
        <div className="flex items-center gap-8 rounded-control border border-line3 bg-bg0 p-8">
          <code className="mono min-w-0 flex-1 text-13 break-all text-text1" aria-label="The key">
            {made.key}
          </code>
          <CopyButton text={made.key} label="Copy key" onCopied={() => setCopied(true)} />
        </div>
        <CodeTabs label="How to use it" tabs={keyLines(made, location.origin + ROOT_PATH)} />
        {asking && !copied ? (
          <LeaveQuestion secret={made.key} onCopied={() => setCopied(true)} onClose={onClose} />
        ) : (
          <div className="flex justify-end">
            <Button look="accent" className="max-md:h-44" onClick={onClose}>
              {copied ? 'Done' : 'I have copied it'}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface LeaveQuestionProps {
  readonly secret: string;
  readonly onCopied: () => void;
  readonly onClose: () => void;
}

function LeaveQuestion({ secret, onCopied, onClose }: LeaveQuestionProps) {
  const [failed, setFailed] = useState(false);
  const copy = (): void => {
    copyText(secret).then(
      () => {
        onCopied();
        onClose();
      },
      () => setFailed(true),
    );
  };
  return (
    <div
      role="alert"
      className="tone-warn flex flex-wrap items-center justify-end gap-8 rounded-control bg-tint p-12 text-13"
    >
      <p className="min-w-0 flex-1 basis-240 text-text1">
        {failed
          ? 'The browser blocked copying. Select the key above and copy it manually.'
          : 'You haven’t copied the key. If you close this dialog, the key is lost and you have to create a new one.'}
      </p>
      <Button className="max-md:h-44" onClick={onClose}>
        Close without copying
      </Button>
      <Button look="accent" className="max-md:h-44" onClick={copy}>
        Copy and close
      </Button>
    </div>
  );
}
